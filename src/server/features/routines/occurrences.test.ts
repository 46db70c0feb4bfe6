import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { putOccurrence, putRoutine, routineCalls } from '../../../../test/support/routines.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'

const muster = useTestApp()
const { occurrences, week } = routineCalls(muster)
const at = (time: string, date = '03') => `2026-11-${date}T${time}:00.000Z`
const put = (fields: Parameters<typeof putOccurrence>[1]) => putOccurrence(muster, { routineId: routine.id, ...fields })

let routine: { id: number }
beforeEach(async () => {
  routine = await putRoutine(muster)
})
afterEach(async () => {
  await clearSessions(muster)
  await muster.services.database.pool.query('delete from tasks; delete from routines')
})

describe('the occurrences of a routine', () => {
  test('come with the latest first, a page at a time', async () => {
    for (const date of ['03', '04', '05', '06', '07']) await put({ occurrenceAt: at('05:00', date) })
    const days = (page: Awaited<ReturnType<typeof occurrences>>) =>
      page.occurrences.map(({ occurrenceAt }) => occurrenceAt.slice(8, 10))
    const first = await occurrences('uli', routine.id, { limit: 2 })
    expect(days(first)).toEqual(['07', '06'])
    const second = await occurrences('uli', routine.id, { limit: 2, before: first.next ?? '' })
    expect(days(second)).toEqual(['05', '04'])
    const third = await occurrences('uli', routine.id, { limit: 2, before: second.next ?? '' })
    expect([days(third), third.next]).toEqual([['03'], null])
  })

  test('say who has it, when it was due, and what became of it', async () => {
    await put({
      occurrenceAt: at('05:00'),
      dueDate: at('07:00'),
      closesAt: at('09:00'),
      assignee: 'uli',
      status: 'completed',
      completedAt: at('07:30'),
      outcome: 'late',
    })
    const skipped = { outcome: 'skipped', closedAt: at('06:00', '04'), skipReason: 'The pool is closed' } as const
    await put({ occurrenceAt: at('05:00', '04'), dueDate: null, closesAt: null, ...skipped })
    const page = await occurrences('uli', routine.id)
    const { id, firstName, lastName, profileImageUrl } = muster.fixtures.people.uli
    expect(page.occurrences).toMatchObject([
      // Somebody has taken the due date away.
      { outcome: 'skipped', skipReason: 'The pool is closed', cause: null, dueAt: at('05:00', '04'), closesAt: null },
      {
        ...{ routineId: routine.id, title: 'Pool: water test', status: 'completed', outcome: 'late', cause: null },
        ...{ occurrenceAt: at('05:00'), dueAt: at('07:00'), closesAt: at('09:00'), completedAt: at('07:30') },
        assignee: { id, firstName, lastName, profileImageUrl },
      },
    ])
  })

  test('are those that the viewer may see', async () => {
    await put({ occurrenceAt: at('05:00') })
    await put({ occurrenceAt: at('05:00', '04'), department: 'Maintenance' })
    await put({ occurrenceAt: at('05:00', '05'), deletedAt: at('06:00', '05') })
    const count = async (name: 'uli' | 'marta') => (await occurrences(name, routine.id)).occurrences.length
    expect([await count('uli'), await count('marta')]).toEqual([1, 2])
    expect((await httpErrorOf(occurrences('una', routine.id))).status).toBe(404)
  })
})

describe('the cause of a missed one', () => {
  const window = { occurrenceAt: at('05:00'), dueDate: at('07:00'), closesAt: at('09:00'), createdAt: at('05:00') }
  const missed = { ...window, outcome: 'missed', closedAt: at('09:00') } as const
  const cause = async (fields: Parameters<typeof putOccurrence>[1] = {}) => {
    await put({ ...missed, ...fields })
    return (await occurrences('marta', routine.id)).occurrences[0]?.cause
  }

  test('is that Muster was down, if it was recorded after its window', async () => {
    await putSession(muster, 'uli', at('05:00'), at('13:00'))
    expect(await cause({ createdAt: at('09:00') })).toBe('muster_was_down')
  })
  test('also if a later one took its place', async () => {
    expect(await cause({ closesAt: null, createdAt: at('11:00'), closedAt: at('11:00') })).toBe('muster_was_down')
  })

  test.each([
    ['taken', { assignee: 'uli', takenAt: at('06:00') }],
    ['begun', { status: 'in_progress' }],
    ['begun with a step', { stepsTotal: 2, stepsDone: 1 }],
  ] as const)('is that it was not finished, if somebody had %s', async (_, fields) => {
    expect(await cause(fields)).toBe('taken_not_finished')
  })

  test('is that nobody was on duty in its department', async () => {
    await putSession(muster, 'una', at('05:00'), at('13:00'))
    expect(await cause()).toBe('nobody_on_duty')
  })

  test.each([
    ['during all of it', at('04:00'), at('13:00'), 'on_duty_not_taken'],
    ['at its beginning', at('00:00'), at('05:01'), 'on_duty_not_taken'],
    ['at its end', at('08:59'), at('13:00'), 'on_duty_not_taken'],
    ['until it opened', at('00:00'), at('05:00'), 'nobody_on_duty'],
    ['from its end on', at('09:00'), at('13:00'), 'nobody_on_duty'],
    ['and still is', at('08:00'), null, 'on_duty_not_taken'],
    ['with a forgotten clock-out, since 13 hours', at('16:00', '02'), null, 'on_duty_not_taken'],
    ['with a forgotten clock-out, since 14 hours', at('15:00', '02'), null, 'nobody_on_duty'],
    ['with a clock-out that came too late', at('15:00', '02'), at('13:00'), 'nobody_on_duty'],
  ])('depends on whether somebody was on duty %s', async (_, from, to, expected) => {
    await putSession(muster, 'uli', from, to)
    expect(await cause()).toBe(expected)
  })

  test('asks only for the person who has it, if there is one', async () => {
    await putSession(muster, 'lea', at('05:00'), at('13:00'))
    expect(await cause({ assignee: 'uli' })).toBe('nobody_on_duty')
    await putSession(muster, 'uli', at('05:00'), at('13:00'))
    const [occurrence] = (await occurrences('marta', routine.id)).occurrences
    // It is worked out each time: the clock-in came later.
    expect(occurrence?.cause).toBe('on_duty_not_taken')
  })
})

describe('a week', () => {
  test('has what opens between two days of the time zone, both included', async () => {
    // From midnight to midnight in Berlin.
    const times = [at('22:59', '01'), at('23:00', '01'), at('05:00', '05'), at('22:59', '08'), at('23:00', '08')]
    for (const occurrenceAt of times) await put({ occurrenceAt })
    const found = await week('uli', '2026-11-02', '2026-11-08')
    expect(found.map(({ occurrenceAt }) => occurrenceAt)).toEqual(times.slice(1, 4))
    expect(found[0]).toMatchObject({ routineId: routine.id, status: 'pending', outcome: null })
  })

  test('has closed occurrences too, and those of the department that is asked for', async () => {
    const here = await put({ occurrenceAt: at('05:00'), outcome: 'missed', closedAt: at('09:00') })
    const there = await putOccurrence(muster, { department: 'Maintenance', occurrenceAt: at('05:00') })
    const gone = await putRoutine(muster, { deletedAt: at('06:00') })
    await put({ routineId: gone.id, occurrenceAt: at('05:00') })
    const idsFor = async (name: 'uli' | 'marta', departmentId?: number) =>
      (await week(name, '2026-11-03', '2026-11-03', departmentId)).map(({ taskId }) => taskId)
    const { Housekeeping, Maintenance } = muster.fixtures.departments
    expect(await idsFor('uli')).toEqual([here.id])
    expect(await idsFor('marta')).toEqual([here.id, there.id])
    expect(await idsFor('marta', Maintenance)).toEqual([there.id])
    expect(await idsFor('uli', Housekeeping)).toEqual([here.id])
    expect((await httpErrorOf(idsFor('uli', Maintenance))).status).toBe(403)
  })

  test.each([
    ['2026-11-02', '2026-11-16'],
    ['2026-11-02', '2026-11-01'],
  ])('from %s to %s gets 400', async (from, to) => {
    const { status, reply } = await httpErrorOf(week('uli', from, to))
    expect([status, reply?.issues?.map(({ path }) => path)]).toEqual([400, ['from', 'to']])
  })

  test('may have two weeks', async () => {
    expect(await week('uli', '2026-11-02', '2026-11-15')).toEqual([])
  })
})
