import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers, putHandover } from '../../../../test/support/handovers.ts'
import { deactivate, type PersonName } from '../../../../test/support/people.ts'
import { clearTasks, inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { briefingApi } from '../../../shared/briefing.ts'
import { clockApi } from '../../../shared/clock.ts'
import { handoversApi } from '../../../shared/handovers.ts'
import { todayApi } from '../../../shared/today.ts'

/** An item without a task after its receipt, and a task that two people hand over. */

const muster = useTestApp()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const send = async (name: PersonName, deed: 'receive' | 'done', id: number) =>
  (await muster.as(name)).call(handoversApi[deed], { params: { id } })
const refusal = async (calling: Promise<unknown>) => (await httpErrorOf(calling)).status
const today = async (name: PersonName) => {
  const { handedOver } = await (await muster.as(name)).call(todayApi.read, {})
  return handedOver.items.map(({ id }) => id)
}
const briefed = async (name: PersonName) => {
  const { sections } = await (await muster.as(name)).call(briefingApi.get, { query: {} })
  return sections.flatMap((section) => (section.kind === 'handed_over' ? section.items : []))
}
const endShift = async (name: PersonName) => (await muster.as(name)).call(clockApi.stop, {})
const idsBriefed = async (name: PersonName) => (await briefed(name)).map(({ id }) => id)

beforeEach(async () => {
  await clearHandovers(muster)
  await clearTasks(muster)
  await clearSessions(muster)
})
afterAll(() => clearSessions(muster))

describe('a received item without a task', () => {
  /** Uli has left it, Léa is on duty and has it. */
  async function received() {
    const { id } = await putHandover(muster, { severity: 'urgent', createdAt: minutesAgo(60) })
    await putSession(muster, 'lea', minutesAgo(90), null)
    expect(await send('lea', 'receive', id)).toMatchObject({ isHeld: true, isReturned: false })
    return { id }
  }

  test('stays on the day of its receiver until it is done', async () => {
    const { id } = await received()
    expect([await today('lea'), await today('marta'), await idsBriefed('marta')]).toEqual([[id], [], []])
    expect(await refusal(send('marta', 'done', id))).toBe(403)
    expect(await refusal(send('uli', 'done', id))).toBe(403)
    expect(await send('lea', 'done', id)).toMatchObject({ isHeld: false })
    expect(await today('lea')).toEqual([])
    // A second press changes nothing.
    expect(await send('lea', 'done', id)).toMatchObject({ isHeld: false })
  })

  test('goes back to the next briefing when the shift ends without it being done', async () => {
    const { id } = await received()
    expect(await idsBriefed('uli')).toEqual([])
    await endShift('lea')
    // To everybody, also to the giver: it is not done.
    for (const name of ['marta', 'uli', 'lea'] as const)
      expect(await briefed(name)).toMatchObject([{ id, isReturned: true }])
    expect(await today('lea')).toEqual([id])
    await putSession(muster, 'uli', minutesAgo(1), null)
    expect(await send('uli', 'receive', id)).toMatchObject({ isHeld: true, isReturned: false })
    expect([await today('uli'), await today('lea'), await idsBriefed('marta')]).toEqual([[id], [], []])
    expect(await refusal(send('marta', 'receive', id))).toBe(409)
    expect(await refusal(send('lea', 'done', id))).toBe(403)
  })

  test('that was for one person by name goes to everybody of the department then', async () => {
    const { id } = await putHandover(muster, { to: 'lea', createdAt: minutesAgo(60) })
    await putSession(muster, 'lea', minutesAgo(90), null)
    await send('lea', 'receive', id)
    expect(await idsBriefed('marta')).toEqual([])
    await endShift('lea')
    expect(await idsBriefed('marta')).toEqual([id])
    expect(await send('marta', 'receive', id)).toMatchObject({ receivedBy: { id: muster.fixtures.people.marta.id } })
  })

  test('is done by then if its receiver says so after the clock-out', async () => {
    const { id } = await received()
    await endShift('lea')
    await send('lea', 'done', id)
    expect([await idsBriefed('marta'), await today('lea')]).toEqual([[], []])
  })

  test('goes back after a forgotten clock-out, and when an account is closed', async () => {
    const receivedAt = inDays(-0.6)
    const { id } = await putHandover(muster, { createdAt: inDays(-0.7), receivedBy: 'lea', receivedAt })
    await putSession(muster, 'lea', inDays(-0.65), null)
    expect(await idsBriefed('marta')).toEqual([id])
    await clearHandovers(muster)
    await clearSessions(muster)
    const of = await putHandover(muster, { receivedBy: 'lea' })
    expect(await idsBriefed('marta')).toEqual([])
    await deactivate(muster.services, 'lea')
    expect(await idsBriefed('marta')).toEqual([of.id])
    await muster.services.database.pool.query('update users set is_active = true')
  })

  test('is handed over again in its place', async () => {
    const { id } = await received()
    const again = { text: 'The lift is slow', severity: 'act' as const, next: 'They come at nine', fromItemId: id }
    const lea = await muster.as('lea')
    const { items } = await lea.call(handoversApi.create, { body: { items: [again] } })
    expect([await today('lea'), await idsBriefed('marta')]).toEqual([[], [items[0]?.id]])
    const other = await putHandover(muster, { giver: 'una' })
    const body = { items: [{ ...again, fromItemId: other.id }] }
    expect(await refusal((await muster.as('uli')).call(handoversApi.create, { body }))).toBe(400)
  })
})

test('an item about a task is done with its task', async () => {
  const task = await putTask(muster, { department: 'Housekeeping' })
  const { id } = await putHandover(muster, { taskId: task.id, text: null, createdAt: minutesAgo(60) })
  await putSession(muster, 'lea', minutesAgo(90), null)
  expect(await send('lea', 'receive', id)).toMatchObject({ isHeld: false })
  expect(await today('lea')).toEqual([])
  expect(await refusal(send('lea', 'done', id))).toBe(409)
  await endShift('lea')
  expect(await idsBriefed('marta')).toEqual([])
})

test('a task that two people hand over stands once, with what both have said, and is received once', async () => {
  const task = await putTask(muster, { department: 'Housekeeping' })
  const about = { taskId: task.id, text: null }
  const first = await putHandover(muster, { ...about, next: 'Dry the floor', createdAt: minutesAgo(60) })
  const second = await putHandover(muster, {
    ...about,
    giver: 'adam',
    department: 'Housekeeping',
    next: 'Call the plumber',
  })
  const apart = await putHandover(muster, { createdAt: minutesAgo(90) })
  expect(await briefed('lea')).toMatchObject([
    { id: second.id, also: [{ id: first.id, next: 'Dry the floor', giver: { firstName: 'Uli' } }] },
    { id: apart.id, also: [] },
  ])
  // A person's own item does not hide a colleague's item about the same task.
  expect(await briefed('uli')).toMatchObject([{ id: second.id, also: [] }])
  await send('lea', 'receive', second.id)
  expect(await idsBriefed('marta')).toEqual([apart.id])
  expect(await refusal(send('marta', 'receive', first.id))).toBe(409)
})
