import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearAbsences, dayToCome, putAbsence } from '../../../../test/support/absences.ts'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putExchange, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { countStatements } from '../../../../test/support/statements.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_ABSENCES_OF_YEAR, type NewAbsence } from '../../../shared/absences/shapes.ts'
import { absencesApi } from '../../../shared/absences.ts'
import { hoursApi } from '../../../shared/hours.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater, instantOf } from '../../../shared/time/time.ts'
import { inTransaction } from '../../core/context.ts'
import { listMissing } from '../roster/missing.ts'
import { listPlannedToday } from '../roster/planned-today.ts'
import { cancelAbsence } from './cancel.ts'
import { createAbsence } from './create.ts'
import { deleteOldAbsences } from './expire.ts'
import { listAbsenceRequests } from './list.ts'

/** Absences: who asks, who decides, what becomes of the shifts, and what cancelling gives back. */

const zone = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: zone })
const { change, publish, read } = rosterCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const departmentId = () => muster.fixtures.departments.Housekeeping
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const day = (days = 0) => daysLater(dayToCome(), days)
const span = () => ({ from: day(-7), to: day(20) })

const ask = async (fields: Partial<NewAbsence> = {}, name: PersonName = 'uli') =>
  (await muster.as(name)).call(absencesApi.create, { body: { kind: 'vacation', from: day(), to: day(1), ...fields } })
const add = (fields: Partial<NewAbsence> = {}, name: PersonName = 'marta') =>
  ask({ userId: idOf('uli'), ...fields }, name)
const decide = async (
  id: number,
  body: { approve: boolean; vacate?: boolean; reason?: string },
  name: PersonName = 'marta',
) => (await muster.as(name)).call(absencesApi.decide, { params: { id }, body })
const cancel = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(absencesApi.cancel, { params: { id } })
const list = async (name: PersonName, of: { departmentId?: number; userId?: string } = {}) =>
  (await (await muster.as(name)).call(absencesApi.list, { query: { ...span(), ...of } })).absences
const requests = async (name: PersonName, of: { departmentId?: number } = {}) =>
  (await (await muster.as(name)).call(absencesApi.requests, { query: of })).requests
const shift = (date = day(), fields: Parameters<typeof putShift>[1] = {}) =>
  putShift(muster, { person: 'uli', date, isPublished: true, ...fields })
const shiftRow = async (id: number) => {
  const [row] = await query(
    'select user_id, published_user_id, published_version, offered_at, asked_at from planned_shifts where id = $1',
    [id],
  )
  return {
    draft: nameOf(row.user_id),
    published: nameOf(row.published_user_id),
    version: row.published_version,
    offered: row.offered_at,
    asked: row.asked_at,
  }
}
const nameOf = (id: string | null) =>
  Object.entries(muster.fixtures.people).find(([, person]) => person.id === id)?.[0] ?? null
const told = async (name: PersonName) => {
  const found = await (await muster.as(name)).call(notificationsApi.list, { query: {} })
  return found.map(({ title }) => title)
}
const faultOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return [status, reply?.issues?.[0]?.path ?? reply?.code]
}
const onDuty = (name: PersonName) => putSession(muster, name, new Date(Date.now() - 3_600_000).toISOString(), null)

/** Does something as a person at some time. */
const inTime = <T>(
  now: Date,
  run: (ctx: ReturnType<typeof muster.contextOf>) => Promise<T>,
  name: PersonName = 'uli',
) => inTransaction(muster.contextOf(name, now), run)

beforeEach(async () => {
  await query('delete from notifications')
})
afterEach(async () => {
  await clearAbsences(muster)
  await clearRoster(muster)
  await clearSessions(muster)
})

describe('a person asks', () => {
  test('and waits: nothing counts until a manager has decided', async () => {
    const { id } = await shift()
    await onDuty('marta')
    const { absence, openedShifts } = await ask({ note: 'Sea', to: day(3) })
    expect(absence).toMatchObject({
      kind: 'vacation',
      state: 'requested',
      from: day(),
      to: day(3),
      note: 'Sea',
      decidedBy: null,
    })
    expect(openedShifts).toBe(0)
    expect(await shiftRow(id)).toMatchObject({ draft: 'uli', published: 'uli', version: 1 })
    expect(await told('marta')).toEqual(['Uli Brandt asks for an absence'])
    expect(await told('milan')).toEqual([])
    expect(await requests('marta', { departmentId: departmentId() })).toMatchObject([
      { absence: { id: absence.id, note: 'Sea' }, shifts: 1, mayDecide: true },
    ])
    const own = await (await muster.as('uli')).call(rosterApi.own, { query: { week: day() } })
    expect(own.absences).toMatchObject([{ id: absence.id, state: 'requested' }])
  })

  test('for a part of a day, in local time', async () => {
    const { absence } = await ask({ to: day(), start: '08:00', end: '12:00' })
    expect(absence).toMatchObject({ from: day(), to: day(), start: '08:00', end: '12:00' })
    expect(Date.parse(absence.endTime) - Date.parse(absence.startTime)).toBe(4 * 3_600_000)
  })

  test.each([
    ['an end before the beginning', () => ({ to: day(-1) }), 'to'],
    ['two years', () => ({ to: day(370) }), 'to'],
    ['times on two days', () => ({ start: '08:00', end: '12:00' }), 'to'],
    ['one time', () => ({ to: day(), start: '08:00' }), 'end'],
    ['an end before the start', () => ({ to: day(), start: '12:00', end: '08:00' }), 'end'],
    ['a day that is long over', () => ({ from: daysLater(day(), -300), to: daysLater(day(), -300) }), 'from'],
    ['a day that is far away', () => ({ from: day(700), to: day(700) }), 'from'],
    ['a note that is too long', () => ({ note: 'x'.repeat(501) }), 'note'],
  ] as const)('with %s, and is refused', async (_, fields, path) => {
    expect(await faultOf(ask(fields()))).toEqual([400, path])
  })

  test('once for each time: 409 says which absence is there', async () => {
    const { absence } = await ask()
    const { status, reply } = await httpErrorOf(ask({ from: day(1), to: day(4) }))
    expect([status, reply?.code, reply?.params]).toEqual([
      409,
      'overlaps',
      { from: day(), to: day(1), absenceId: absence.id },
    ])
    await ask({ from: day(2), to: day(4) })
    await ask({}, 'lea')
    await decide(absence.id, { approve: false })
    await ask()
  })

  test('so many times a year at most', async () => {
    await query(
      `insert into absences (user_id, kind, state, from_date, to_date, start_time, end_time, created_by)
       select $1, 'other', 'refused', $2::date, $2::date, $2::timestamptz, $2::timestamptz + interval '1 day', $1
       from generate_series(1, $3::int)`,
      [idOf('uli'), day(), MAX_ABSENCES_OF_YEAR],
    )
    expect(await faultOf(ask())).toEqual([409, 'too_many_absences'])
    await ask({}, 'lea')
  })

  test('twice at once, and one of the two is refused', async () => {
    const results = await Promise.allSettled([ask(), ask(), ask()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await list('uli')).toHaveLength(1)
  })
})

describe('a manager', () => {
  test('approves, and the person is told without a word of why', async () => {
    const { absence } = await ask({ note: 'Sea' })
    const { absence: after } = await decide(absence.id, { approve: true, reason: 'Enjoy it' })
    expect(after).toMatchObject({ state: 'approved', reason: 'Enjoy it', decidedBy: idOf('marta') })
    expect(await told('uli')).toEqual(['Marta Oliveira has approved your absence'])
    // Again: nothing happens.
    expect((await decide(absence.id, { approve: true })).absence.state).toBe('approved')
    expect(await faultOf(decide(absence.id, { approve: false }))).toEqual([409, 'decided'])
    expect(await told('uli')).toHaveLength(1)
    expect(await requests('marta')).toEqual([])
  })

  test('is asked what becomes of shifts, which are named', async () => {
    const [late, early] = [await shift(day(1), { start: '14:00', end: '22:00' }), await shift()]
    const draft = await shift(day(1), { isPublished: false, start: '23:00', end: '23:30' })
    await shift(day(2))
    const { absence } = await ask()
    const { status, reply } = await httpErrorOf(decide(absence.id, { approve: true }))
    expect([status, reply?.code, reply?.params]).toEqual([409, 'has_shifts', { name: 'Uli Brandt', count: 3 }])
    expect(reply?.issues).toMatchObject([
      { path: 'vacate', code: 'published', params: { date: day(), start: '06:00', end: '14:00', shiftId: early.id } },
      { code: 'published', params: { date: day(1), shiftId: late.id } },
      { code: 'draft', params: { shiftId: draft.id } },
    ])
    expect((await list('uli'))[0]?.state).toBe('requested')
    expect((await decide(absence.id, { approve: true, vacate: true })).openedShifts).toBe(2)
    for (const { id } of [early, late])
      expect(await shiftRow(id)).toMatchObject({ draft: null, published: null, version: 2 })
    expect(await shiftRow(draft.id)).toMatchObject({ draft: null, published: null, version: null })
    const { shifts, people } = await read('marta', span())
    expect(shifts.map(({ userId }) => userId)).toEqual([null, null, null, idOf('uli')])
    expect(people.find(({ user }) => user.id === idOf('uli'))?.away).toMatchObject([
      { id: absence.id, kind: 'vacation' },
    ])
    expect(await told('lea')).toEqual([])
  })

  test('refuses without a question about shifts', async () => {
    const { id } = await shift()
    const { absence } = await ask()
    await decide(absence.id, { approve: false, reason: 'Two are away' })
    expect(await shiftRow(id)).toMatchObject({ published: 'uli', version: 1 })
    expect(await list('uli')).toMatchObject([{ state: 'refused', reason: 'Two are away' }])
    expect(await list('marta', { departmentId: departmentId() })).toEqual([])
    expect(await told('uli')).toEqual(['Marta Oliveira has refused your absence'])
  })

  test('never decides about their own', async () => {
    const { absence } = await ask({}, 'marta')
    expect(absence.state).toBe('requested')
    expect(await faultOf(decide(absence.id, { approve: true }))).toEqual([403, 'forbidden'])
    // Nor by adding one for themself.
    expect((await add({ userId: idOf('marta'), from: day(5), to: day(5) })).absence.state).toBe('requested')
    expect((await requests('marta')).map(({ mayDecide }) => mayDecide)).toEqual([false, false])
    expect((await requests('adam'))[0]?.mayDecide).toBe(true)
    expect((await decide(absence.id, { approve: true }, 'adam')).absence.state).toBe('approved')
  })

  test('adds one for a person, which counts at once', async () => {
    const { id } = await shift()
    expect(await faultOf(add())).toEqual([409, 'vacate'])
    const { absence, openedShifts } = await add({ vacate: true })
    expect([absence.state, absence.decidedBy, openedShifts]).toEqual(['approved', idOf('marta'), 1])
    expect(await shiftRow(id)).toMatchObject({ draft: null, published: null })
    expect(await told('uli')).toEqual(['Marta Oliveira has entered an absence for you'])
    expect(await faultOf(add({ userId: idOf('una') }))).toEqual([404, 'not_found'])
    expect(await faultOf(add({ userId: idOf('gus') }))).toEqual([404, 'not_found'])
    expect(await faultOf(add({ userId: idOf('lea') }, 'uli'))).toEqual([404, 'not_found'])
  })

  test('of another department knows and decides nothing', async () => {
    const { absence } = await ask()
    expect(await faultOf(decide(absence.id, { approve: true }, 'milan'))).toEqual([404, 'not_found'])
    expect(await faultOf(cancel(absence.id, 'milan'))).toEqual([404, 'not_found'])
    expect(await faultOf(requests('milan', { departmentId: departmentId() }))).toEqual([403, 'forbidden'])
    expect(await faultOf(list('milan', { departmentId: departmentId() }))).toEqual([403, 'forbidden'])
    expect(await faultOf(list('milan', { userId: idOf('uli') }))).toEqual([404, 'not_found'])
    expect(await requests('milan')).toEqual([])
  })

  test('reads the requests in a few statements, however many there are', async () => {
    for (let number = 0; number < 5; number += 1) await putAbsence(muster, 'uli', { from: day(number) })
    const input = { params: {}, query: { departmentId: departmentId() }, body: undefined }
    const ctx = muster.contextOf('marta')
    const [reply, count] = await countStatements(['absences', 'planned_shifts'], () => listAbsenceRequests(ctx, input))
    expect([reply.requests.length, count]).toEqual([5, 2])
  })
})

describe('an illness', () => {
  test('needs no decision: its shifts are open at once, and managers on duty are told', async () => {
    const { id } = await shift()
    const { departmentId: place } = await shift(day(1), { person: 'lea' })
    const exchange = await putExchange(muster, { id, departmentId: place }, 'uli', 'lea')
    await onDuty('marta')
    const { absence, openedShifts } = await ask({ kind: 'sick' })
    expect([absence.state, absence.decidedBy, openedShifts]).toEqual(['approved', null, 1])
    expect(await shiftRow(id)).toMatchObject({ draft: null, published: null, version: 2, offered: null })
    expect(await query('select state from shift_exchanges where id = $1', [exchange.id])).toEqual([{ state: 'void' }])
    expect(await told('marta')).toEqual(['Uli Brandt cannot work'])
    expect(await told('uli')).toEqual([])
    const open = await (await muster.as('lea')).call(rosterApi.own, { query: { week: day() } })
    expect(open.openShifts?.map(({ shift: each }) => each.id)).toEqual([id])
  })

  test('ends offers and questions, and leaves shifts that have begun', async () => {
    const offered = await shift()
    await (await muster.as('uli')).call(rosterApi.offer, { params: { id: offered.id } })
    const asked = await shift(day(1), { isPublished: false })
    await query('update planned_shifts set asked_at = now(), asked_by = $2 where id = $1', [asked.id, idOf('marta')])
    const today = dateOf(Date.now(), zone)
    const [begun] = await query(
      `insert into planned_shifts (department_id, user_id, published_user_id, start_time, end_time, published_start_time,
         published_end_time, published_version) select $1, $2, $2, s, e, s, e, 1
       from (select now() - interval '1 minute' as s, now() + interval '1 hour' as e) as times returning id`,
      [departmentId(), idOf('uli')],
    )
    await ask({ kind: 'sick', from: today, to: day(1) })
    expect(await shiftRow(offered.id)).toMatchObject({ published: null, offered: null })
    expect(await shiftRow(asked.id)).toMatchObject({ draft: null, asked: null })
    expect(await shiftRow(begun.id)).toMatchObject({ published: 'uli', version: 1 })
  })

  test('leaves a draft for somebody else as planners have it', async () => {
    const { id, updatedAt } = await shift()
    await change(id, { userId: idOf('lea'), updatedAt })
    const moved = await shift(day(1))
    await change(moved.id, { date: day(9) })
    await ask({ kind: 'sick' })
    expect(await shiftRow(id)).toMatchObject({ draft: 'lea', published: null, version: 2 })
    expect(await shiftRow(moved.id)).toMatchObject({ draft: 'uli', published: null, version: 2 })
  })
})

describe('a person who is away', () => {
  test('takes no shift at that time, and is no candidate', async () => {
    const { id } = await putShift(muster, { date: day(), isPublished: true })
    const candidates = async () => {
      const found = await (await muster.as('marta')).call(rosterApi.candidates, { params: { id } })
      return found.candidates.map(({ user }) => nameOf(user.id))
    }
    expect(await candidates()).toContain('uli')
    const { absence } = await ask()
    expect(await candidates()).toContain('uli')
    await decide(absence.id, { approve: true })
    expect(await candidates()).not.toContain('uli')
    const uli = await muster.as('uli')
    expect(await faultOf(uli.call(rosterApi.claim, { params: { id } }))).toEqual([409, 'away'])
    const own = await uli.call(rosterApi.own, { query: { week: day() } })
    expect(own.openShifts).toMatchObject([{ mayClaim: false, whyNot: { code: 'away' } }])
    await (await muster.as('lea')).call(rosterApi.claim, { params: { id } })
  })

  test('is not missing, and reads as away', async () => {
    const now = new Date(instantOf(day(), '10:00', zone))
    const { id } = await shift()
    const missing = async (at = now) =>
      (await listMissing(muster.contextOf('marta', at), departmentId(), 10)).map((each) => each.id)
    const today = async (at = now) =>
      (await listPlannedToday(muster.contextOf('marta', at), departmentId(), 10)).people.map(({ state }) => state)
    expect([await missing(), await today()]).toEqual([[id], ['absent']])
    const { id: absenceId } = await putAbsence(muster, 'uli', { from: day(), state: 'approved', kind: 'sick' })
    expect([await missing(), await today()]).toEqual([[], ['away']])
    await query('delete from absences where id = $1', [absenceId])
    // Until ten: from a quarter past on they are missing.
    await putAbsence(muster, 'uli', { from: day(), state: 'approved', start: '05:00', end: '11:00' })
    expect([await missing(), await today()]).toEqual([[], ['away']])
    const later = new Date(Date.parse((await list('uli'))[0]?.endTime ?? '') + 16 * 60_000)
    expect([await missing(later), await today(later)]).toEqual([[id], ['absent']])
  })
})

test('a planner is warned who plans somebody at a time at which they are away, also before the publish', async () => {
  await putAbsence(muster, 'uli', { from: day(), state: 'approved' })
  await putAbsence(muster, 'lea', { from: day(), state: 'requested' })
  const planner = await muster.as('marta')
  const plan = (person: PersonName) =>
    planner.call(rosterApi.create, {
      body: { departmentId: departmentId(), userId: idOf(person), date: day(), start: '06:00', end: '10:00' },
    })
  const warning = { userId: idOf('uli'), rule: 'away', date: day(), value: 0, limit: 0 }
  expect((await plan('uli')).warnings).toMatchObject([warning])
  expect((await plan('lea')).warnings).toEqual([])
  const query = { departmentId: departmentId(), from: day(), to: day() }
  expect((await planner.call(rosterApi.preview, { query })).warnings).toMatchObject([warning])
})

describe('cancelling', () => {
  test('gives back what nobody has taken', async () => {
    const [kept, taken, changed] = [await shift(), await shift(day(1)), await shift(day(2))]
    const { absence } = await ask({ kind: 'sick', to: day(2) })
    await (await muster.as('lea')).call(rosterApi.claim, { params: { id: taken.id } })
    await change(changed.id, { start: '07:00' })
    const { absence: after, returnedShifts } = await cancel(absence.id)
    expect([after.state, returnedShifts]).toEqual(['cancelled', 1])
    expect(await shiftRow(kept.id)).toMatchObject({ draft: 'uli', published: 'uli', version: 3 })
    expect(await shiftRow(taken.id)).toMatchObject({ published: 'lea' })
    expect(await shiftRow(changed.id)).toMatchObject({ published: null })
    expect(await cancel(absence.id)).toMatchObject({ returnedShifts: 0 })
  })

  test('gives back nothing at the time of another absence or shift', async () => {
    const night = await shift(day(-1), { start: '22:00', end: '06:00' })
    const { absence } = await ask({ kind: 'sick', from: day(-1), to: day(-1) })
    await ask({ kind: 'sick', from: day(), to: day() })
    expect((await cancel(absence.id)).returnedShifts).toBe(0)
    expect(await shiftRow(night.id)).toMatchObject({ published: null })
    const early = await shift(day(4))
    const { absence: other } = await ask({ kind: 'sick', from: day(4), to: day(4) })
    await shift(day(4), { start: '13:00', end: '20:00' })
    expect((await cancel(other.id)).returnedShifts).toBe(0)
    expect(await shiftRow(early.id)).toMatchObject({ published: null })
  })

  test('of one that has begun ends it, so that days that are over stay', async () => {
    const now = new Date(`${day(1)}T10:00:00.000Z`)
    const tomorrow = await shift(day(2))
    const { absence } = await ask({ kind: 'sick', to: day(3) })
    const input = { params: { id: absence.id }, query: undefined, body: undefined }
    const result = await inTime(now, (ctx) => cancelAbsence(ctx, input))
    expect(result).toMatchObject({ absence: { state: 'approved', from: day(), to: day() }, returnedShifts: 1 })
    expect(await shiftRow(tomorrow.id)).toMatchObject({ published: 'uli' })
    const late = new Date(`${day(3)}T10:00:00.000Z`)
    await expect(inTime(late, (ctx) => cancelAbsence(ctx, input))).rejects.toMatchObject({ code: 'ended' })
    // A manager corrects one that is over.
    expect(await inTime(late, (ctx) => cancelAbsence(ctx, input), 'marta')).toMatchObject({
      absence: { state: 'cancelled' },
    })
  })

  test('by a manager names the days that are cancelled, not those that stay', async () => {
    const { absence } = await ask({ kind: 'sick', to: day(3) })
    const input = { params: { id: absence.id }, query: undefined, body: undefined }
    const now = new Date(`${day(1)}T10:00:00.000Z`)
    const { absence: after } = await inTime(now, (ctx) => cancelAbsence(ctx, input), 'marta')
    expect([after.from, after.to]).toEqual([day(), day()])
    const rows = await query(`select params from notifications where kind = 'absence-decided'`)
    const first = instantOf(day(1), '00:00', zone)
    expect(rows).toMatchObject([{ params: { change: 'cancelled', from: day(1), to: day(3) } }])
    expect(new Date(rows[0].params.first).toISOString()).toBe(first)
  })

  test('by a manager tells the person; of a refused one there is nothing to cancel', async () => {
    const { absence } = await ask()
    await cancel(absence.id, 'marta')
    expect(await told('uli')).toEqual(['Marta Oliveira has cancelled your absence'])
    const { absence: other } = await ask()
    await decide(other.id, { approve: false })
    expect(await faultOf(cancel(other.id))).toEqual([409, 'decided'])
    expect(await faultOf(cancel(other.id, 'lea'))).toEqual([404, 'not_found'])
  })
})

test('stands in the hours of a period, with a word and without minutes, once it is approved', async () => {
  const { absence } = await ask()
  const hoursOf = async (name: PersonName) => {
    const query = { period: day(), userId: idOf('uli') }
    return (await muster.as(name)).call(hoursApi.person, { query })
  }
  expect((await hoursOf('uli')).away).toEqual([])
  const { total, days } = await hoursOf('uli')
  await decide(absence.id, { approve: true })
  for (const name of ['uli', 'marta', 'adam'] as const)
    expect(await hoursOf(name)).toMatchObject({ total, days, away: [{ id: absence.id, kind: 'vacation' }] })
  for (const name of ['lea', 'milan'] as const) expect([403, 404]).toContain((await httpErrorOf(hoursOf(name))).status)
})

test('of an illness and a claim at the same moment, nobody has a shift in their absence', async () => {
  const ids: number[] = []
  for (let number = 0; number < 6; number += 1)
    ids.push((await putShift(muster, { date: day(number), isPublished: true })).id)
  const uli = await muster.as('uli')
  const claims = ids.map((id) => uli.call(rosterApi.claim, { params: { id } }))
  const illnesses = ids.map((_, number) => ask({ kind: 'sick', from: day(number), to: day(number) }))
  const results = await Promise.allSettled([...claims, ...illnesses])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.reply?.code] : []))
  expect(refused.filter((code) => !['away', 'changed_meanwhile'].includes(code))).toEqual([])
  const both = await query(
    `select s.id from planned_shifts s join absences a on a.user_id = s.published_user_id and a.state = 'approved'
     and a.start_time < s.published_end_time and a.end_time > s.published_start_time`,
  )
  expect(both).toEqual([])
})

test('a shift that is opened can be published again, and planners see who is away', async () => {
  const { id } = await shift()
  await ask({ kind: 'sick' })
  await change(id, { userId: idOf('lea') })
  await publish({ days: span(), reason: 'Somebody is ill' })
  expect(await shiftRow(id)).toMatchObject({ published: 'lea', version: 3 })
  const { people } = await read('marta', span())
  expect(people.find(({ user }) => user.id === idOf('uli'))?.away).toMatchObject([{ kind: 'sick', state: 'approved' }])
  for (const name of ['lea', 'milan'] as const)
    expect(
      (await read(name, span())).people.every(({ away }) => away === undefined),
      name,
    ).toBe(true)
})

test('absences go four years after they have ended', async () => {
  await putAbsence(muster, 'uli', { from: '2022-01-10', state: 'approved' })
  await putAbsence(muster, 'uli', { from: '2023-01-10', state: 'approved' })
  await deleteOldAbsences({ ...muster.contextOf('gita', new Date('2026-02-01T00:00:00.000Z')) })
  expect(await query('select from_date::text as day from absences')).toEqual([{ day: '2023-01-10' }])
})

test('shifts are opened in a few statements, however many there are', async () => {
  const input = { params: {}, query: undefined, body: { kind: 'sick' as const, from: day(), to: day(9) } }
  for (let number = 0; number < 8; number += 1) await shift(day(number))
  const tables = ['absences', 'planned_shifts', 'absence_shifts', 'shift_exchanges']
  const [reply, count] = await countStatements(tables, () => inTime(new Date(), (ctx) => createAbsence(ctx, input)))
  expect(reply.openedShifts).toBe(8)
  expect(count).toBeLessThan(11)
})
