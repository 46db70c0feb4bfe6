import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { inTransaction } from '../src/server/core/context.ts'
import type { Audited } from '../src/server/core/write/audit-config.ts'
import { update } from '../src/server/core/write/write.ts'
import { clockSessions } from '../src/server/db/tables/clock.ts'
import { sops } from '../src/server/db/tables/sops.ts'
import type { ChangeWithRow } from '../src/shared/changes.ts'
import { clockApi } from '../src/shared/clock.ts'
import { type Activity, dashboardApi } from '../src/shared/dashboard.ts'
import type { Endpoint } from '../src/shared/endpoint.ts'
import { sopsApi } from '../src/shared/sops.ts'
import { tasksApi } from '../src/shared/tasks.ts'
import { activityPatches } from '../src/web/live/activity-changes.ts'
import { clockPatches, ownClockPatches } from '../src/web/live/clock-changes.ts'
import { FollowedChanges } from '../src/web/live/followed-changes.ts'
import { registerPatches } from '../src/web/live/reply-patches.ts'
import { sopPatches } from '../src/web/live/sop-changes.ts'
import { READ_AGAIN } from '../src/web/live/task-changes.ts'
import { type LivePage, openPage } from './support/live-page.ts'
import type { PersonName } from './support/people.ts'
import { putSop } from './support/sops.ts'
import { inDays } from './support/tasks.ts'
import { type Browser, useTestApp } from './support/test-app.ts'

/** Replies that a page changes by messages are those that the server gives. */

const muster = useTestApp()

registerPatches('sops', sopPatches)
registerPatches('clock', [...ownClockPatches, ...clockPatches])
registerPatches('tasks', activityPatches)
const endpoints: Endpoint[] = [...[sopsApi.list, clockApi.active, clockApi.today, clockApi.now], dashboardApi.activity]

interface Follower {
  browser: Browser
  page: LivePage
  followed: FollowedChanges
  replies: Map<Endpoint, unknown>
}

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const read = (browser: Browser, endpoint: Endpoint): Promise<unknown> =>
  browser.call(endpoint, {} as never).catch(() => null)

/** A page does not know the number of a log entry. */
const comparable = (endpoint: Endpoint, reply: unknown) =>
  endpoint === dashboardApi.activity ? (reply as Activity[]).map(({ id: _, ...rest }) => rest) : reply

async function follow(name: PersonName): Promise<Follower> {
  const browser = await muster.as(name)
  const page = await openPage(await muster.listen(), { cookie: browser.cookie })
  page.send({ type: 'auth', userId: idOf(name) })
  await page.receives('auth_success')
  const replies = await Promise.all(endpoints.map(async (each) => [each, await read(browser, each)] as const))
  const followed = new FollowedChanges()
  followed.viewerId = idOf(name)
  followed.timeZone = muster.services.config.timeZone
  return { browser, page, followed, replies: new Map(replies) }
}

/** Works received changes into the page's replies. Returns how many were changed, and how many read again. */
async function catchUp({ browser, page, followed, replies }: Follower, mark: number) {
  const done = { changed: 0, readAgain: 0 }
  const stale = new Set<Endpoint>()
  for (const change of await changesBefore(page, mark)) {
    for (const [endpoint, reply] of replies) {
      if (reply === null && endpoint !== clockApi.active) continue
      if (!endpoint.reads?.includes(change.resource)) continue
      const next = followed.apply({ endpoint, reply, query: {}, snapshot: undefined }, change)
      if (next === READ_AGAIN) stale.add(endpoint)
      else if (next !== reply) done.changed += 1
      if (next !== READ_AGAIN) replies.set(endpoint, next)
    }
  }
  for (const endpoint of stale) replies.set(endpoint, await read(browser, endpoint))
  done.readAgain += stale.size
  return done
}

async function changesBefore(page: LivePage, mark: number) {
  const changes: ChangeWithRow[] = []
  for (;;) {
    const { data } = await page.receives('change')
    if (data.resource === 'sessions' && data.id === mark) return changes
    changes.push(data)
  }
}

let marks = 0
async function publishMark() {
  marks += 1
  const audience = { fromRole: 'guest' as const, departments: [], users: [] }
  await muster.announce([{ type: 'change', change: { resource: 'sessions', id: marks }, audience, tab: null }])
  return marks
}

const rowOf = async <T extends Audited>(table: T, id: number) =>
  (
    await muster
      .contextOf('gita')
      .db.select()
      .from(table as PgTable)
      .where(eq(table.id as never, id))
  )[0] as T['$inferSelect']
const change = async <T extends Audited>(table: T, id: number, values: Partial<T['$inferInsert']>) => {
  const before = await rowOf(table, id)
  await inTransaction(muster.contextOf('gita'), (ctx) => update(ctx, table, before, values))
}

test('SOPs, hours and activity follow the changes of a day', async () => {
  const { Housekeeping, Maintenance } = muster.fixtures.departments
  const followers = await Promise.all((['uli', 'marta', 'adam', 'gus', 'milan'] as const).map(follow))
  const ids: Record<string, number> = {}
  const keep = async (name: string, id: Promise<number>) => {
    ids[name] = await id
  }
  const id = (name: string) => ids[name] as number
  const as = (name: PersonName) => muster.as(name)
  const steps: (() => Promise<unknown>)[] = [
    () =>
      keep(
        'towels',
        putSop(muster, { department: 'Housekeeping' }).then((sop) => sop.id),
      ),
    () =>
      keep(
        'fire',
        putSop(muster, { title: 'Fire drill' }).then((sop) => sop.id),
      ),
    async () => (await as('uli')).call(sopsApi.confirm, { params: { id: id('towels') }, body: { revision: 1 } }),
    () => change(sops, id('towels'), { version: '1.1' }),
    () => change(sops, id('fire'), { title: 'Fire drills' }),
    () => change(sops, id('towels'), { departmentId: Maintenance }),
    () => change(sops, id('towels'), { departmentId: null }),

    async () => (await as('uli')).call(clockApi.start, {}),
    async () => (await as('marta')).call(clockApi.start, {}),
    async () =>
      keep(
        'una',
        (await as('una')).call(clockApi.start, {}).then((session) => session.id),
      ),
    () => change(clockSessions, id('una'), { startTime: inDays(-0.01) }),
    async () => (await as('uli')).call(clockApi.stop, {}),
    async () => (await as('una')).call(clockApi.stop, {}),

    async () =>
      keep(
        'beds',
        (await as('marta'))
          .call(tasksApi.create, { body: { title: 'Make the beds', departmentId: Housekeeping } })
          .then((task) => task.id),
      ),
    async () =>
      keep(
        'pump',
        (await as('milan'))
          .call(tasksApi.create, { body: { title: 'Mend the pump', departmentId: Maintenance } })
          .then((task) => task.id),
      ),
    ...[
      ['uli', 'beds', { status: 'in_progress' }],
      ['adam', 'beds', { title: 'Make all beds' }],
      ['uli', 'beds', { status: 'completed' }],
      ['milan', 'pump', { assigneeId: idOf('gus') }],
      ['adam', 'beds', { departmentId: Maintenance }],
      ['adam', 'beds', { departmentId: Housekeeping, status: 'pending' }],
    ].map(
      ([name, task, body]) =>
        async () =>
          (await as(name as PersonName)).call(tasksApi.update, {
            params: { id: id(task as string) },
            body: body as object,
          }),
    ),
    async () => (await as('adam')).call(tasksApi.remove, { params: { id: id('pump') } }),
    async () => (await as('adam')).call(tasksApi.restore, { params: { id: id('pump') } }),
  ]
  const totals = { changed: 0, readAgain: 0 }
  for (const [at, step] of steps.entries()) {
    await step()
    const mark = await publishMark()
    for (const follower of followers) {
      const done = await catchUp(follower, mark)
      totals.changed += done.changed
      totals.readAgain += done.readAgain
      for (const [endpoint, reply] of follower.replies) {
        const given = await read(follower.browser, endpoint)
        expect(comparable(endpoint, reply), `${endpoint.path} after step ${at}`).toEqual(comparable(endpoint, given))
      }
    }
  }
  for (const { page } of followers) page.socket.close()
  // Most changes need no call.
  expect(totals.changed).toBeGreaterThan(2 * totals.readAgain)
})
