import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { sopsApi } from '../../../shared/sops.ts'
import { type TaskSection, TODAY_ITEMS, type Today, todayApi } from '../../../shared/today.ts'
import { readDue } from '../dashboard/read.ts'
import { readTodaysWork } from './read.ts'

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
beforeEach(() => clearTasks(muster))

/** Noon in Berlin. */
const NOON = '2026-06-15T10:00:00.000Z'
const at = (time: string) => `2026-06-15T${time}:00.000Z`
const TOMORROW = '2026-06-16T08:00:00.000Z'

const todayOf = async (name: PersonName, now = NOON): Promise<Today> =>
  (await readTodaysWork(muster.contextOf(name, new Date(now)))).read()
const dueOf = (name: PersonName, now = NOON) => readDue(muster.contextOf(name, new Date(now)))
const put = (title: string, fields: Parameters<typeof putTask>[1] = {}) =>
  putTask(muster, { title, department: 'Housekeeping', ...fields })
/** The titles of a section, and how many there are. */
const shown = (section: TaskSection | null) => section && [...section.tasks.map(({ title }) => title), section.total]
const titles = ({ now, overdue, dueToday, open, unassigned }: Today) => ({
  ...(now.total > 0 && { now: shown(now) }),
  overdue: shown(overdue),
  dueToday: shown(dueToday),
  open: shown(open),
  unassigned: shown(unassigned),
})

describe('one’s own tasks', () => {
  test('are overdue, due today, or open; what is due first stands in front', async () => {
    const uli = { assignee: 'uli' } as const
    await put('Late', { ...uli, dueDate: at('09:30') })
    await put('Later', { ...uli, dueDate: '2026-06-14T09:30:00.000Z' })
    await put('Begun', { ...uli, dueDate: '2026-06-14T09:30:00.000Z', status: 'in_progress' })
    await put('Drain', { ...uli, kind: 'problem', dueDate: at('12:00') })
    await put('Marked', { ...uli, status: 'overdue' })
    await put('At two', { ...uli, dueDate: at('12:00') })
    await put('Until midnight', { ...uli, dueDate: at('21:59') })
    await put('This very moment', { ...uli, dueDate: NOON })
    await put('After midnight', { ...uli, dueDate: at('22:00') })
    await put('Tomorrow', { ...uli, dueDate: TOMORROW })
    await put('Some time', uli)
    await put('Done', { ...uli, dueDate: at('12:00'), status: 'completed' })
    await put('Deleted', { ...uli, dueDate: at('12:00'), deletedAt: NOON })
    await put('Of another', { assignee: 'lea', dueDate: at('12:00') })
    const today = await todayOf('uli')
    expect(titles(today)).toEqual({
      now: ['Begun', 'Drain', 2],
      overdue: ['Later', 'Late', 'Marked', 3],
      dueToday: ['This very moment', 'At two', 'Until midnight', 3],
      open: ['After midnight', 'Tomorrow', 'Some time', 3],
      unassigned: [0],
    })
    expect(today.dayEnds).toBe('2026-06-15T22:00:00.000Z')
    // The counts that lead here are by the due date alone.
    expect(await dueOf('uli')).toEqual({ overdue: 4, dueToday: 4, dayEnds: today.dayEnds })
    expect(await dueOf('lea')).toMatchObject({ overdue: 0, dueToday: 1 })
  })

  test('are those of any department', async () => {
    await put('Pump', { assignee: 'uli', department: 'Maintenance', dueDate: at('12:00') })
    await put('Nowhere', { assignee: 'uli', department: null, dueDate: at('13:00') })
    expect(titles(await todayOf('uli')).dueToday).toEqual(['Pump', 'Nowhere', 2])
  })

  test('are cut to the first of each section, with a total', async () => {
    const many = Array.from({ length: TODAY_ITEMS + 3 }, (_, hour) => hour)
    for (const day of ['14', '15', '17']) {
      for (const hour of many)
        await put(`${day} ${hour}`, { assignee: 'uli', dueDate: `2026-06-${day}T${11 + hour}:00:00.000Z` })
    }
    for (const hour of many) await put(`Marked ${hour}`, { assignee: 'uli', status: 'overdue' })
    const { overdue, dueToday, open } = titles(await todayOf('uli'))
    const first = (day: string) => many.slice(0, TODAY_ITEMS).map((hour) => `${day} ${hour}`)
    expect(overdue).toEqual([...first('14'), 2 * many.length])
    expect(dueToday).toEqual([...first('15'), many.length])
    expect(open).toEqual([...first('17'), many.length])
  })

  test('fall due by the clock, and the day ends at the midnight of the time zone', async () => {
    await put('Beds', { assignee: 'uli', dueDate: at('12:00') })
    await put('Night round', { assignee: 'uli', dueDate: at('23:00') })
    const names = async (now: string) => {
      const { overdue, dueToday, open } = titles(await todayOf('uli', now))
      return [overdue?.[0], dueToday?.[0], open?.[0]]
    }
    expect(await names(at('12:00'))).toEqual([0, 'Beds', 'Night round'])
    expect(await names('2026-06-15T12:00:00.001Z')).toEqual(['Beds', 0, 'Night round'])
    expect(await names('2026-06-15T21:59:59.999Z')).toEqual(['Beds', 0, 'Night round'])
    expect(await names(at('22:00'))).toEqual(['Beds', 'Night round', 0])
  })
})

describe('what nobody has taken', () => {
  beforeEach(async () => {
    await put('Cot', { dueDate: at('12:00') })
    await put('Stain', { dueDate: at('09:00') })
    await put('Vases')
    await put('Taken', { assignee: 'lea' })
    await put('Done', { status: 'completed' })
    await put('Pump', { department: 'Maintenance' })
    await put('Nowhere', { department: null })
  })

  test('is that of one’s own department, whatever one’s role', async () => {
    for (const name of ['gus', 'uli', 'marta'] as const) {
      const { unassigned } = await todayOf(name)
      expect(shown(unassigned), name).toEqual(['Stain', 'Cot', 'Vases', 3])
      expect(unassigned?.department?.name).toBe('Housekeeping')
    }
  })

  test('has the problems apart: those that cannot wait, then the oldest', async () => {
    await put('Lamp', { kind: 'problem', createdAt: at('09:00') })
    await put('Leak', { kind: 'problem', createdAt: at('09:30'), priority: 'high' })
    await put('Lock', { kind: 'problem', createdAt: at('08:30') })
    const { problems, unassigned } = await todayOf('uli')
    expect(shown(problems)).toEqual(['Leak', 'Lock', 'Lamp', 3])
    expect(shown(unassigned)).toEqual(['Stain', 'Cot', 'Vases', 3])
  })

  test('is that of all for managers without a department, and nothing for others without one', async () => {
    for (const name of ['nora', 'gita'] as const) {
      const { unassigned } = await todayOf(name)
      expect(shown(unassigned), name).toEqual(['Stain', 'Cot', 'Vases', 'Pump', 'Nowhere', 5])
      expect(unassigned?.department).toBeNull()
    }
    const ctx = muster.contextOf('uli', new Date(NOON))
    const nowhere = { ...ctx, viewer: { ...ctx.viewer, departmentId: null, department: null } }
    expect((await readTodaysWork(nowhere)).read().unassigned).toBeNull()
  })
})

describe('procedures to read', () => {
  test('are the global ones and those of one’s own department whose current revision is not confirmed', async () => {
    const uli = await muster.as('uli')
    const read = async () => (await uli.call(todayApi.read, {})).procedures?.items.map(({ title }) => title)
    const fire = await putSop(muster, { title: 'Fire drill' })
    await putSop(muster, { title: 'Linen', department: 'Housekeeping', version: '2.1' })
    await putSop(muster, { title: 'Pumps', department: 'Maintenance' })
    expect(await read()).toEqual(['Linen', 'Fire drill'])
    await uli.call(sopsApi.confirm, { params: { id: fire.id }, body: { revision: 1 } })
    expect(await read()).toEqual(['Linen'])
    const { procedures } = await (await muster.as('marta')).call(todayApi.read, {})
    expect(procedures?.total).toBe(2)
    expect(procedures?.items[0]).toMatchObject({ version: '2.1', pages: 1, department: { name: 'Housekeeping' } })
    expect((await todayOf('gita')).procedures?.items.map(({ title }) => title)).toEqual(['Fire drill'])
  })

  test('are not for guests', async () => {
    expect((await todayOf('gus')).procedures).toBeNull()
  })
})

test('tasks come as the board gives them, and the reply names what it has seen', async () => {
  await put('Beds', { assignee: 'uli' })
  const uli = await muster.as('uli')
  const { status, headers, json } = await uli.raw({ method: 'GET', url: '/api/v1/today' })
  expect(status).toBe(200)
  expect(headers['x-muster-snapshot']).toMatch(/^\d+:\d+:/)
  expect(json.open.tasks[0]).toMatchObject({
    title: 'Beds',
    assignee: { firstName: 'Uli' },
    department: { name: 'Housekeeping' },
  })
})
