import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSessions } from '../../../../test/support/clock.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, type Server, useTestApp } from '../../../../test/support/test-app.ts'
import { type Inbox, openReceiver, putWebhook, putWebhookMessage } from '../../../../test/support/webhooks.ts'
import { clockApi } from '../../../shared/clock.ts'
import { commentsApi } from '../../../shared/comments.ts'
import { handoversApi } from '../../../shared/handovers.ts'
import { hoursApi } from '../../../shared/hours.ts'
import { problemsApi } from '../../../shared/problems.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { MAX_OPEN_MESSAGES, MAX_WEBHOOKS, webhooksApi, webhookTypes } from '../../../shared/webhooks.ts'
import { openWebhookSender } from '../../adapters/webhooks.ts'
import { contextFor, type Services } from '../../core/context.ts'
import { startJobs } from '../../core/jobs/job-runner.ts'
import { jobKinds } from '../../jobs.ts'
import { tidyWebhookMessages } from './expire.ts'
import { MAX_ATTEMPTS } from './messages.ts'

/** From a change to a receiver of our own, which checks with the package of the standard. */

const receiver = await openReceiver()
const muster = useTestApp({ WEBHOOK_HOSTS: receiver.host })
afterAll(receiver.close)

const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const gita = () => muster.as('gita')
const messagesOf = async (id: number) =>
  (await (await gita()).call(webhooksApi.messages, { params: { id }, query: {} })).messages
const standingOf = async (id: number) =>
  (await (await gita()).call(webhooksApi.list, {})).webhooks.find((each) => each.id === id)
const typesIn = ({ received }: Inbox) => received.map(({ body }) => body.type)
const newTask = async (title = 'Air the attic rooms') => (await gita()).call(tasksApi.create, { body: { title } })

/** An inbox and the webhook that leads to it. */
async function listen(types: string[] = ['task.created']) {
  const inbox = receiver.open()
  return { inbox, id: await putWebhook(muster, { url: inbox.url, types }) }
}
/** Tries everything now that waits for its time. */
async function passTime() {
  await query(`update webhook_messages set last_tried_at = last_tried_at - interval '4 days'`)
  await query(`update jobs set run_at = now() where kind like 'webhook%'`)
  await finishJobs(muster.services)
}

const stops: (() => Promise<void>)[] = []
function run(services: Services = muster.services, lease?: number) {
  const stop = startJobs(services, jobKinds, lease)
  stops.push(stop)
  return stop
}
beforeEach(async () => {
  await query('delete from webhooks')
  await query('delete from jobs')
  await query('delete from notifications')
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

describe('a message', () => {
  test('is signed by the standard, says what has happened and holds what the API gives', async () => {
    const { inbox, id } = await listen()
    const task = await newTask()
    await finishJobs(muster.services)
    expect(inbox.received).toEqual([
      {
        id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
        body: { type: 'task.created', timestamp: expect.any(String), data: task },
        headers: expect.objectContaining({ 'content-type': 'application/json', 'user-agent': 'Muster-Webhooks' }),
      },
    ])
    expect(await messagesOf(id)).toMatchObject([
      { type: 'task.created', attempts: 1, lastStatus: 204, lastError: null, deliveredAt: expect.any(String) },
    ])
    expect(await standingOf(id)).toMatchObject({ open: 0, isFailing: false, deliveredAt: expect.any(String) })
    expect(await query(`select kind from jobs where kind like 'webhook%'`)).toEqual([])
  })

  test('comes of hours that are approved, and of an approval that is withdrawn or reopened', async () => {
    const { inbox } = await listen(['hours.approved', 'hours.withdrawn'])
    await clearSessions(muster, 'uli')
    const browser = await gita()
    const userId = muster.fixtures.people.uli.id
    const period = '2025-10-01'
    const { hash } = await browser.call(hoursApi.person, { query: { period, userId } })
    await browser.call(hoursApi.approve, { body: { period, people: [{ userId, hash }] } })
    await browser.call(hoursApi.withdraw, { body: { period, userId, reason: 'A shift is missing' } })
    await finishJobs(muster.services)
    expect(typesIn(inbox).toSorted()).toEqual(['hours.approved', 'hours.withdrawn'])
    const withdrawn = inbox.received.find(({ body }) => body.type === 'hours.withdrawn')?.body.data
    expect(withdrawn).toMatchObject({ userId, periodStart: period, withdrawnAt: expect.any(String) })
    // The reason is for the person.
    expect(JSON.stringify(withdrawn)).not.toContain('missing')
  })

  test('comes of each thing that a webhook wants, and of nothing else', async () => {
    const { inbox } = await listen([...webhookTypes])
    const { inbox: other } = await listen(['task.completed'])
    const browser = await gita()
    const { id } = await newTask()
    const params = { id }
    await browser.call(tasksApi.update, { params, body: { priority: 'high' } })
    await browser.call(problemsApi.claim, { params })
    await browser.call(commentsApi.create, { params, body: { text: 'It drips' } })
    await browser.call(tasksApi.update, { params, body: { status: 'completed' } })
    await browser.call(problemsApi.report, {
      body: { title: 'Tap drips', departmentId: muster.fixtures.departments.Housekeeping },
    })
    const { id: handover } = await browser.call(handoversApi.create, { body: { note: 'Quiet', items: [] } })
    await clearSessions(muster, 'gita')
    await browser.call(clockApi.start, { body: undefined })
    await browser.call(clockApi.stop, { body: undefined })
    await finishJobs(muster.services)
    await browser.call(tasksApi.remove, { params })
    await finishJobs(muster.services)
    expect(typesIn(inbox).toSorted()).toEqual(
      [
        ...['task.created', 'task.updated', 'task.claimed', 'comment.created', 'task.completed', 'problem.reported'],
        ...['handover.created', 'clock.started', 'clock.ended', 'task.deleted'],
      ].toSorted(),
    )
    expect(typesIn(other)).toEqual(['task.completed'])
    const dataOf = (type: string) => inbox.received.find(({ body }) => body.type === type)?.body.data
    expect(dataOf('task.deleted')).toEqual({ id })
    expect(dataOf('comment.created')).toMatchObject({ taskId: id, text: 'It drips' })
    expect(dataOf('problem.reported')).toMatchObject({ kind: 'problem', title: 'Tap drips' })
    expect(dataOf('handover.created')).toMatchObject({ id: handover, note: 'Quiet' })
    expect(dataOf('clock.ended')).toMatchObject({ status: 'completed', user: { firstName: expect.any(String) } })
  })

  test('comes once of many tasks at once', async () => {
    const { inbox } = await listen(['task.updated'])
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await putTask(muster)).id))
    await (await gita()).call(tasksApi.updateMany, { body: { ids, changes: { priority: 'low' } } } as never)
    await finishJobs(muster.services)
    expect(inbox.received.map(({ body }) => [body.type, body.data])).toEqual([['tasks.changed', {}]])
  })

  test('goes out beside others of one run, of which the process warns nobody', async () => {
    const { inbox } = await listen(['task.created'])
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    for (let count = 0; count < 15; count += 1) await newTask()
    await passTime()
    await passTime()
    process.off('warning', note)
    expect(inbox.received).toHaveLength(15)
    expect(warnings.map(({ name }) => name)).toEqual([])
  })

  test('is made for no webhook that is paused, and of no change that is rolled back', async () => {
    const { inbox, id } = await listen()
    await httpErrorOf((await gita()).call(tasksApi.create, { body: { title: '' } }))
    await (await gita()).call(webhooksApi.pause, { params: { id } })
    await newTask()
    await finishJobs(muster.services)
    expect(inbox.received).toEqual([])
    expect(await query(`select kind from jobs where kind like 'webhook%'`)).toEqual([])
  })
})

describe('a receiver', () => {
  test('that fails gets the message again, with its id and body, and not before Retry-After', async () => {
    const { inbox, id } = await listen()
    inbox.answer = { status: 503, headers: { 'retry-after': '1800' }, body: 'Under  repair\n' }
    await newTask()
    await finishJobs(muster.services)
    expect(await messagesOf(id)).toMatchObject([
      { attempts: 1, lastStatus: 503, lastError: '503 Under repair', deliveredAt: null, failedAt: null },
    ])
    expect(await standingOf(id)).toMatchObject({ open: 1, isFailing: true })
    const [job] = await query(
      `select extract(epoch from run_at - now())::int as wait from jobs where kind = 'webhook-send'`,
    )
    expect(job.wait).toBeGreaterThan(1700)
    await newTask('It waits too')
    await finishJobs(muster.services)
    expect(inbox.received).toHaveLength(1)
    inbox.answer = { status: 200 }
    await passTime()
    expect(inbox.received).toHaveLength(3)
    const [first, again] = inbox.received.filter(({ id: messageId }) => messageId === inbox.received[0]?.id)
    expect(again?.body).toEqual(first?.body)
    expect(await standingOf(id)).toMatchObject({ open: 0, isFailing: false })
  })

  test('that redirects is not followed', async () => {
    const { inbox, id } = await listen()
    const elsewhere = receiver.open()
    inbox.answer = { status: 307, headers: { location: elsewhere.url } }
    await newTask()
    await finishJobs(muster.services)
    expect(elsewhere.received).toEqual([])
    expect(await messagesOf(id)).toMatchObject([{ lastStatus: 307, deliveredAt: null }])
  })

  test('that answers 410 is told nothing any more', async () => {
    const { inbox, id } = await listen()
    inbox.answer = { status: 410 }
    await newTask()
    await finishJobs(muster.services)
    expect(await standingOf(id)).toMatchObject({ pausedBecause: 'gone', open: 1 })
    await newTask()
    await passTime()
    expect(inbox.received).toHaveLength(1)
    const told = await query(
      `select u.role from notifications n join users u on u.id = n.user_id where kind = 'webhook-stopped'`,
    )
    expect(told.length).toBeGreaterThan(0)
    expect(told.every(({ role }) => ['admin', 'god'].includes(role))).toBe(true)
    expect(
      await query(`select action from audit_logs where action = 'webhook.stop' and resource_id = $1`, [String(id)]),
    ).toHaveLength(1)
    inbox.answer = { status: 204 }
    await (await gita()).call(webhooksApi.resume, { params: { id } })
    await finishJobs(muster.services)
    expect(inbox.received).toHaveLength(2)
  })

  test('that fails for three days is paused, unless something arrived meanwhile', async () => {
    const { inbox, id } = await listen()
    inbox.answer = { status: 500 }
    await newTask()
    await finishJobs(muster.services)
    await query('update webhook_messages set attempts = $1', [MAX_ATTEMPTS - 1])
    await putWebhookMessage(muster, { webhookId: id })
    await passTime()
    expect(await messagesOf(id)).toMatchObject([{}, { attempts: MAX_ATTEMPTS, failedAt: expect.any(String) }])
    expect(await standingOf(id)).toMatchObject({ pausedAt: null })
    await query(
      `update webhook_messages set attempts = $1, failed_at = null, delivered_at = delivered_at - interval '4 days'`,
      [MAX_ATTEMPTS - 1],
    )
    await (await gita()).call(webhooksApi.test, { params: { id } })
    await passTime()
    expect(await standingOf(id)).toMatchObject({ pausedBecause: 'failing' })
  })

  test('that does not answer delays nobody, and is left alone for a while', async () => {
    const { inbox: silent, id } = await listen()
    const { inbox: quick } = await listen(['task.completed'])
    run()
    // From then on there is a connection that is kept open.
    const { id: task } = await newTask()
    await expect.poll(() => silent.received.length).toBe(1)
    silent.answer = 'hang'
    await newTask()
    await expect.poll(() => silent.received.length).toBe(2)
    const hungAt = performance.now()
    await (await gita()).call(tasksApi.update, { params: { id: task }, body: { status: 'completed' } })
    await expect.poll(() => quick.received.length, { timeout: 9_000 }).toBe(1)
    expect(performance.now() - hungAt).toBeLessThan(10_000)
    await expect.poll(async () => (await messagesOf(id))[0]?.lastError).toBe('No answer within 10 s')
    await newTask()
    await expect.poll(async () => (await messagesOf(id)).length).toBe(3)
    const [job] = await query(`select payload, run_at > now() as rests from jobs where kind = 'webhook-send'`)
    expect(job).toMatchObject({ payload: { silences: 1 }, rests: true })
    // A message that was given up is not sent once more over another connection.
    expect(silent.received).toHaveLength(2)
  })

  test('within a private network is refused, by its address and by what its name leads to', async () => {
    const browser = await gita()
    const refused = ['http://locks.example/', 'https://127.0.0.1/', 'https://10.0.0.9:8443/', 'https://locks.local/']
    for (const url of [...refused, 'https://someone@locks.example/', 'https://locks.example:8443/']) {
      const error = await httpErrorOf(
        browser.call(webhooksApi.create, { body: { name: 'Locks', url, types: ['task.created'] } }),
      )
      expect(error, url).toMatchObject({ status: 400 })
    }
    const sender = openWebhookSender({ webhookHosts: [] }, async () => [{ address: '10.0.0.9', family: 4 }])
    const sending = { url: 'https://locks.example/', secret: 'whsec_AAAA', id: 'msg_1', body: '{}' }
    expect(await sender.send(sending, new AbortController().signal)).toMatchObject({
      isTaken: false,
      error: 'locks.example does not resolve to a public address',
    })
    sender.close()
  })
})

describe('an administrator', () => {
  test('gets a secret of a webhook, and another, of which the audit log knows', async () => {
    const browser = await gita()
    const inbox = receiver.open()
    const body = { name: 'Locks', url: inbox.url, types: ['task.created' as const] }
    const { id, secret } = await browser.call(webhooksApi.create, { body })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const params = { id }
    expect(await browser.call(webhooksApi.showSecret, { params })).toEqual({ secret })
    const renewed = await browser.call(webhooksApi.renewSecret, { params })
    expect(renewed.secret).not.toBe(secret)
    inbox.secret = renewed.secret
    await browser.call(webhooksApi.test, { params })
    await finishJobs(muster.services)
    expect(inbox.received.map(({ body }) => body)).toMatchObject([
      { type: 'webhook.test', data: { webhook: { id, name: 'Locks' } } },
    ])
    const entries = await query(
      `select action, details::text from audit_logs where resource_type = 'webhook' and resource_id = $1 order by id`,
      [String(id)],
    )
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'show-secret', 'renew-secret', 'test'].map((verb) => `webhook.${verb}`),
    )
    expect(JSON.stringify(entries)).not.toContain('whsec_')
    const [{ sent }] = await query(`select coalesce(string_agg(details::text, ''), '') as sent from events`)
    expect(sent).not.toContain('whsec_')
  })

  test('must prove who sits there before a secret is shown or messages go elsewhere', async () => {
    const id = await putWebhook(muster)
    const browser = await muster.as('adam')
    await query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
    const params = { id }
    const body = { name: 'Locks', url: 'https://locks.example/', types: ['task.created' as const] }
    for (const call of [
      () => browser.call(webhooksApi.create, { body }),
      () => browser.call(webhooksApi.update, { params, body }),
      () => browser.call(webhooksApi.showSecret, { params }),
      () => browser.call(webhooksApi.renewSecret, { params }),
    ])
      expect(await httpErrorOf(call())).toMatchObject({ status: 403, reply: { code: 'proof_needed' } })
    await query(`update sessions set sess = (sess::jsonb || jsonb_build_object('provedAt', now()))::json`)
  })

  test('sends a message again, with its id, and not to a webhook that is paused', async () => {
    const { inbox, id } = await listen()
    await newTask()
    await finishJobs(muster.services)
    const [message] = await messagesOf(id)
    const params = { id, message: message?.id ?? 0 }
    await (await gita()).call(webhooksApi.resend, { params })
    await finishJobs(muster.services)
    expect(inbox.received.map((each) => each.id)).toEqual([message?.messageId, message?.messageId])
    await (await gita()).call(webhooksApi.pause, { params: { id } })
    const error = await httpErrorOf((await gita()).call(webhooksApi.resend, { params }))
    expect(error).toMatchObject({ status: 409, reply: { code: 'webhook_paused' } })
    const other = await putWebhook(muster)
    expect(
      await httpErrorOf((await gita()).call(webhooksApi.resend, { params: { ...params, id: other } })),
    ).toMatchObject({
      status: 404,
    })
  })

  test('is told of an address that is too long once it is written out', async () => {
    const url = `https://locks.example/${'é'.repeat(900)}`
    const body = { name: 'Locks', url, types: ['task.created' as const] }
    const [browser, id] = [await gita(), await putWebhook(muster)]
    for (const call of [
      () => browser.call(webhooksApi.create, { body }),
      () => browser.call(webhooksApi.update, { params: { id }, body }),
    ])
      expect(await httpErrorOf(call())).toMatchObject({ status: 400, reply: { issues: [{ path: 'url' }] } })
  })

  test('is told that a name of the network within is none to send to, however it is spelled', async () => {
    for (const host of ['localhost', 'localhost.', 'LOCALHOST.', 'localhost%2e', 'db.internal.', 'printer.local.']) {
      const body = { name: 'Locks', url: `https://${host}/`, types: ['task.created' as const] }
      const refused = await httpErrorOf((await gita()).call(webhooksApi.create, { body }))
      expect([host, refused.status, refused.reply?.issues?.[0]?.path]).toEqual([host, 400, 'url'])
    }
  })

  test('has fifty webhooks at most', async () => {
    for (let count = 0; count < MAX_WEBHOOKS; count += 1) await putWebhook(muster)
    const body = { name: 'Locks', url: 'https://locks.example/', types: ['task.created' as const] }
    const error = await httpErrorOf((await gita()).call(webhooksApi.create, { body }))
    expect(error).toMatchObject({ status: 409, reply: { code: 'too_many_webhooks' } })
  })
})

describe('what grows has an end', () => {
  test('a webhook for which too much waits is paused', async () => {
    const { id } = await listen()
    await query(
      `insert into webhook_messages (webhook_id, message_id, type, body, attempts, last_tried_at)
       select $1, 'old_' || n, 'task.created', '{}', 13, now() from generate_series(1, $2) n`,
      [id, MAX_OPEN_MESSAGES],
    )
    await newTask()
    await finishJobs(muster.services)
    expect(await standingOf(id)).toMatchObject({ pausedBecause: 'full' })
  })

  test('messages go after thirty days, and those that no job waits for are sent', async () => {
    const { inbox, id } = await listen()
    await putWebhookMessage(muster, { webhookId: id, createdAt: '2026-01-01T00:00:00.000Z' })
    await newTask()
    await finishJobs(muster.services)
    await query(`update webhook_messages set delivered_at = null, attempts = 0`)
    await tidyWebhookMessages(contextFor(muster.services, null, new Date()))
    await finishJobs(muster.services)
    expect(inbox.received).toHaveLength(2)
    expect(await messagesOf(id)).toHaveLength(1)
  })
})

describe('on several servers', () => {
  const titles = (inbox: Inbox) => inbox.received.map(({ body }) => String(body.data.title))

  test('each change comes once', async () => {
    const other: Server = await muster.another()
    const { inbox } = await listen()
    run()
    run(other.services)
    const wanted = Array.from({ length: 40 }, (_, at) => `Room ${100 + at}`)
    await Promise.all(wanted.map(newTask))
    await expect.poll(() => new Set(titles(inbox)).size).toBe(wanted.length)
    await finishJobs(muster.services)
    expect(titles(inbox).toSorted()).toEqual(wanted)
  })

  test('each change has one message, and arrives, although servers end in the middle', async () => {
    const other: Server = await muster.another()
    const { inbox } = await listen()
    const wanted = Array.from({ length: 30 }, (_, at) => `Floor ${100 + at}`)
    for (const [at, title] of wanted.entries()) {
      const stop = startJobs(at % 2 === 0 ? muster.services : other.services, jobKinds, 1_000)
      await newTask(title)
      await stop()
      // As a kill leaves it: an attempt that nobody ends.
      await query(
        `update jobs set locked_by = gen_random_uuid(), locked_until = now() + interval '50 milliseconds', attempts = attempts + 1
         where id = (select id from jobs where kind like 'webhook%' and locked_by is null and done_at is null order by id desc limit 1)`,
      )
    }
    run()
    await expect.poll(() => new Set(titles(inbox)).size).toBe(wanted.length)
    expect(new Set(inbox.received.map(({ id }) => id)).size).toBe(wanted.length)
    expect(await query('select count(*)::int as messages from webhook_messages')).toEqual([{ messages: wanted.length }])
  }, 90_000)
})

test('webhooks cost a change no statement of their own', async () => {
  await gita()
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await newTask()
  const texts = sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text))
  sent.mockRestore()
  const about = texts.filter((text) => text.includes('webhook'))
  expect(about).toHaveLength(1)
  expect(about[0]).toContain('insert into "events"')
  expect(await query(`select kind from jobs where kind like 'webhook%'`)).toEqual([])
})
