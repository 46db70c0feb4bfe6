import { afterEach, beforeEach, expect, test } from 'vitest'
import { putAbsence } from '../../../../test/support/absences.ts'
import { clearSessions } from '../../../../test/support/clock.ts'
import { crowdOf } from '../../../../test/support/crowd.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { countStatements } from '../../../../test/support/statements.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { profileApi } from '../../../shared/profile.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater, weekOfDate } from '../../../shared/time/time.ts'
import { type WorkRules, workRulePresets, workRulesApi } from '../../../shared/work-rules.ts'

/** Planners find somebody for a shift, and ask people whether they could come. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const { change } = rosterCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
/** A Monday three weeks from now. */
const monday = weekOfDate(daysLater(dateOf(Date.now(), 'Europe/Berlin'), 21), 'Europe/Berlin')[0]?.date ?? ''
const day = (number: number) => daysLater(monday, number)
const put = async (person: PersonName | null, date = monday, fields: { start?: string; end?: string } = {}) =>
  (await putShift(muster, { date, person, isPublished: true, breakMinutes: 30, ...fields })).id
const find = async (id: number, name: PersonName = 'marta') =>
  (await muster.as(name)).call(rosterApi.candidates, { params: { id } })
const ask = async (id: number, people: PersonName[], reason?: string, name: PersonName = 'marta') =>
  (await muster.as(name)).call(rosterApi.askPeople, {
    params: { id },
    body: { userIds: people.map(idOf), ...(reason && { reason }) },
  })
const decline = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(rosterApi.declineShift, { params: { id } })
const claim = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(rosterApi.claim, { params: { id } })
const own = async (name: PersonName, week?: string) =>
  (await muster.as(name)).call(rosterApi.own, { query: week ? { week } : {} })
const codeOf = async (promise: Promise<unknown>) => (await httpErrorOf(promise)).reply?.code
const told = async (name: PersonName) => {
  const list = await (await muster.as(name)).call(notificationsApi.list, { query: {} })
  return list.map(({ title, message }) => `${title} ${message}`)
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
  await query(`delete from work_contracts; update users set wants_extra_shifts = false;
    delete from sessions where user_id in (select id from users where email like 'crowd%');
    delete from users where email like 'crowd%'`)
  muster.services.settings.forget()
})

test('candidates are the people of the department with their rest and hours, best first', async () => {
  await setRules({ restMinutes: 660 })
  await put('uli', monday, { start: '14:00', end: '22:00' })
  await put('uli', day(3))
  const { id } = await putShift(muster, { date: day(1), isPublished: true, breakMinutes: 30 })
  await query(
    `insert into work_contracts (user_id, from_date, weekly_minutes, days_per_week) values ($1, '2026-01-05', 2400, 5)`,
    [idOf('uli')],
  )
  await (await muster.as('lea')).call(profileApi.update, { body: { wantsExtraShifts: true } })
  const { candidates, mayAsk } = await find(id)
  expect(mayAsk).toBe(true)
  expect(candidates.map(({ user }) => user.firstName)).toEqual(['Léa', 'Marta', 'Uli'])
  const [lea, , uli] = candidates
  expect(lea).toMatchObject({
    ...{ wantsExtraShifts: true, restBefore: null, restAfter: null, weekMinutes: 0, weekMinutesWith: 450 },
    ...{ contractMinutes: null, whyNot: null, askedAt: null, declinedAt: null },
  })
  expect(uli).toMatchObject({
    ...{ wantsExtraShifts: false, restBefore: 480, restAfter: 2_400, weekMinutes: 900, weekMinutesWith: 1_350 },
    ...{ contractMinutes: 2_400, whyNot: { code: 'rest', value: 480, limit: 660, side: 'before' } },
  })
})

test('candidates are judged by the plan as planners have it', async () => {
  const { id } = await putShift(muster, { date: monday, isPublished: true })
  await putShift(muster, { person: 'uli', date: monday })
  const why = async () => (await find(id)).candidates.find(({ user }) => user.id === idOf('uli'))?.whyNot?.code
  expect(await why()).toBe('overlaps')
  await clearRoster(muster)
  // Of other departments what is published.
  const other = await putShift(muster, { date: monday, isPublished: true })
  const draft = await putShift(muster, { person: 'uli', date: monday, department: 'Maintenance' })
  expect((await find(other.id)).candidates.map(({ whyNot }) => whyNot)).toEqual([null, null, null])
  await query('delete from planned_shifts where id = $1', [draft.id])
  await putShift(muster, { person: 'uli', date: monday, department: 'Maintenance', isPublished: true })
  expect((await find(other.id)).candidates.at(-1)).toMatchObject({
    user: { firstName: 'Uli' },
    whyNot: { code: 'overlaps' },
  })
})

test('candidates are for planners of the department, and never the one who has the shift', async () => {
  const mine = await put('uli')
  expect((await find(mine)).candidates.map(({ user }) => user.firstName)).toEqual(['Léa', 'Marta'])
  expect((await find(mine)).mayAsk).toBe(false)
  expect(await codeOf(find(mine, 'uli'))).toBe('forbidden')
  expect(await codeOf(find(mine, 'milan'))).toBe('forbidden')
  expect(await codeOf(find(mine, 'una'))).toBe('forbidden')
})

test('a question stands among the open shifts of any week until its person says no, or somebody comes', async () => {
  const id = await put(null)
  expect(await ask(id, ['uli', 'lea'], 'Two are ill')).toEqual({ asked: 2 })
  // Each is asked once.
  expect(await ask(id, ['uli', 'marta'])).toEqual({ asked: 1 })
  expect(await told('uli')).toEqual([
    expect.stringMatching(/^Could you come\? Marta Oliveira asks for .*: Two are ill$/),
  ])
  const { asks, openShifts } = await own('uli')
  expect(openShifts).toEqual([])
  const asked = { shift: { id }, mayClaim: true, asked: { by: { firstName: 'Marta' }, reason: 'Two are ill' } }
  expect(asks).toMatchObject([asked])
  expect((await own('uli', monday)).openShifts).toMatchObject([asked])
  await decline(id)
  await decline(id)
  expect((await own('uli')).asks).toEqual([])
  // A person who has said no may still take it.
  expect((await own('uli', monday)).openShifts).toMatchObject([{ shift: { id }, asked: null, mayClaim: true }])
  const answers = (await find(id)).candidates.map(({ user, askedAt, declinedAt }) => [
    user.firstName,
    ...[askedAt, declinedAt].map((time) => time !== null),
  ])
  expect(answers).toEqual([
    ['Léa', true, false],
    ['Marta', true, false],
    ['Uli', true, true],
  ])
  await claim(id, 'lea')
  expect((await own('marta')).asks).toEqual([])
  expect((await own('lea')).asks).toEqual([])
})

test('people are asked about open shifts that are published, by planners of their department', async () => {
  const id = await put(null)
  for (const name of ['uli', 'milan'] as const) expect(await codeOf(ask(id, ['lea'], '', name))).toBe('forbidden')
  for (const name of ['una', 'gus', 'gita'] as const) expect(await codeOf(ask(id, [name]))).toBe('invalid')
  expect(await codeOf(ask(await put('lea', day(1)), ['uli']))).toBe('not_open')
  expect(await codeOf(ask((await putShift(muster, { date: day(2) })).id, ['uli']))).toBe('being_changed')
  await change(id, { end: '15:00' })
  expect(await codeOf(ask(id, ['uli']))).toBe('being_changed')
  const past = await put(null, daysLater(dateOf(Date.now(), 'Europe/Berlin'), -2))
  expect(await codeOf(ask(past, ['uli']))).toBe('begun')
  expect(await codeOf(decline(id))).toBe('not_asked')
})

test('nobody is asked about a shift at a time at which they are away', async () => {
  const id = await put(null)
  await putAbsence(muster, 'uli', { from: monday, state: 'approved' })
  expect(await codeOf(ask(id, ['lea', 'uli']))).toBe('away')
  expect(await query('select user_id from shift_asks where shift_id = $1', [id])).toEqual([])
  expect(await told('uli')).toEqual([])
  await query('delete from absences')
  expect(await ask(id, ['lea', 'uli'])).toEqual({ asked: 2 })
})

test('a question that breaks a rule of the person says so', async () => {
  await setRules({ restMinutes: 660 })
  await put('uli', monday, { start: '14:00', end: '22:00' })
  const id = await put(null, day(1))
  await ask(id, ['uli'])
  expect((await own('uli')).asks).toMatchObject([{ mayClaim: false, whyNot: { code: 'rest', value: 480 } }])
  expect(await codeOf(claim(id))).toBe('rest')
})

test('500 people are judged in as many statements as three', async () => {
  const { id } = await putShift(muster, { date: monday, isPublished: true })
  const count = async () => {
    const tables = ['planned_shifts', 'clock_sessions', 'work_contracts', 'users']
    const [{ candidates }, statements] = await countStatements(tables, () => find(id))
    return [candidates.length, statements]
  }
  await find(id)
  const [few, statements] = await count()
  expect(few).toBe(3)
  await crowdOf(muster, 497)
  expect(await count()).toEqual([500, statements])
  expect(statements).toBeLessThan(6)
})
