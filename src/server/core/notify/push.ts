import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { DeliveryReason, PushMessage } from '../../../shared/push.ts'
import { infoOf, type Language } from '../../../shared/words/languages.ts'
import type { Push, PushOutcome } from '../../adapters/push.ts'
import { throttledWarning } from '../../base/errors.ts'
import { describeNotification, threadIdOf } from '../../base/words/notification-words.ts'
import { shorten } from '../../base/words/words.ts'
import type { NewEvent } from '../../db/events/events.ts'
import { isRunning } from '../../db/sessions.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import { sessions } from '../../db/tables/sessions.ts'
import { users } from '../../db/tables/users.ts'
import { type OpenContext, readerFor, type Services } from '../context.ts'
import { enqueueMany, type JobRun, jobKind } from '../jobs/jobs.ts'
import { isActivePerson } from '../people/active.ts'
import { type Delivery, type DeliveryPair, decide, readDeliveries } from './delivery.ts'
import { pushKeys } from './push-keys.ts'

/** The jobs that tell devices. Whether one may ring is decided in `core/notify/delivery.ts`, at each attempt. */

interface PushBatch {
  pairs: DeliveryPair[]
  /** When the notifications were made, in milliseconds since 1970. */
  since: number
  /** How often it was tried before. */
  tries: number
}

/** Notifications of one job. They are sent at the same time. */
const BATCH_SIZE = 50
/** Pages that are in use say within this time that they have shown it, in milliseconds. */
export const PAGES_FIRST = 2_500
/** How long a push service may take at first, in ms. If it takes longer, a job of its own gives it its time. */
const AT_FIRST_WITHIN = 3_000
const AGAIN_WITHIN = 10_000
/** The wait before the second try, in milliseconds; each further one is twice as long, up to the longest. */
const FIRST_WAIT = 15_000
const LONGEST_WAIT = 15 * 60_000
/** After this time, in milliseconds, nothing is tried any more: it stays held, and stands in the next briefing. */
export const GIVE_UP_AFTER = 4 * 3600_000
/** A device that so many tries have not reached sleeps. */
const TRIES_AWAKE = 3

const BRIEF = { attempts: 5, isForgotten: true }

export const pushJob = jobKind<PushBatch>('push', (ctx, batch, run) => deliver(ctx, batch, run, AT_FIRST_WITHIN), BRIEF)

/** Sends failed messages again. It is long, so a silent push service leaves one place on each server free. */
export const pushAgainJob = jobKind<PushBatch>(
  'push-again',
  (ctx, batch, run) => deliver(ctx, batch, run, AGAIN_WITHIN),
  {
    ...BRIEF,
    isLong: true,
  },
)

/** Lets devices ring in a moment, as far as they may then. */
export function enqueuePushes(ctx: OpenContext, pairs: DeliveryPair[]) {
  const runAt = new Date(ctx.now.getTime() + PAGES_FIRST)
  const batches = Array.from({ length: Math.ceil(pairs.length / BATCH_SIZE) }, (_, at) =>
    pairs.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
  )
  const since = ctx.now.getTime()
  return enqueueMany(
    ctx,
    pushJob,
    batches.map((batch) => ({ payload: { pairs: batch, since, tries: 0 }, runAt })),
  )
}

/** A delivery that may ring, and its outcome. */
interface Rung extends Delivery {
  because: DeliveryReason
  outcome: PushOutcome
}

const refused = throttledWarning('A push service refuses messages')
const unreachable = throttledWarning('A push service cannot be reached; it is tried again')

async function deliver(ctx: OpenContext, batch: PushBatch, { signal, complete }: JobRun, within: number) {
  const deliveries = await readDeliveries(ctx, batch.pairs)
  const decided = deliveries.map((delivery) => ({ delivery, decision: decide(delivery.facts) }))
  const due = decided.flatMap(({ delivery, decision }) =>
    decision.rings ? [{ ...delivery, because: decision.because }] : [],
  )
  const later = decided.flatMap(({ delivery, decision }) =>
    decision.because === 'own_plan_later' ? [{ pair: pairOf(delivery), at: decision.at }] : [],
  )
  if (due.length === 0 && later.length === 0) return
  const { push, log } = ctx.services
  const keys = await pushKeys(ctx.db)
  // To encrypt one takes a millisecond: between two of them other requests have their turn.
  let turn = Promise.resolve()
  const rung = await Promise.all(
    due.map(async (delivery): Promise<Rung> => {
      turn = turn.then(() => setImmediate())
      await turn
      const outcome = await push.send(pushOf(ctx.services, delivery), keys, { within, signal })
      if (outcome.result === 'refused') refused(log, new Error(outcome.reason))
      if (outcome.result === 'later') unreachable(log, new Error(outcome.reason))
      return { ...delivery, outcome }
    }),
  )
  await complete(async (tx) => {
    await noteRung(tx, rung, ctx.now)
    await noteDevices(tx, devicesOf(rung, batch))
    await tryAgain(tx, rung, batch)
    await deliverLater(tx, later)
  })
}

const pairOf = ({ notificationId, subscriptionId }: Delivery): DeliveryPair => [notificationId, subscriptionId]

/** Enqueues what may ring off duty at a later time of the day only. Then it is decided again. */
async function deliverLater(tx: OpenContext, later: { pair: DeliveryPair; at: number }[]) {
  const times = [...new Set(later.map(({ at }) => at))]
  await enqueueMany(
    tx,
    pushJob,
    times.map((at) => {
      const pairs = later.flatMap((one) => (one.at === at ? [one.pair] : []))
      return { payload: { pairs, since: at, tries: 0 }, runAt: new Date(at) }
    }),
  )
}

/** Seconds for which a push service keeps messages for a device out of reach: a shift may end meanwhile. */
const TTL_ON_DUTY = 30 * 60
const TTL_OTHERWISE = 4 * 3600
const MAX_TITLE = 120
const MAX_BODY = 300

function pushOf(
  services: Services,
  { notificationId, facts, params, subject, language, unread, device, because }: Delivery & { because: DeliveryReason },
): Push {
  const { config } = services
  const words = describeNotification({ kind: facts.kind, params }, readerFor(services, { language }))
  const { type, message } = words
  const isFull = config.pushContent === 'full'
  const title = isFull ? words.title : (words.withoutWords ?? words.title)
  const body = isFull && message ? shorten(message, MAX_BODY) : undefined
  return {
    ...device,
    ttl: because === 'on_duty' ? TTL_ON_DUTY : TTL_OTHERWISE,
    topic: `n${notificationId}`,
    // A phone that lies in a pocket may hold back normal messages until somebody looks at it.
    urgency: because === 'always' ? 'normal' : 'high',
    message: messageOf(services, language, {
      ...{ title: shorten(title, MAX_TITLE), body, tag: `n${notificationId}`, unread },
      path: pathOf(subject, type, threadIdOf({ kind: facts.kind, params })),
      data: { notificationId, type, urgency: facts.urgency },
    }),
  }
}

interface Content {
  title: string
  body?: string | undefined
  tag: string
  unread: number
  path: string
  data: PushMessage['notification']['data']
}

function messageOf({ config }: Services, person: Language | null, { unread, path, body, ...content }: Content) {
  const language = person ?? config.defaultLanguage
  return JSON.stringify({
    web_push: 8030,
    notification: {
      ...content,
      navigate: `${config.publicUrl ?? ''}${path}`,
      lang: language,
      dir: infoOf(language).dir,
      ...(body && { body }),
    },
    app_badge: unread,
    mutable: true,
  } satisfies PushMessage)
}

/** The screens to which notifications lead that are about nothing with an address of its own. */
const screens: Record<string, string> = {
  ...{ handover: '/handovers', message: '/on-duty', clock: '/clock', security: '/profile' },
  ...{ hours: '/clock?by=period', 'team-hours': '/clock?view=team&by=period' },
  roster: '/roster',
}

/** Where a tap on the notification leads, as in the bell. */
function pathOf(subject: Delivery['subject'], type: string, threadId?: number) {
  if (threadId !== undefined) return `/messages?thread=${threadId}`
  if (subject?.type === 'task') return `/tasks?task=${subject.id}${type === 'comment' ? '&comments=true' : ''}`
  if (subject?.type === 'sop') return `/sops?sop=${subject.id}`
  if (subject?.type === 'reminder') return `/reminders?reminder=${subject.id}`
  return screens[type] ?? '/today'
}

/** Notes when a device first rang, and why that was allowed. */
async function noteRung({ db }: OpenContext, rung: Rung[], at: Date) {
  const taken = new Map(
    rung.flatMap(({ notificationId, because, outcome }) =>
      outcome.result === 'taken' ? [[notificationId, because] as const] : [],
    ),
  )
  if (taken.size === 0) return
  // Locked in order, as others do that change several.
  await db.execute(sql`
    with locked as (
      select ${notifications.id} as id from ${notifications}
      where ${notifications.id} = any(${sql.param([...taken.keys()])}::int[]) order by ${notifications.id} for no key update
    )
    update ${notifications} set rang_at = ${at.toISOString()}, rang_because = taken.because
    from unnest(${sql.param([...taken.keys()])}::int[], ${sql.param([...taken.values()])}::text[]) as taken (id, because)
    where ${notifications.id} = taken.id and ${notifications.id} in (select id from locked) and ${notifications.rangAt} is null`)
}

/** A device after an attempt to reach it. */
interface Reached {
  id: number
  endpoint: string
  state: 'awake' | 'asleep' | 'gone'
}

function devicesOf(rung: Rung[], batch: PushBatch): Reached[] {
  const isLast = batch.tries + 1 >= TRIES_AWAKE
  const states = new Map<number, Reached>()
  for (const { subscriptionId, device, outcome } of rung) {
    const state = stateAfter(outcome, isLast)
    // A device that has taken any push is awake.
    if (state && states.get(subscriptionId)?.state !== 'awake')
      states.set(subscriptionId, { id: subscriptionId, endpoint: device.endpoint, state })
  }
  return [...states.values()]
}

function stateAfter(outcome: PushOutcome, isLast: boolean): Reached['state'] | undefined {
  const { result } = outcome
  if (result === 'taken') return 'awake'
  if (result === 'gone') return 'gone'
  if (result === 'later' && outcome.isPutOff) return undefined
  return result === 'refused' || isLast ? 'asleep' : undefined
}

/** Notes which devices are gone, sleep, or are awake again, and tells their people's pages if that is news. */
async function noteDevices(tx: OpenContext, devices: Reached[]) {
  if (devices.length === 0) return
  const { id, endpoint, userId, asleepSince } = pushSubscriptions
  // A browser may have subscribed anew meanwhile, in the same row.
  const { rows } = await tx.db.execute<{ user_id: string }>(sql`
    with reached as (
      select * from unnest(${sql.param(devices.map((device) => device.id))}::int[],
        ${sql.param(devices.map((device) => device.endpoint))}::text[],
        ${sql.param(devices.map((device) => device.state))}::text[]) as reached (id, endpoint, state)
    ), removed as (
      delete from ${pushSubscriptions} using reached
      where ${id} = reached.id and ${endpoint} = reached.endpoint and reached.state = 'gone' returning ${userId} as user_id
    ), changed as (
      update ${pushSubscriptions} set asleep_since = case reached.state when 'asleep' then ${tx.now.toISOString()}::timestamptz end
      from reached where ${id} = reached.id and ${endpoint} = reached.endpoint and reached.state <> 'gone'
        and (${asleepSince} is null) = (reached.state = 'asleep') returning ${userId} as user_id
    )
    select user_id from removed union select user_id from changed`)
  if (rows.length > 0) tx.outbox.push(devicesChanged(rows.map((row) => row.user_id)))
}

/** The devices of these people are others than before: their own pages show them. */
export const devicesChanged = (userIds: string[], tab: string | null = null): NewEvent => ({
  type: 'change',
  change: { resource: 'push-devices', id: null },
  audience: { fromRole: null, departments: [], users: userIds },
  tab,
})

/**
 * Enqueues the messages that may succeed later: a job for each host, so that one that does not answer delays no other.
 * Messages put off because their host rests were not tried, so they do not wait longer the next time.
 */
async function tryAgain(tx: OpenContext, rung: Rung[], { since, tries }: PushBatch) {
  const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.75 + Math.random() / 2)
  const byHost = new Map<string, { pairs: DeliveryPair[]; wait: number; wasTried: boolean }>()
  for (const { notificationId, subscriptionId, device, outcome } of rung) {
    if (outcome.result !== 'later') continue
    const { host } = new URL(device.endpoint)
    const { isPutOff = false, after } = outcome
    const known = byHost.get(host) ?? { pairs: [], wait: 0, wasTried: false }
    byHost.set(host, {
      pairs: [...known.pairs, [notificationId, subscriptionId]],
      wait: Math.max(known.wait, after, isPutOff ? 0 : backoff),
      wasTried: known.wasTried || !isPutOff,
    })
  }
  const now = Date.now()
  await enqueueMany(
    tx,
    pushAgainJob,
    [...byHost.values()].flatMap(({ pairs, wait, wasTried }) =>
      now + wait > since + GIVE_UP_AFTER
        ? []
        : [{ payload: { pairs, since, tries: tries + (wasTried ? 1 : 0) }, runAt: new Date(now + wait) }],
    ),
  )
}

/** Sends a test to one device, once, on duty or not. Its person's pages learn whether it has arrived. */
export const pushTestJob = jobKind<{ subscriptionId: number }>(
  'push-test',
  async (ctx, { subscriptionId }, { signal, complete }) => {
    const { services } = ctx
    const device = await deviceFor(ctx, subscriptionId)
    if (!device) return
    const { i18n } = readerFor(services, device)
    const message = messageOf(services, device.language, {
      title: i18n.t('This device gets notifications'),
      ...{ tag: 'test', unread: device.unread, path: '/profile' },
      data: { notificationId: null, type: 'test', urgency: 'normal' },
    })
    const { endpoint, p256dh, auth } = device
    const outcome = await services.push.send(
      { endpoint, p256dh, auth, message, ttl: 60, topic: 'test', urgency: 'high' },
      await pushKeys(ctx.db),
      { within: AGAIN_WITHIN, signal },
    )
    if (outcome.result === 'refused' || outcome.result === 'later') refused(services.log, new Error(outcome.reason))
    await complete(async (tx) => {
      const state = stateAfter(outcome, true)
      if (state) await noteDevices(tx, [{ id: subscriptionId, endpoint, state }])
    })
  },
  { attempts: 1, isForgotten: true, isLong: true },
)

interface TestedDevice extends Record<string, unknown> {
  endpoint: string
  p256dh: string
  auth: string
  language: Language | null
  unread: number
}

async function deviceFor({ db, now }: OpenContext, id: number): Promise<TestedDevice | undefined> {
  const { rows } = await db.execute<TestedDevice>(sql`
    select ${pushSubscriptions.endpoint} as endpoint, ${pushSubscriptions.p256dh} as p256dh, ${pushSubscriptions.auth} as auth,
      ${users.language} as language,
      (select count(*)::int from ${notifications} where ${notifications.userId} = ${users.id} and not ${notifications.isRead}) as unread
    from ${pushSubscriptions} join ${users} on ${users.id} = ${pushSubscriptions.userId}
    join ${sessions} on ${sessions.sid} = ${pushSubscriptions.sessionId} and ${isRunning(now)}
    where ${pushSubscriptions.id} = ${id} and ${isActivePerson}`)
  return rows[0]
}
