import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater, weekOfDate } from '../../../shared/time/time.ts'
import { type WorkRules, workRulePresets, workRulesApi } from '../../../shared/work-rules.ts'
import { acceptExchange } from './exchange-accept.ts'
import { readOwnRoster } from './own.ts'

/** Two people's shifts change hands, or one shift is given to a colleague. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const { change, remove, publish, preview } = rosterCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
/** A Monday three weeks from now. */
const monday = weekOfDate(daysLater(dateOf(Date.now(), 'Europe/Berlin'), 21), 'Europe/Berlin')[0]?.date ?? ''
const day = (number: number) => daysLater(monday, number)
const days = { from: day(-7), to: day(20) }
const put = async (person: PersonName | null, date = monday, fields: { start?: string; end?: string } = {}) =>
  (await putShift(muster, { date, person, isPublished: true, breakMinutes: 30, ...fields })).id
const askFor = async (
  shiftId: number,
  forShiftId: number | null = null,
  to: PersonName = 'lea',
  from: PersonName = 'uli',
) => (await muster.as(from)).call(rosterApi.askForExchange, { body: { shiftId, toUserId: idOf(to), forShiftId } })
const accept = async (id: number, name: PersonName = 'lea') =>
  (await muster.as(name)).call(rosterApi.acceptExchange, { params: { id } })
const refuse = async (id: number, name: PersonName = 'lea') =>
  (await muster.as(name)).call(rosterApi.refuseExchange, { params: { id } })
const cancel = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(rosterApi.cancelExchange, { params: { id } })
const decide = async (id: number, approve = true, name: PersonName = 'marta') =>
  (await muster.as(name)).call(rosterApi.decideExchange, { params: { id }, body: { approve } })
const claim = async (id: number, name: PersonName) => (await muster.as(name)).call(rosterApi.claim, { params: { id } })
const offer = async (id: number, name: PersonName = 'uli') =>
  (await muster.as(name)).call(rosterApi.offer, { params: { id } })
const own = async (name: PersonName, week = monday) => (await muster.as(name)).call(rosterApi.own, { query: { week } })
const exchangesOf = async (name: PersonName) => (await own(name)).exchanges ?? []
const waiting = async (name: PersonName = 'marta') =>
  (await muster.as(name)).call(rosterApi.exchanges, {
    query: { departmentId: muster.fixtures.departments.Housekeeping },
  })
const refusalOf = async (promise: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(promise)
  return { status, code: reply?.code, message: reply?.message, params: reply?.params, issues: reply?.issues }
}
const codeOf = async (promise: Promise<unknown>) => (await refusalOf(promise)).code
const told = async (name: PersonName) => {
  const list = await (await muster.as(name)).call(notificationsApi.list, { query: {} })
  return list.map(({ title }) => title)
}
const ownerOf = async (id: number) => {
  const [row] = await query('select user_id, published_user_id, published_version from planned_shifts where id = $1', [
    id,
  ])
  expect(row?.user_id).toBe(row?.published_user_id)
  const person = Object.entries(muster.fixtures.people).find(([, { id }]) => id === row?.published_user_id)
  return `${person?.[0]} ${row?.published_version}`
}
const stateOf = async (id: number) => (await query('select state from shift_exchanges where id = $1', [id]))[0]?.state
const setRules = async (rules: Partial<WorkRules>) =>
  (await muster.as('adam')).call(workRulesApi.update, { body: { ...workRulePresets.none, ...rules } })
const needApproval = (needsApproval: boolean, name: PersonName = 'marta') =>
  muster.as(name).then((browser) =>
    browser.call(rosterApi.exchangeSettings, {
      body: { departmentId: muster.fixtures.departments.Housekeeping, needsApproval },
    }),
  )

beforeEach(async () => {
  await query('delete from notifications')
})
afterEach(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
  await query(`update departments set exchanges_need_approval = false`)
  await query(`delete from settings where name = 'workRules'`)
  muster.services.settings.forget()
})

describe('an exchange', () => {
  test('gives each the other’s shift, in both copies, once', async () => {
    const [mine, theirs] = [await put('uli'), await put('lea', day(1))]
    const asked = await askFor(mine, theirs)
    expect(asked).toMatchObject({ state: 'asked', from: { id: idOf('uli') }, to: { id: idOf('lea') } })
    expect(asked).toMatchObject({ shift: { id: mine, date: monday }, forShift: { id: theirs, date: day(1) } })
    expect([await ownerOf(mine), await ownerOf(theirs)]).toEqual(['uli 1', 'lea 1'])
    expect(await exchangesOf('uli')).toEqual([asked])
    expect(await exchangesOf('lea')).toEqual([asked])
    expect(await told('lea')).toEqual(['Uli Brandt would like to exchange shifts with you'])
    expect(await accept(asked.id)).toEqual({ state: 'done' })
    expect(await accept(asked.id)).toEqual({ state: 'done' })
    expect([await ownerOf(mine), await ownerOf(theirs)]).toEqual(['lea 2', 'uli 2'])
    expect(await exchangesOf('lea')).toEqual([])
    expect(await told('uli')).toEqual(['You have exchanged shifts with Léa Kern'])
    expect(await preview(days)).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect((await own('uli')).shifts).toMatchObject([{ id: theirs }])
    const actions = await query(
      `select resource_type || ' ' || action as action from audit_logs where resource_type in ('planned-shift', 'shift-exchange') order by id`,
    )
    expect(actions.map(({ action }) => action).slice(-4)).toEqual([
      'shift-exchange shift-exchange.ask',
      'planned-shift planned-shift.exchange',
      'planned-shift planned-shift.exchange',
      'shift-exchange shift-exchange.accept',
    ])
  })

  test('of one shift gives it to the colleague, and ends its offer', async () => {
    const mine = await put('uli')
    await offer(mine)
    const { id } = await askFor(mine)
    expect(await told('lea')).toEqual(['Uli Brandt would like to give you a shift'])
    await putSession(muster, 'marta', new Date(Date.now() - 3_600_000).toISOString(), null)
    await accept(id)
    expect(await ownerOf(mine)).toBe('lea 2')
    expect(await query('select offered_at from planned_shifts')).toEqual([{ offered_at: null }])
    expect(await told('uli')).toEqual(['Léa Kern takes over your shift'])
    // Managers on duty learn of it.
    expect(await told('marta')).toEqual(['Léa Kern takes over a shift of Uli Brandt'])
  })

  test('is about published shifts to come, of the two people, in one department', async () => {
    const mine = await put('uli')
    expect(await codeOf(askFor(mine, null, 'uli'))).toBe('invalid')
    expect(await codeOf(askFor(mine, mine))).toBe('invalid')
    // People of another department, guests, and people without one are no colleagues.
    for (const name of ['una', 'gus', 'adam'] as const) expect(await codeOf(askFor(mine, null, name))).toBe('invalid')
    expect(await codeOf(askFor(await put('lea', day(1))))).toBe('not_yours')
    expect(await codeOf(askFor(mine, await put('marta', day(2))))).toBe('not_theirs')
    expect(await codeOf(askFor(mine, await put(null, day(3))))).toBe('not_theirs')
    expect(await codeOf(askFor(mine, (await putShift(muster, { person: 'lea', date: day(1) })).id))).toBe('not_found')
    const elsewhere = await putShift(muster, {
      person: 'lea',
      department: 'Maintenance',
      date: day(2),
      isPublished: true,
    })
    expect(await codeOf(askFor(mine, elsewhere.id))).toBe('not_found')
    expect(await codeOf(askFor(mine, await put('lea', day(60))))).toBe('invalid')
    const past = await put('uli', daysLater(dateOf(Date.now(), 'Europe/Berlin'), -2))
    expect(await codeOf(askFor(past))).toBe('begun')
    await change(mine, { end: '15:00' })
    expect(await codeOf(askFor(mine))).toBe('being_changed')
  })

  test('of a shift is the only one that is open', async () => {
    const [mine, theirs, other] = [await put('uli'), await put('lea', day(1)), await put('marta', day(2))]
    const { id } = await askFor(mine, theirs)
    expect(await codeOf(askFor(mine, null, 'marta'))).toBe('in_exchange')
    expect(await codeOf(askFor(mine, theirs))).toBe('in_exchange')
    expect(await codeOf(askFor(other, theirs, 'lea', 'marta'))).toBe('in_exchange')
    expect(await codeOf(askFor(theirs, null, 'marta', 'lea'))).toBe('in_exchange')
    await cancel(id)
    await cancel(id)
    expect(await codeOf(accept(id))).toBe('exchange_over')
    expect(await askFor(other, theirs, 'lea', 'marta')).toMatchObject({ state: 'asked' })
  })

  test('belongs to its people alone', async () => {
    const { id } = await askFor(await put('uli'), await put('lea', day(1)))
    for (const act of [accept, refuse, cancel]) {
      expect(await codeOf(act(id, 'marta'))).toBe('not_found')
      expect(await codeOf(act(id, 'una'))).toBe('not_found')
    }
    expect(await codeOf(decide(id, true, 'marta'))).toBe('not_found')
    expect([await codeOf(accept(id, 'uli')), await codeOf(refuse(id, 'uli')), await codeOf(cancel(id, 'lea'))]).toEqual(
      ['forbidden', 'forbidden', 'forbidden'],
    )
    expect(await exchangesOf('marta')).toEqual([])
    await refuse(id)
    await refuse(id)
    expect(await told('uli')).toEqual(['Léa Kern says no to an exchange of shifts'])
    expect(await codeOf(accept(id))).toBe('exchange_over')
    expect(await codeOf(cancel(id))).toBe('exchange_over')
  })

  test('never breaks a rule of the person who agrees, and says by how much', async () => {
    await setRules({ restMinutes: 660 })
    await put('lea', day(1), { start: '05:00', end: '10:00' })
    const { id } = await askFor(await put('uli', monday, { start: '14:00', end: '22:00' }))
    expect(await refusalOf(accept(id))).toMatchObject({
      ...{ status: 409, code: 'rest', message: 'Only 7 h of rest after it, 11 h are needed' },
      params: { restMinutes: 420, neededMinutes: 660 },
    })
    expect(await stateOf(id)).toBe('asked')
    await setRules({ restMinutes: 420 })
    expect(await accept(id)).toEqual({ state: 'done' })
  })

  test('never breaks a rule of the other person, and does not say which', async () => {
    const [mine, theirs] = [await put('uli'), await put('lea', day(1), { start: '14:00', end: '22:00' })]
    const { id } = await askFor(mine, theirs)
    // Of this shift in another department Léa sees nothing.
    await putShift(muster, {
      person: 'uli',
      department: 'Maintenance',
      date: day(2),
      start: '05:00',
      isPublished: true,
    })
    await setRules({ restMinutes: 660 })
    const { status, code, message, params = {}, issues } = await refusalOf(accept(id))
    expect([status, code, message, params, issues]).toEqual([
      ...[409, 'colleague', 'Your colleague may not take the shift: it would break a rule of their working time'],
      ...[{}, undefined],
    ])
    expect([await ownerOf(mine), await ownerOf(theirs)]).toEqual(['uli 1', 'lea 1'])
  })

  test('checks the person who asks when they ask, without the shift that they give', async () => {
    await setRules({ restMinutes: 660 })
    const mine = await put('uli', monday, { start: '14:00', end: '22:00' })
    // The shift that Uli gives away would leave too little rest before it, so it does not count.
    const theirs = await put('lea', day(1), { start: '05:00', end: '10:00' })
    await put('uli', day(1), { start: '19:00', end: '23:00' })
    expect(await refusalOf(askFor(mine, theirs))).toMatchObject({ code: 'rest', params: { restMinutes: 540 } })
    expect(await askFor(mine, await put('lea', monday, { start: '06:00', end: '13:00' }))).toMatchObject({
      state: 'asked',
    })
  })

  test('may keep a breach that was there before, and not make it worse', async () => {
    await setRules({ weekMinutes: 900 })
    await put('uli', day(2))
    const mine = await put('uli')
    // 15 hours a week are too many already, before and after.
    await setRules({ weekMinutes: 600 })
    expect(await askFor(mine, await put('lea', day(4)))).toMatchObject({ state: 'asked' })
    await query('delete from shift_exchanges')
    expect(await codeOf(askFor(mine, await put('lea', day(4), { start: '06:00', end: '14:30' })))).toBe('week')
  })

  test('is void once a shift is another one', async () => {
    for (const act of [
      async (mine: number) => {
        await offer(mine)
        await claim(mine, 'marta')
      },
      async (mine: number) => {
        await change(mine, { end: '15:00' })
        await publish({ days })
      },
      async (_: number, theirs: number) => {
        await remove(theirs)
        expect(await codeOf(accept((await exchangesOf('lea'))[0]?.id ?? 0))).toBe('being_changed')
        await publish({ days })
      },
      (mine: number) => offer(mine),
    ]) {
      await clearRoster(muster)
      await query('delete from notifications')
      const [mine, theirs] = [await put('uli'), await put('lea', day(1))]
      const { id } = await askFor(mine, theirs)
      await act(mine, theirs)
      expect(await exchangesOf('lea')).toEqual([])
      expect(['void', undefined]).toContain(await stateOf(id))
      expect(['void', 'not_found']).toContain(await codeOf(accept(id)))
      expect(await told('lea')).toContain('An exchange of shifts is cancelled')
    }
  })

  test('is void by the versions of its shifts, whoever changed them', async () => {
    const [mine, theirs] = [await put('uli'), await put('lea', day(1))]
    const { id } = await askFor(mine, theirs)
    await query('update planned_shifts set published_version = 7 where id = $1', [theirs])
    expect(await exchangesOf('lea')).toEqual([])
    expect(await codeOf(accept(id))).toBe('void')
    expect(await ownerOf(mine)).toBe('uli 1')
    // It does not keep its shifts from another exchange.
    expect(await askFor(mine, theirs)).toMatchObject({ state: 'asked' })
    expect(await stateOf(id)).toBe('void')
  })

  test('comes too late once one of the shifts has begun', async () => {
    const soon = await putShift(muster, { person: 'uli', date: monday, isPublished: true })
    const { id } = await askFor(soon.id, await put('lea', day(3)))
    const at = new Date(Date.parse(soon.startTime))
    const input = { params: { id }, query: undefined, body: undefined }
    await expect(acceptExchange(muster.contextOf('lea', at), input)).rejects.toMatchObject({
      status: 409,
      code: 'begun',
    })
    const week = await readOwnRoster(muster.contextOf('lea', at), { params: {}, query: {}, body: undefined })
    expect(week.exchanges).toEqual([])
  })

  test('needs both people in the department still', async () => {
    const { id } = await askFor(await put('uli'), await put('lea', day(1)))
    await query('update users set department_id = $1 where id = $2', [
      muster.fixtures.departments.Maintenance,
      idOf('uli'),
    ])
    expect(await codeOf(accept(id))).toBe('left')
    await query('update users set department_id = $1 where id = $2', [
      muster.fixtures.departments.Housekeeping,
      idOf('uli'),
    ])
    expect(await accept(id)).toEqual({ state: 'done' })
  })
})

describe('managers', () => {
  test('decide if their department says so', async () => {
    await needApproval(true)
    expect(await codeOf(needApproval(true, 'uli'))).toBe('forbidden')
    expect(await codeOf(needApproval(true, 'milan'))).toBe('forbidden')
    const [mine, theirs] = [await put('uli'), await put('lea', day(1))]
    const { id } = await askFor(mine, theirs)
    expect(await waiting()).toEqual({ exchanges: [], needsApproval: true })
    await putSession(muster, 'marta', new Date(Date.now() - 3_600_000).toISOString(), null)
    expect(await accept(id)).toEqual({ state: 'waiting' })
    expect(await accept(id)).toEqual({ state: 'waiting' })
    expect([await ownerOf(mine), await ownerOf(theirs)]).toEqual(['uli 1', 'lea 1'])
    expect(await exchangesOf('uli')).toMatchObject([{ id, state: 'waiting' }])
    expect((await waiting()).exchanges).toMatchObject([{ id, state: 'waiting' }])
    expect(await told('marta')).toEqual(['Uli Brandt and Léa Kern would like to exchange shifts'])
    expect(await codeOf(waiting('uli'))).toBe('forbidden')
    expect(await codeOf(waiting('milan'))).toBe('forbidden')
    expect(await codeOf(decide(id, true, 'uli'))).toBe('forbidden')
    expect(await codeOf(decide(id, true, 'milan'))).toBe('not_found')
    expect(await decide(id)).toEqual({ state: 'done' })
    expect(await decide(id)).toEqual({ state: 'done' })
    expect([await ownerOf(mine), await ownerOf(theirs)]).toEqual(['lea 2', 'uli 2'])
    expect([await told('uli'), (await told('lea'))[0]]).toEqual([
      ['You have exchanged shifts with Léa Kern'],
      'You have exchanged shifts with Uli Brandt',
    ])
    expect(await query('select decided_by from shift_exchanges')).toEqual([{ decided_by: idOf('marta') }])
  })

  test('check both sides again, and learn whose work is against it', async () => {
    await needApproval(true)
    const { id } = await askFor(await put('uli', monday, { start: '14:00', end: '22:00' }))
    await accept(id)
    await put('lea', day(1), { start: '05:00', end: '10:00' })
    await setRules({ restMinutes: 660 })
    expect(await refusalOf(decide(id))).toMatchObject({
      ...{ status: 409, code: 'rest', message: 'Léa Kern: Only 7 h of rest after it, 11 h are needed' },
      issues: [{ path: 'to' }],
    })
    expect(await decide(id, false)).toEqual({ state: 'refused' })
    expect(await told('uli')).toEqual(['Marta Oliveira says no to an exchange of shifts'])
  })

  test('never decide about their own', async () => {
    await needApproval(true)
    const { id } = await askFor(await put('uli'), null, 'marta')
    await accept(id, 'marta')
    expect(await codeOf(decide(id))).toBe('forbidden')
    expect(await decide(id, true, 'adam')).toEqual({ state: 'done' })
  })
})

describe('choices for an exchange', () => {
  const choices = async (id: number, userId?: string, name: PersonName = 'uli') =>
    (await muster.as(name)).call(rosterApi.exchangeChoices, { params: { id }, query: userId ? { userId } : {} })

  test('are the colleagues, and their shifts with the reason against each', async () => {
    await setRules({ restMinutes: 660 })
    const mine = await put('uli', day(3))
    await put('uli', monday, { start: '14:00', end: '22:00' })
    const [early, good, past] = [
      await put('lea', day(1), { start: '05:00', end: '10:00' }),
      await put('lea', day(2)),
      await put('lea', daysLater(dateOf(Date.now(), 'Europe/Berlin'), -1)),
    ]
    const { people, shifts } = await choices(mine)
    expect(people.map(({ firstName }) => firstName)).toContain('Léa')
    expect(people.map(({ id }) => id)).not.toContain(idOf('uli'))
    expect(people.map(({ id }) => id)).not.toContain(idOf('una'))
    expect(shifts).toEqual([])
    expect((await choices(mine, idOf('lea'))).shifts).toMatchObject([
      { shift: { id: early, plan: null }, whyNot: { code: 'rest', value: 420, side: 'before' } },
      { shift: { id: good, note: null }, whyNot: null },
    ])
    expect(past).toBeGreaterThan(0)
    await askFor(good, null, 'marta', 'lea')
    expect((await choices(mine, idOf('lea'))).shifts).toMatchObject([{}, { whyNot: { code: 'in_exchange' } }])
    // Another department's person is no colleague.
    expect((await choices(mine, idOf('una'))).shifts).toEqual([])
    expect(await codeOf(choices(good))).toBe('not_yours')
  })

  test('show nothing of drafts, notes and other departments', async () => {
    const mine = await put('uli')
    await putShift(muster, { person: 'lea', date: day(1), title: 'Draft' })
    await putShift(muster, { person: 'lea', department: 'Maintenance', date: day(2), isPublished: true })
    await putShift(muster, { person: 'lea', date: day(3), isPublished: true, note: 'Call your doctor' })
    const { shifts } = await choices(mine, idOf('lea'))
    expect(shifts).toMatchObject([{ shift: { date: day(3), note: null, plan: null } }])
    const { id } = await askFor(mine, shifts[0]?.shift.id)
    expect(JSON.stringify(await exchangesOf('uli'))).not.toContain('doctor')
    expect(id).toBeGreaterThan(0)
  })
})
