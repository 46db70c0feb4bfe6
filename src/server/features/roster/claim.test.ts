import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { countStatements } from '../../../../test/support/statements.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater, weekOfDate } from '../../../shared/time/time.ts'
import { type WorkRules, workRulePresets, workRulesApi } from '../../../shared/work-rules.ts'
import { claimShift } from './claim.ts'
import { readOwnRoster } from './own.ts'

/** Open shifts are taken, offered and given back. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const { change, remove, publish, read, preview } = rosterCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
/** A Monday three weeks from now. */
const monday = weekOfDate(daysLater(dateOf(Date.now(), 'Europe/Berlin'), 21), 'Europe/Berlin')[0]?.date ?? ''
const day = (number: number) => daysLater(monday, number)
const days = { from: day(-7), to: day(20) }
const open = (date = monday, fields: { start?: string; end?: string; person?: PersonName } = {}) =>
  putShift(muster, { date, isPublished: true, breakMinutes: 30, ...fields })
const claim = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(rosterApi.claim, { params: { id } })
const offer = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(rosterApi.offer, { params: { id } })
const withdraw = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(rosterApi.withdrawOffer, { params: { id } })
const own = async (name: PersonName = 'uli', week = monday) =>
  (await muster.as(name)).call(rosterApi.own, { query: { week } })
const refusalOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return { status, code: reply?.code, message: reply?.message, params: reply?.params }
}
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code
const told = async (name: PersonName) => {
  const list = await (await muster.as(name)).call(notificationsApi.list, { query: {} })
  return list.map(({ title }) => title)
}
const setRules = async (rules: Partial<WorkRules>) =>
  (await muster.as('adam')).call(workRulesApi.update, { body: { ...workRulePresets.none, ...rules } })

beforeEach(async () => {
  await query('delete from notifications')
})
afterEach(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
  await query(`delete from settings where name = 'workRules'`)
  muster.services.settings.forget()
})

describe('a claim', () => {
  test('gives an open shift to one person, in both copies, once', async () => {
    const { id } = await putShift(muster, { date: monday, isPublished: true, title: 'Lobby', note: 'Keys at desk 2' })
    const mine = await claim(id)
    expect(mine).toMatchObject({ id, userId: idOf('uli'), date: monday, title: 'Lobby', note: 'Keys at desk 2' })
    expect(await claim(id)).toEqual(mine)
    expect(await preview(days)).toMatchObject({ added: 0, changed: 0, removed: 0 })
    const row = `select user_id, published_user_id, published_version, published_by from planned_shifts`
    expect(await query(row)).toEqual([
      { user_id: idOf('uli'), published_user_id: idOf('uli'), published_version: 2, published_by: idOf('uli') },
    ])
    expect((await own()).shifts).toMatchObject([{ id }])
    const { reply, status } = await httpErrorOf(claim(id, 'lea'))
    expect([status, reply?.code, reply?.assignee?.id]).toEqual([409, 'taken', idOf('uli')])
    const { entries } = await (await muster.as('adam')).call(auditApi.list, {
      query: { resourceType: 'planned-shift' },
    })
    expect(entries.filter(({ action }) => action === 'planned-shift.claim')).toHaveLength(1)
  })

  test('is for the people of the department', async () => {
    const { id } = await open()
    expect(await codeOf(claim(id, 'una'))).toBe('not_found')
    expect(await codeOf(claim(id, 'milan'))).toBe('forbidden')
    expect(await codeOf(claim(id, 'adam'))).toBe('forbidden')
    expect(await codeOf(claim(id, 'gus'))).toBe('forbidden')
    expect(await claim(id, 'marta')).toMatchObject({ userId: idOf('marta'), plan: null })
    // A draft does not exist for others.
    expect(await codeOf(claim((await putShift(muster, { date: monday })).id))).toBe('not_found')
  })

  test('waits while planners change the shift', async () => {
    const { id } = await open()
    await change(id, { end: '15:00' })
    expect(await codeOf(claim(id))).toBe('being_changed')
    await remove(id)
    expect(await codeOf(claim(id))).toBe('being_changed')
    expect(await codeOf(claim((await putShift(muster, { date: monday })).id, 'marta'))).toBe('being_changed')
  })

  test('comes too late once the shift has begun', async () => {
    const shift = await open()
    const at = new Date(Date.parse(shift.startTime))
    const claimed = claimShift(muster.contextOf('uli', at), {
      params: { id: shift.id },
      query: undefined,
      body: undefined,
    })
    await expect(claimed).rejects.toMatchObject({ status: 409, code: 'begun' })
  })

  test('never makes two shifts at once, also in another department', async () => {
    await putShift(muster, { person: 'uli', department: 'Maintenance', date: monday, isPublished: true })
    const { id } = await open(monday, { start: '13:45', end: '20:00' })
    expect(await refusalOf(claim(id))).toMatchObject({
      ...{ status: 409, code: 'overlaps', message: 'You have another shift at that time' },
    })
    // Touching is no overlap.
    await setRules({})
    expect(await claim((await open(monday, { start: '14:00', end: '20:00' })).id)).toBeTruthy()
  })

  test.each([
    [
      'before',
      { person: 'uli', date: -1, start: '14:00', end: '22:00' },
      { start: '07:30', end: '15:00' },
      'Only 9 h 30 min of rest before it, 11 h are needed',
      570,
    ],
    [
      'after',
      { person: 'uli', date: 1, start: '05:00', end: '10:00' },
      { start: '14:00', end: '22:00' },
      'Only 7 h of rest after it, 11 h are needed',
      420,
    ],
  ] as const)('never breaks the rest %s it', async (side, { date, ...other }, times, message, restMinutes) => {
    await open(day(date), other)
    const { id } = await open(monday, times)
    const params = { restMinutes, neededMinutes: 660 }
    expect(await refusalOf(claim(id))).toMatchObject({ status: 409, code: 'rest', message, params })
    const { openShifts } = await own()
    expect(openShifts).toMatchObject([
      { shift: { id }, mayClaim: false, whyNot: { code: 'rest', value: restMinutes, limit: 660, side } },
    ])
    expect(await query('select published_version as version from planned_shifts where id = $1', [id])).toEqual([
      { version: 1 },
    ])
    await setRules({ restMinutes: 420 })
    expect(await claim(id)).toMatchObject({ id })
  })

  test('never breaks the rest after work at the clock, whatever was planned', async () => {
    const shift = await open(day(1))
    const start = Date.parse(shift.startTime)
    const [came, went] = [start - 16 * 3_600_000, start - 9.5 * 3_600_000]
    await putSession(muster, 'uli', new Date(came).toISOString(), new Date(went).toISOString())
    const at = new Date(went + 60_000)
    const input = { params: { id: shift.id }, query: undefined, body: undefined }
    await expect(claimShift(muster.contextOf('uli', at), input)).rejects.toMatchObject({ status: 409, code: 'rest' })
    const week = await readOwnRoster(muster.contextOf('uli', at), { params: {}, query: {}, body: undefined })
    expect(week.openShifts).toMatchObject([{ shift: { id: shift.id }, mayClaim: false, whyNot: { value: 570 } }])
  })

  test('never breaks the rules about days, weeks and rows', async () => {
    for (const number of [0, 1, 2, 3, 4]) await open(day(number), { person: 'uli' })
    const sixth = await open(day(5))
    await setRules({ weekMinutes: 2_400 })
    expect(await refusalOf(claim(sixth.id))).toMatchObject({
      ...{ code: 'week', message: 'It would make 45 h of work that week, at most 40 h are allowed' },
      params: { minutes: 2_700, limitMinutes: 2_400 },
    })
    await setRules({ weekRestMinutes: 3_000 })
    const sunday = await open(day(6))
    expect(await refusalOf(claim(sunday.id))).toMatchObject({
      ...{ code: 'week', message: 'Only 40 h free in one piece that week, 50 h are needed' },
      params: { restMinutes: 2_400, neededMinutes: 3_000 },
    })
    await setRules({ daysInRow: 5 })
    expect(await refusalOf(claim(sixth.id))).toMatchObject({
      ...{ code: 'row', message: 'It would make 6 days of work in a row, at most 5 are allowed' },
      params: { days: 6, limitDays: 5 },
    })
    // A shift between two rows makes a longer one, which breaks the rule on a later day.
    await query('delete from planned_shifts where published_user_id is not null')
    for (const number of [0, 1, 2, 4, 5, 6]) await open(day(number), { person: 'uli' })
    const between = await open(day(3))
    expect(await codeOf(claim(between.id))).toBe('row')
    await setRules({ dayMinutes: 600 })
    const late = await open(day(6), { start: '16:00', end: '20:00' })
    expect(await refusalOf(claim(late.id))).toMatchObject({ code: 'day', params: { limitMinutes: 600 } })
    await setRules({})
    expect(await claim(late.id)).toMatchObject({ id: late.id })
  })

  test('of shifts that overlap gives a person one, however fast they tap', async () => {
    const shifts = []
    for (let at = 0; at < 8; at += 1) shifts.push(await open())
    // No limit of calls makes a manager's wait for each other.
    const outcomes = await Promise.allSettled(shifts.map(({ id }) => claim(id, 'marta')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is not refused for what is broken already', async () => {
    await open(day(0), { person: 'uli', start: '14:00', end: '23:00' })
    await open(day(1), { person: 'uli', start: '06:00', end: '14:00' })
    const { id } = await open(day(4))
    expect(await claim(id)).toMatchObject({ id })
  })

  test('tells the managers on duty, and open pages', async () => {
    const { id } = await open()
    await putSession(muster, 'marta', new Date(Date.now() - 3_600_000).toISOString(), null)
    const page = await openPage(await muster.listen(), { cookie: (await muster.as('lea')).cookie })
    page.send({ type: 'auth', userId: idOf('lea') })
    await page.receives('auth_success')
    await claim(id)
    expect((await page.receives('change')).data).toMatchObject({ resource: 'roster' })
    page.socket.terminate()
    expect(await told('marta')).toEqual(['Uli Brandt takes an open shift'])
    for (const name of ['lea', 'milan', 'uli'] as const) expect(await told(name)).toEqual([])
  })
})

describe('an offer', () => {
  test('leaves the shift with its person until a colleague takes it', async () => {
    const { id } = await open(monday, { person: 'uli' })
    await offer(id)
    await offer(id)
    expect((await own()).shifts).toMatchObject([{ id, userId: idOf('uli'), isOffered: true }])
    expect((await own()).openShifts).toEqual([])
    expect((await own('lea')).openShifts).toMatchObject([
      { shift: { id }, offeredBy: { id: idOf('uli'), firstName: 'Uli' }, mayClaim: true, whyNot: null },
    ])
    // A planner sees it, and there is nothing to publish.
    expect((await read('marta', days)).shifts).toMatchObject([{ id, isOffered: true }])
    expect(await preview(days)).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect(await claim(id, 'lea')).toMatchObject({ userId: idOf('lea') })
    expect(await told('uli')).toEqual(['Léa Kern takes over your shift'])
    expect((await own()).shifts).toEqual([])
    expect((await own('lea')).shifts.map(({ isOffered }) => isOffered)).toEqual([undefined])
    expect(await codeOf(claim(id))).toBe('taken')
    expect(await codeOf(withdraw(id))).toBe('not_yours')
  })

  test('is taken back', async () => {
    const { id } = await open(monday, { person: 'uli' })
    await offer(id)
    await withdraw(id)
    await withdraw(id)
    expect(await codeOf(claim(id, 'lea'))).toBe('taken')
    expect((await own('lea')).openShifts).toEqual([])
    const actions = await query(`select action from audit_logs where resource_id = $1 order by id`, [String(id)])
    expect(actions.map(({ action }) => action).slice(-2)).toEqual(['planned-shift.offer', 'planned-shift.withdraw'])
  })

  test('is of one’s own published shifts that have not begun', async () => {
    expect(await codeOf(offer((await open()).id))).toBe('not_yours')
    expect(await codeOf(offer((await open(day(1), { person: 'lea' })).id))).toBe('not_yours')
    expect(await codeOf(offer((await putShift(muster, { person: 'uli', date: monday })).id))).toBe('not_found')
    const past = await open(daysLater(dateOf(Date.now(), 'Europe/Berlin'), -2), { person: 'uli' })
    expect(await codeOf(offer(past.id))).toBe('begun')
    const { id } = await open(monday, { person: 'uli' })
    await change(id, { end: '15:00' })
    expect(await codeOf(offer(id))).toBe('being_changed')
  })

  test('ends when a publish gives the shift to somebody else', async () => {
    const { id } = await open(monday, { person: 'uli' })
    await offer(id)
    await change(id, { title: 'Lobby' })
    expect(await codeOf(claim(id, 'lea'))).toBe('being_changed')
    await publish({ days })
    expect((await own()).shifts).toMatchObject([{ title: 'Lobby', isOffered: true }])
    await change(id, { userId: idOf('lea') })
    await publish({ days })
    expect((await own('lea')).shifts.map(({ isOffered }) => isOffered)).toEqual([undefined])
    expect(await codeOf(claim(id))).toBe('taken')
  })
})

test('a hundred open shifts are judged in a few statements', async () => {
  for (const number of [0, 1, 2, 3, 4, 5, 6]) await open(day(number))
  const count = async () => {
    const tables = ['planned_shifts', 'clock_sessions', 'shift_asks', 'shift_exchanges']
    const [{ openShifts }, statements] = await countStatements(tables, () => own())
    return [openShifts?.length, statements]
  }
  await own()
  const [few, statements] = await count()
  expect(few).toBe(7)
  await query(`insert into planned_shifts (department_id, start_time, end_time, published_start_time, published_end_time,
      published_version, published_break_minutes)
    select department_id, start_time, end_time, published_start_time, published_end_time, 1, 0
    from planned_shifts, generate_series(1, 14)`)
  expect(await count()).toEqual([100, statements])
  expect(statements).toBeLessThan(14)
})
