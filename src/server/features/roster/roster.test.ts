import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearRoster, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_SHIFTS_PER_CALL } from '../../../shared/roster/shapes.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { readRoster } from './list.ts'
import { readOwnRoster } from './own.ts'

/** The plan as planners make it. `publish.test.ts` has what people see of it. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const { newShift, create, change, remove, read, publish, inWords } = rosterCalls(muster)
const idOf = (name: 'uli' | 'lea' | 'una' | 'gus' | 'marta') => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const departmentId = () => muster.fixtures.departments.Housekeeping
afterEach(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
  await query('delete from work_contracts')
})
const faultOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.issues?.map(({ path }) => path).join() ?? reply?.code}`
}

describe('a planned shift', () => {
  test('is planned in local times, over midnight and over a change of the clocks', async () => {
    const { shift } = await create({
      date: '2027-03-27',
      start: '22:00',
      end: '06:00',
      breakMinutes: 45,
      note: 'Lobby',
    })
    expect(shift).toMatchObject({
      ...{ userId: idOf('uli'), date: '2027-03-27', start: '22:00', end: '06:00', breakMinutes: 45, note: 'Lobby' },
      ...{ startTime: '2027-03-27T21:00:00.000Z', endTime: '2027-03-28T04:00:00.000Z', title: null },
      plan: { isPinned: false, isRemoved: false, published: null, asked: null },
    })
    const { shift: moved } = await change(shift.id, { date: '2027-03-28' })
    expect(moved).toMatchObject({ startTime: '2027-03-28T20:00:00.000Z', endTime: '2027-03-29T04:00:00.000Z' })
    // Another field leaves the times alone.
    const { shift: named } = await change(shift.id, { title: 'Night' })
    expect(named).toMatchObject({ title: 'Night', startTime: moved.startTime, endTime: moved.endTime, note: 'Lobby' })
  })

  test.each([
    [{ start: '06:00', end: '06:10' }, '400 end'],
    [{ start: '06:00', end: '22:15' }, '400 end'],
    [{ start: '06:00', end: '06:00' }, '400 end'],
    [{ breakMinutes: 241 }, '400 breakMinutes'],
    [{ start: '06:00', end: '07:00', breakMinutes: 60 }, '400 breakMinutes'],
    [{ date: '2026-02-30' }, '400 date'],
    [{ date: '2035-01-01' }, '400 date'],
    [{ start: '24:00' }, '400 start'],
    [{ title: 'x'.repeat(61) }, '400 title'],
    [{ person: 'una' as const }, '400 userId'],
    [{ person: 'gus' as const }, '400 userId'],
    [{ templateId: 999 }, '400 templateId'],
  ])('is refused with %j', async (fields, fault) => expect(await faultOf(create(fields))).toBe(fault))

  test('of another version is not overwritten', async () => {
    const { shift } = await create()
    const { updatedAt } = shift.plan ?? {}
    await change(shift.id, { end: '15:00', updatedAt })
    expect(await faultOf(change(shift.id, { end: '16:00', updatedAt }))).toBe('409 edited_meanwhile')
    expect((await read('marta')).shifts).toMatchObject([{ end: '15:00' }])
  })

  test('carries its published copy only while planners have it otherwise', async () => {
    const { shift } = await create()
    expect(shift.plan).toHaveProperty('published', null)
    await publish()
    const [published] = (await read('marta')).shifts
    expect(published?.plan).not.toHaveProperty('published')
    const { shift: changed } = await change(shift.id, { end: '15:00' })
    expect(changed.plan?.published).toMatchObject({ start: '06:00', end: '14:00' })
  })

  test('is gone at once if it was never published, else with the next publish', async () => {
    const { shift } = await create({ date: '2026-12-20' })
    await remove(shift.id)
    expect(await query('select id from planned_shifts')).toEqual([])
    const { id } = await putShift(muster, { person: 'uli', isPublished: true })
    await remove(id)
    expect((await read('marta')).shifts).toMatchObject([{ id, plan: { isRemoved: true } }])
    expect(inWords((await read('lea')).shifts)).toEqual(['Uli 2026-12-10 06:00–14:00'])
    // A change brings it back.
    await change(id, {})
    expect((await read('marta')).shifts).toMatchObject([{ id, plan: { isRemoved: false } }])
  })

  test('is planned by managers of its department and administrators alone', async () => {
    expect(await faultOf(create({}, 'milan'))).toBe('403 forbidden')
    expect(await faultOf(create({}, 'uli'))).toBe('403 forbidden')
    const { shift } = await create({}, 'adam')
    // Nobody else learns that there is a draft.
    for (const name of ['milan', 'nora'] as const)
      expect(await faultOf(change(shift.id, {}, name))).toBe('404 not_found')
    const published = await putShift(muster, { isPublished: true })
    for (const name of ['milan', 'nora'] as const)
      expect(await faultOf(remove(published.id, name))).toBe('403 forbidden')
  })
})

describe('many shifts at once', () => {
  const many = async (body: Parameters<typeof save>[1]) => save('marta', body)
  const save = async (name: 'marta', body: object) => (await muster.as(name)).call(rosterApi.many, { body })

  test('are created, changed and removed in a few statements', async () => {
    const { shift: one } = await create()
    const { shift: two } = await create({ person: 'lea' })
    const creating = Array.from({ length: 100 }, (_, at) =>
      newShift({ person: null, date: daysLater('2026-12-07', at % 7), start: '06:00', title: `Open ${at}` }),
    )
    const statements = vi.spyOn((await import('pg')).default.Client.prototype, 'query')
    const { shifts } = await many({
      create: creating,
      update: [{ id: one.id, end: '15:00', updatedAt: one.plan?.updatedAt }],
      remove: [{ id: two.id }],
    })
    const count = statements.mock.calls.length
    statements.mockRestore()
    expect(count).toBeLessThan(35)
    expect(shifts).toHaveLength(101)
    expect(shifts.at(-1)).toMatchObject({ id: one.id, end: '15:00' })
    expect(shifts[0]).toMatchObject({ title: 'Open 0', userId: null })
    expect(await query('select count(*)::int as shifts from planned_shifts')).toEqual([{ shifts: 101 }])
  })

  test('are all or none', async () => {
    const { shift } = await create()
    const old = { id: shift.id, updatedAt: '2026-01-01T00:00:00.000Z' }
    expect(await faultOf(many({ create: [newShift()], remove: [old] }))).toBe('409 edited_meanwhile')
    expect(await faultOf(many({ create: [newShift(), newShift({ end: '06:05' })] }))).toBe('400 create.1.end')
    expect(await faultOf(many({ update: [{ id: shift.id, start: '13:55' }] }))).toBe('400 update.0.end')
    expect(await faultOf(many({ update: [{ id: shift.id }], remove: [{ id: shift.id }] }))).toBe('400 update')
    expect(await faultOf(many({ remove: [{ id: 999_999 }] }))).toBe('404 not_found')
    expect(await faultOf(many({}))).toBe('400 ')
    const tooMany = Array.from({ length: MAX_SHIFTS_PER_CALL + 1 }, () => newShift())
    expect(await faultOf(many({ create: tooMany }))).toBe('400 create')
    const elsewhere = await putShift(muster, { department: 'Maintenance' })
    const adam = await muster.as('adam')
    const mixed = { create: [newShift()], remove: [{ id: elsewhere.id }] }
    expect(await faultOf(adam.call(rosterApi.many, { body: mixed }))).toBe('400 departmentId')
    expect(await query('select count(*)::int as shifts from planned_shifts')).toEqual([{ shifts: 2 }])
  })
})

describe('a copy of days', () => {
  const copy = async (from: string, to: string, target: string, withPeople = true) =>
    (await muster.as('marta')).call(rosterApi.copy, {
      body: { departmentId: departmentId(), from, to, target, withPeople },
    })

  test('keeps local times over a change of the clocks, and copies nothing twice', async () => {
    await create({ date: '2027-03-21', start: '06:00', end: '14:00', breakMinutes: 30, title: 'Early' })
    await create({ date: '2027-03-20', start: '22:00', end: '06:00', person: 'lea' })
    const { shifts } = await copy('2027-03-15', '2027-03-21', '2027-03-22')
    expect(inWords(shifts)).toEqual(['Léa 2027-03-27 22:00–06:00', 'Uli 2027-03-28 06:00–14:00'])
    expect(shifts.map(({ endTime }) => endTime)).toEqual(['2027-03-28T04:00:00.000Z', '2027-03-28T12:00:00.000Z'])
    expect(shifts[1]).toMatchObject({ breakMinutes: 30, title: 'Early' })
    expect(await copy('2027-03-15', '2027-03-21', '2027-03-22')).toEqual({ shifts: [], alreadyThere: 2 })
  })

  test('makes open shifts without people, and of those who have left', async () => {
    await create({ date: '2026-12-07' })
    const { shifts: open } = await copy('2026-12-07', '2026-12-07', '2026-12-14', false)
    expect(inWords(open)).toEqual(['nobody 2026-12-14 06:00–14:00'])
    await query(`update users set department_id = $1 where id = $2`, [
      muster.fixtures.departments.Maintenance,
      idOf('uli'),
    ])
    try {
      const { shifts: left } = await copy('2026-12-07', '2026-12-07', '2026-12-21')
      expect(inWords(left)).toEqual(['nobody 2026-12-21 06:00–14:00'])
    } finally {
      await query(`update users set department_id = $1 where id = $2`, [departmentId(), idOf('uli')])
    }
  })

  test('copies as many open shifts alike as there are', async () => {
    for (const _ of [1, 2, 3]) await create({ person: null, date: '2026-12-07' })
    await create({ person: null, date: '2026-12-14' })
    const { shifts, alreadyThere } = await copy('2026-12-07', '2026-12-07', '2026-12-14')
    expect([shifts.length, alreadyThere]).toEqual([2, 1])
  })
})

test('a discard takes back what is not published', async () => {
  const { id } = await putShift(muster, { person: 'uli', isPublished: true })
  const removed = await putShift(muster, { person: 'lea', isPublished: true, date: '2026-12-11' })
  const later = await putShift(muster, { person: 'lea', date: '2026-12-20' })
  await change(id, { end: '18:00', person: undefined } as object)
  await remove(removed.id)
  await create({ date: '2026-12-12' })
  const marta = await muster.as('marta')
  const days = { departmentId: departmentId(), from: '2026-12-07', to: '2026-12-13' }
  expect(await marta.call(rosterApi.discard, { body: days })).toEqual({ discarded: 3 })
  const { shifts, changes } = await read('marta')
  expect(inWords(shifts)).toEqual(['Uli 2026-12-10 06:00–14:00', 'Léa 2026-12-11 06:00–14:00'])
  expect(changes).toEqual({ added: 0, changed: 0, removed: 0 })
  expect(await query('select id from planned_shifts where id = $1', [later.id])).toHaveLength(1)
})

describe('a planner reads', () => {
  test('hours of contracts, plans and sessions, and the rules that the plan would break', async () => {
    await query(
      `insert into work_contracts (user_id, from_date, weekly_minutes, days_per_week) values ($1, '2026-01-05', 1200, 3)`,
      [idOf('uli')],
    )
    await putSession(muster, 'uli', '2026-12-07T13:00:00.000Z', '2026-12-07T22:50:00.000Z')
    for (const date of ['2026-12-08', '2026-12-09', '2026-12-12'])
      await putShift(muster, { person: 'uli', date, start: '09:00', end: '17:00', breakMinutes: 30 })
    await putShift(muster, { person: 'lea', date: '2026-12-12', start: '22:00', end: '06:00', breakMinutes: 30 })
    const ctx = muster.contextOf('marta', new Date('2026-12-08T05:00:00.000Z'))
    const input = {
      params: {},
      query: { departmentId: departmentId(), from: '2026-12-07', to: '2026-12-13' },
      body: undefined,
    }
    const { people, changes } = await readRoster(ctx, input)
    const of = (name: 'uli' | 'lea' | 'marta') => people.find(({ user }) => user.id === idOf(name))
    expect(of('uli')).toMatchObject({
      ...{
        hasLeft: false,
        contractMinutes: 1200,
        plannedMinutes: 3 * 450,
        workedMinutes: 590,
        nights: 0,
        weekendDays: 1,
      },
      warnings: [
        { rule: 'overtimeWeekMinutes', date: '2026-12-07', value: 590 + 3 * 450, limit: 1200 },
        { rule: 'restMinutes', date: '2026-12-07', value: 550, limit: 660 },
        { rule: 'breaks', date: '2026-12-07', value: 0, limit: 15 },
      ],
    })
    expect(of('lea')).toMatchObject({ contractMinutes: null, plannedMinutes: 450, nights: 1, warnings: [] })
    expect(people.map(({ user }) => user.firstName)).toEqual(['Léa', 'Marta', 'Uli'])
    expect(changes).toEqual({ added: 4, changed: 0, removed: 0 })
  })

  test('an average over many weeks that is too high, worked or planned', async () => {
    const weeks = { worked: 16, planned: 17 }
    const work = (name: 'uli' | 'lea' | 'marta', hours: number, pause: number) =>
      query(
        `with worked as (
          insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
          select $1, $2, at, at + $3::int * interval '1 hour', $3::int * 60, 'completed'
          from generate_series(1, $5::int) as week cross join generate_series(0, 5) as day
            cross join lateral (select timestamptz '2026-12-07 05:00Z' - week * interval '7 days' + day * interval '1 day' as at) as begun
          returning id, start_time
        )
        insert into breaks (session_id, start_time, end_time, is_paid)
        select id, start_time + interval '2 hours', start_time + interval '2 hours' + $4::int * interval '1 minute', false
        from worked where $4::int > 0`,
        [idOf(name), departmentId(), hours, pause, weeks.worked],
      )
    await work('uli', 9, 0)
    // Marta was there for longer than the limit, but not at work.
    await work('marta', 9, 120)
    await query(
      `insert into planned_shifts (department_id, user_id, start_time, end_time)
      select $2, $1, at, at + interval '9 hours'
      from generate_series(1, $3::int) as week cross join generate_series(0, 5) as day
        cross join lateral (select timestamptz '2026-12-07 05:00Z' + week * interval '7 days' + day * interval '1 day' as at) as begun`,
      [idOf('lea'), departmentId(), weeks.planned],
    )
    const averagesIn = async (from: string) => {
      const ctx = muster.contextOf('gita', new Date('2026-12-08T05:00:00.000Z'))
      const week = { departmentId: departmentId(), from, to: daysLater(from, 6) }
      const { people } = await readRoster(ctx, { params: {}, query: week, body: undefined })
      return people.flatMap(({ user, warnings = [] }) =>
        warnings.filter(({ rule }) => rule === 'averageMinutes').map(({ value }) => [user.firstName, value]),
      )
    }
    expect(await averagesIn('2026-12-07')).toEqual([['Uli', Math.floor((16 * 6 * 9 * 60) / 17)]])
    expect(await averagesIn('2027-04-05')).toEqual([['Léa', 6 * 9 * 60]])
    expect(await averagesIn('2027-08-02')).toEqual([])
  })

  test('what became of shifts that have begun, which their person reads too, and nobody else', async () => {
    const shift = await putShift(muster, { person: 'uli', date: '2026-12-08', isPublished: true })
    const absent = await putShift(muster, { person: 'lea', date: '2026-12-08', isPublished: true })
    const later = await putShift(muster, { person: 'uli', date: '2026-12-10', isPublished: true })
    await putSession(muster, 'uli', '2026-12-08T05:10:00.000Z', '2026-12-08T13:05:00.000Z')
    await putSession(muster, 'uli', '2026-12-09T05:00:00.000Z', '2026-12-09T06:00:00.000Z')
    const query = { departmentId: departmentId(), from: '2026-12-07', to: '2026-12-13' }
    const at = new Date('2026-12-09T12:00:00.000Z')
    const input = { params: {}, query, body: undefined }
    const { shifts, people } = await readRoster(muster.contextOf('marta', at), input)
    const actualOf = (id: number) => shifts.find((each) => each.id === id)?.actual
    const worked = {
      minutes: 475,
      cameAt: '2026-12-08T05:10:00.000Z',
      wentAt: '2026-12-08T13:05:00.000Z',
      state: 'worked',
    }
    expect(actualOf(shift.id)).toEqual(worked)
    expect(actualOf(absent.id)).toEqual({ minutes: 0, cameAt: null, wentAt: null, state: 'absent' })
    expect(actualOf(later.id)).toBeUndefined()
    expect(people.find(({ user }) => user.id === idOf('uli'))).toMatchObject({
      workedMinutes: 535,
      unplannedMinutes: 60,
    })
    const own = await readOwnRoster(muster.contextOf('uli', at), { params: {}, query: {}, body: undefined })
    expect(own.shifts.map(({ id, actual }) => [id, actual])).toEqual([
      [shift.id, worked],
      [later.id, undefined],
    ])
    const seen = await readRoster(muster.contextOf('lea', at), input)
    expect(seen.shifts.map(({ actual }) => actual)).toEqual([undefined, undefined, undefined])
  })

  test('work across the end of a week belongs to the same shift, whichever week is read', async () => {
    // One stretch at the clock in three shifts that touch: the last day of a week, its night, and the next morning.
    const day = await putShift(muster, {
      person: 'uli',
      date: '2026-12-06',
      start: '14:00',
      end: '22:00',
      isPublished: true,
    })
    const night = await putShift(muster, {
      person: 'uli',
      date: '2026-12-06',
      start: '22:00',
      end: '06:00',
      isPublished: true,
    })
    const morning = await putShift(muster, { person: 'uli', date: '2026-12-07', isPublished: true })
    await putSession(muster, 'uli', '2026-12-06T13:00:00.000Z', '2026-12-06T22:00:00.000Z')
    await putSession(muster, 'uli', '2026-12-06T23:00:00.000Z', '2026-12-07T05:30:00.000Z')
    await putSession(muster, 'uli', '2026-12-07T06:00:00.000Z', '2026-12-07T13:05:00.000Z')
    const right = { [day.id]: 480, [night.id]: 420, [morning.id]: 455 }
    const at = new Date('2026-12-09T12:00:00.000Z')
    const weeks = [
      { from: '2026-11-30', to: '2026-12-06' },
      { from: '2026-12-07', to: '2026-12-13' },
    ]
    for (const week of weeks) {
      const list = { params: {}, query: { departmentId: departmentId(), ...week }, body: undefined }
      const { shifts } = await readRoster(muster.contextOf('marta', at), list)
      const query = { week: week.from }
      const own = await readOwnRoster(muster.contextOf('uli', at), { params: {}, query, body: undefined })
      for (const { id, actual } of [...shifts, ...own.shifts]) expect([id, actual?.minutes]).toEqual([id, right[id]])
      expect(own.shifts.map(({ date }) => date >= week.from && date <= week.to)).not.toContain(false)
    }
  })

  test('42 days at most', async () => {
    expect(await faultOf(read('marta', { from: '2026-12-01', to: '2027-01-12' }))).toBe('400 to')
    expect(await faultOf(read('marta', { from: '2026-12-02', to: '2026-12-01' }))).toBe('400 to')
    await read('marta', { from: '2026-12-01', to: '2027-01-11' })
  })

  test('what is wrong at once, after a change', async () => {
    await putShift(muster, { person: 'uli', date: '2027-06-09', start: '14:00', end: '22:00', breakMinutes: 30 })
    const { warnings } = await create({ date: '2027-06-10', breakMinutes: 30 })
    expect(warnings).toMatchObject([{ rule: 'restMinutes', userId: idOf('uli'), value: 480, limit: 660 }])
  })
})

test('others read what is published, without notes to others, figures and drafts', async () => {
  await putShift(muster, { person: 'uli', isPublished: true, note: 'For you', title: 'Early' })
  await putShift(muster, { person: 'lea', isPublished: true, note: 'For Léa', date: '2026-12-11' })
  const { id } = await putShift(muster, { person: 'uli', isPublished: true, date: '2026-12-12' })
  await putShift(muster, { person: 'uli', date: '2026-12-13', title: 'Secret' })
  await change(id, { start: '08:00', title: 'Secret' })
  const { shifts, people, changes } = await read('uli')
  expect(inWords(shifts)).toEqual([
    ...['Uli 2026-12-10 06:00–14:00', 'Léa 2026-12-11 06:00–14:00', 'Uli 2026-12-12 06:00–14:00'],
  ])
  expect(shifts.map(({ note, plan }) => [note, plan])).toEqual([
    ['For you', null],
    [null, null],
    [null, null],
  ])
  expect(people.every((person) => Object.keys(person).sort().join() === 'hasLeft,user')).toBe(true)
  expect(changes).toBeNull()
  expect(JSON.stringify([await read('milan'), await read('nora')])).not.toContain('Secret')
  for (const name of ['una', 'gus', 'gwen'] as const) expect(await faultOf(read(name))).toBe('403 forbidden')
})

test('a day has a limit of shifts', async () => {
  const date = daysLater(dateOf(Date.now(), 'Europe/Berlin'), 30)
  await query(
    `insert into planned_shifts (department_id, start_time, end_time)
     select $1, $2::date + interval '10 hours', $2::date + interval '12 hours' from generate_series(1, 999)`,
    [departmentId(), date],
  )
  await create({ date })
  expect(await faultOf(create({ date }))).toBe('409 too_many_shifts')
  await create({ date: daysLater(date, 1) })
})

test('the plan never refuses a clock-in', async () => {
  const uli = await muster.as('uli')
  const { clockApi } = await import('../../../shared/clock.ts')
  await publish()
  await uli.call(clockApi.start, { body: {} })
  await uli.call(clockApi.stop, { body: {} })
})
