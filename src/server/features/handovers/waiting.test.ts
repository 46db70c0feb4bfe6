import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers, putHandover } from '../../../../test/support/handovers.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { contextFor, type Services } from '../../core/context.ts'
import { escalateWaiting } from './escalate.ts'

/**
 * Managers on duty learn of an item that nobody receives, once, 15 minutes after somebody was on duty who could have.
 */

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const now = Date.now()
const at = (minutes: number) => new Date(now + minutes * 60_000)
const atText = (minutes: number) => at(minutes).toISOString()
/** Lets a server escalate at a time, in minutes from now. */
const escalate = (minutes = 0, services: Services = muster.services) =>
  escalateWaiting(contextFor(services, null, at(minutes)))
const managers = ['marta', 'milan', 'nora', 'adam', 'gita'] as const
/** The notifications of managers and of others. */
async function told() {
  const found: Partial<Record<PersonName, string[]>> = {}
  for (const name of [...managers, 'uli', 'lea', 'una'] as const) {
    const news = await (await muster.as(name)).call(notificationsApi.list, {})
    if (news.length > 0) found[name] = news.map(({ message }) => message ?? '')
  }
  return found
}
const put = (fields: Parameters<typeof putHandover>[1] = {}) =>
  putHandover(muster, { createdAt: atText(-60), ...fields })
/** On duty from so many minutes ago until others, or still. */
const onDuty = (name: PersonName, from: number, to: number | null = null) =>
  putSession(muster, name, atText(from), to === null ? null : atText(to))

beforeEach(async () => {
  await clearHandovers(muster)
  await clearTasks(muster)
  await clearSessions(muster)
  await query('delete from notifications')
})
afterAll(() => clearSessions(muster))

describe('an item that nobody has received', () => {
  test.each<[string, () => Promise<unknown>, boolean]>([
    ['somebody was on duty for 15 minutes', () => onDuty('lea', -15.1), true],
    ['somebody came 14 minutes ago', () => onDuty('lea', -14), false],
    ['somebody was there when it was written', () => onDuty('lea', -300, -59), true],
    ['somebody had gone before it was written', () => onDuty('lea', -300, -61), false],
    ['only its giver was on duty', () => onDuty('uli', -300), false],
    ['only people of other departments were on duty', () => onDuty('una', -300), false],
    ['somebody has forgotten to clock out before it was written', () => onDuty('lea', -16 * 60), false],
  ])('when %s', async (_, prepare, expected) => {
    await onDuty('adam', -5)
    await prepare()
    await put()
    expect(await escalate()).toBe(expected ? 1 : 0)
    expect(await told()).toEqual(expected ? { adam: ['Housekeeping: Uli Brandt: The lift is slow'] } : {})
  })

  test('goes to the managers on duty there, else anywhere, once', async () => {
    await onDuty('lea', -60)
    await onDuty('milan', -60)
    await onDuty('adam', -60)
    const { id } = await put()
    expect(await escalate()).toBe(1)
    expect(Object.keys(await told())).toEqual(['milan', 'adam'])
    expect(await escalate(60)).toBe(0)
    await onDuty('marta', -60)
    await put()
    await escalate()
    expect((await told()).marta).toHaveLength(1)
    expect((await told()).milan).toHaveLength(1)
    const rows = await query(
      `select user_id from audit_logs where action = 'handover-item.escalate' and resource_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ user_id: null }])
  })

  test('waits for a manager, neither its giver nor whom it names', async () => {
    await onDuty('lea', -60)
    await put({ giver: 'marta' })
    expect(await escalate()).toBe(0)
    await onDuty('marta', -60)
    expect(await escalate()).toBe(0)
    await onDuty('nora', -1)
    expect(await escalate()).toBe(1)
    expect(Object.keys(await told())).toEqual(['nora'])
  })

  test('of a named person who is away goes 15 minutes after somebody of the department was on duty', async () => {
    await onDuty('adam', -60)
    await onDuty('lea', -10)
    await put({ to: 'una' })
    expect(await escalate()).toBe(0)
    expect(await escalate(5.1)).toBe(1)
  })

  test('of a named person and no department goes 15 minutes after that person was on duty', async () => {
    await onDuty('adam', -60)
    await onDuty('una', -10)
    await put({ to: 'una', department: null })
    expect(await escalate()).toBe(0)
    expect(await escalate(5.1)).toBe(1)
    await put({ to: 'adam' })
    // The only manager on duty is the person who has not received it.
    expect(await escalate()).toBe(0)
  })

  test('of no department goes 15 minutes after it was written', async () => {
    await onDuty('nora', -5)
    await put({ department: null, createdAt: atText(-14) })
    expect(await escalate()).toBe(0)
    expect(await escalate(1)).toBe(1)
    expect(await told()).toEqual({ nora: ['Uli Brandt: The lift is slow'] })
  })

  test.each([{ receivedBy: 'lea' as const }, { escalatedAt: atText(-20) }])('and not one with %j', async (fields) => {
    await onDuty('lea', -60)
    await onDuty('marta', -60)
    await put(fields)
    expect(await escalate()).toBe(0)
  })
})

test('what one person has left in one department is one notification', async () => {
  const task = await putTask(muster, { title: 'Tap drips', department: 'Housekeeping' })
  await onDuty('lea', -60)
  await onDuty('marta', -60)
  for (let count = 0; count < 3; count += 1) await put({ taskId: task.id })
  await put({ giver: 'una', department: 'Housekeeping' })
  expect(await escalate()).toBe(4)
  expect((await told()).marta?.toSorted()).toEqual([
    'Housekeeping: Uli Brandt: Tap drips, and 2 more',
    'Housekeeping: Una Byrne: The lift is slow',
  ])
})

test('several servers at once tell of each once, however many there are', async () => {
  const others = [await muster.another(), await muster.another()]
  await onDuty('lea', -60)
  await onDuty('marta', -60)
  for (let count = 0; count < 250; count += 1)
    await put({ giver: count % 2 ? 'uli' : 'una', department: 'Housekeeping' })
  const servers = [muster.services, ...others.map(({ services }) => services)]
  const done = await Promise.all([...servers, ...servers].map((services) => escalate(0, services)))
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(250)
  const counts = await query(`select action, count(*)::int, count(distinct resource_id)::int as items from audit_logs
    where action = 'handover-item.escalate' and id > (select max(id) - 300 from audit_logs)
      and resource_id in (select id::text from handover_items) group by 1`)
  expect(counts).toEqual([{ action: 'handover-item.escalate', count: 250, items: 250 }])
  const [sum] = await query(
    `select sum(coalesce((params->>'count')::int, 1))::int as items from notifications
    where user_id = $1 and kind = 'handover-waiting'`,
    [muster.fixtures.people.marta.id],
  )
  expect(sum.items).toBe(250)
})
