import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { MAX_DAYS_AHEAD } from '../../../shared/roster/shapes.ts'
import type { NewWish } from '../../../shared/roster/wish-shapes.ts'
import { MAX_WISHES } from '../../../shared/roster/wishes.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater, weekOfDate } from '../../../shared/time/time.ts'
import { workRulePresets } from '../../../shared/work-rules.ts'
import { deleteOldWishes, WISH_DAYS } from './expire.ts'
import { listWishes } from './wishes.ts'

/** When people would like to work and when they cannot, as they and their planners see it. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const { create, preview, publish } = rosterCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const today = dateOf(Date.now(), 'Europe/Berlin')
/** A Monday three weeks from now. */
const monday = weekOfDate(daysLater(today, 21), 'Europe/Berlin')[0]?.date ?? ''
const day = (number: number) => daysLater(monday, number)
const week = { from: monday, to: day(6) }

const wish = (fields: Partial<NewWish> = {}): NewWish => ({
  ...{ kind: 'unavailable', weekday: null, date: null, start: null, end: null, note: null },
  ...fields,
})
const save = async (wishes: NewWish[], name: PersonName = 'uli', of: PersonName = name, known?: number[]) => {
  const body = { wishes, ...(of !== name && { userId: idOf(of) }), ...(known && { known }) }
  return (await (await muster.as(name)).call(rosterApi.saveWishes, { body })).wishes
}
const list = async (name: PersonName, of: PersonName = name) =>
  (await (await muster.as(name)).call(rosterApi.wishes, { query: of === name ? {} : { userId: idOf(of) } })).wishes
const roster = async (name: PersonName, days = week) =>
  (await muster.as(name)).call(rosterApi.list, {
    query: { ...days, departmentId: muster.fixtures.departments.Housekeeping },
  })
const faultOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.issues?.map(({ path }) => path).join() ?? reply?.code}`
}

beforeEach(() =>
  query(
    `insert into settings (name, value) values ('workRules', $1)
  on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(workRulePresets.none)],
  ),
)
afterEach(async () => {
  await clearRoster(muster)
  await query(`delete from shift_wishes; delete from rate_limits; delete from settings where name = 'workRules'`)
  muster.services.settings.forget()
})

describe('the wishes of a person', () => {
  test('are what they said last, weekly ones first; one that stays keeps its row', async () => {
    const thursday = wish({ weekday: 4, start: '16:00', end: '22:00', note: 'Football' })
    const dated = wish({ kind: 'preferred', date: day(5) })
    const first = await save([dated, thursday, thursday])
    expect(first).toEqual([
      { id: expect.any(Number), ...thursday },
      { id: expect.any(Number), ...dated },
    ])
    const second = await save([thursday, wish({ weekday: 1 })])
    expect(second).toMatchObject([{ weekday: 1 }, first[0]])
    expect(await list('uli')).toEqual(second)
    expect(await save([])).toEqual([])
  })

  test.each<[string, Partial<NewWish>]>([
    ['400 wishes.0.date', {}],
    ['400 wishes.0.date', { weekday: 1, date: day(1) }],
    ['400 wishes.0.weekday', { weekday: 0 }],
    ['400 wishes.0.weekday', { weekday: 8 }],
    ['400 wishes.0.end', { weekday: 1, start: '08:00' }],
    ['400 wishes.0.start', { weekday: 1, start: '24:00', end: '08:00' }],
    ['400 wishes.0.date', { date: daysLater(today, -1) }],
    ['400 wishes.0.date', { date: daysLater(today, MAX_DAYS_AHEAD + 2) }],
    ['400 wishes.0.note', { weekday: 1, note: 'x'.repeat(121) }],
  ])('are refused with %s for %o', async (fault, fields) => {
    expect(await faultOf(save([wish(fields)]))).toBe(fault)
  })

  test('are at most so many; past ones do not count, and stay', async () => {
    const many = Array.from({ length: MAX_WISHES + 1 }, (_, at) => wish({ date: daysLater(today, at + 1) }))
    expect(await faultOf(save(many))).toBe('400 wishes')
    await save(many.slice(0, MAX_WISHES))
    await query(`update shift_wishes set date = date - 60`)
    expect(await list('uli')).toEqual([])
    await save(many.slice(0, MAX_WISHES))
    expect((await query('select count(*)::int as count from shift_wishes'))[0].count).toBe(2 * MAX_WISHES)
  })

  test('are not lost when two change them: the second is told', async () => {
    const first = await save([wish({ weekday: 1 })])
    const known = first.map(({ id }) => id)
    await save([wish({ weekday: 1 }), wish({ weekday: 2 })], 'marta', 'uli', known)
    expect(await faultOf(save([wish({ weekday: 3 })], 'uli', 'uli', known))).toBe('409 edited_meanwhile')
    expect(await list('uli')).toMatchObject([{ weekday: 1 }, { weekday: 2 }])
    // Two at once: one of them wins, and neither is half done.
    const now = (await list('uli')).map(({ id }) => id)
    const both = await Promise.allSettled([4, 5].map((weekday) => save([wish({ weekday })], 'uli', 'uli', now)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await list('uli')).toHaveLength(1)
  })

  test('are theirs until midnight of their day, on the clock of the deployment', async () => {
    await query(`insert into shift_wishes (user_id, kind, date) values ($1, 'unavailable', '2026-12-09')`, [
      idOf('uli'),
    ])
    const seen = async (iso: string) =>
      (await listWishes(await muster.contextOf('uli', new Date(iso)), { params: {}, query: {}, body: undefined }))
        .wishes.length
    // Before and after 24:00 in Berlin.
    expect(await seen('2026-12-09T22:59:00.000Z')).toBe(1)
    expect(await seen('2026-12-09T23:00:00.000Z')).toBe(0)
  })

  test('leave in the log that they were added and deleted, and nothing of when and why', async () => {
    const [added] = await save([wish({ weekday: 4, note: 'Football' })])
    await save([])
    const { entries } = await (await muster.as('adam')).call(auditApi.list, {
      query: { resourceType: 'shift-wish', resourceId: String(added?.id) },
    })
    expect(entries.map(({ action }) => action)).toEqual(['shift-wish.delete', 'shift-wish.create'])
    expect(JSON.stringify(entries)).not.toMatch(/Football|weekday/)
  })
})

describe('are seen', () => {
  test('by their person and the planners of the department alone', async () => {
    await save([wish({ weekday: 4, note: 'Football' })])
    for (const name of ['uli', 'marta', 'adam', 'gita'] as const) expect(await list(name, 'uli')).toHaveLength(1)
    expect(await faultOf(list('lea', 'uli'))).toBe('404 not_found')
    expect(await faultOf(save([], 'lea', 'uli'))).toBe('404 not_found')
    expect(await faultOf(list('milan', 'uli'))).toBe('403 forbidden')
    expect(await faultOf(save([], 'milan', 'uli'))).toBe('403 forbidden')
    expect(await faultOf(list('gus'))).toBe('403 forbidden')
  })

  test('in no reply that a colleague gets', async () => {
    await save([wish({ weekday: 4, note: 'Football' })])
    await putShift(muster, { person: 'uli', date: day(3), isPublished: true })
    const { id } = await putShift(muster, { date: day(3), isPublished: true })
    const lea = await muster.as('lea')
    const replies = [
      ...(await Promise.all([roster('lea'), lea.call(rosterApi.own, { query: { week: monday } }), list('lea')])),
      await roster('milan'),
      await httpErrorOf(lea.call(rosterApi.candidates, { params: { id } })),
    ]
    expect(JSON.stringify(replies)).not.toMatch(/Football|"wishes":\[\{|unavailable/)
    expect(JSON.stringify(await roster('marta'))).toMatch(/Football/)
  })

  test('in no message that an open page of a colleague gets', async () => {
    const address = await muster.listen()
    const pageOf = async (name: PersonName) => {
      const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
      page.send({ type: 'auth', userId: idOf(name) })
      await page.receives('auth_success')
      return page
    }
    const [lea, milan, marta] = [await pageOf('lea'), await pageOf('milan'), await pageOf('marta')]
    await save([wish({ weekday: 4, note: 'Football' })])
    expect((await marta.receives('change')).data).toMatchObject({ resource: 'shift-wishes' })
    for (const page of [lea, milan]) expect(JSON.stringify(await page.receivedByNow())).not.toContain('wish')
    for (const page of [lea, milan, marta]) page.socket.terminate()
  })
})

describe('planners', () => {
  test('read the weekly wishes and those about the days of the roster', async () => {
    await save([wish({ weekday: 4 }), wish({ date: day(2), note: 'Dentist' }), wish({ date: day(9) })])
    const wishesOf = async (days = week) =>
      (await roster('marta', days)).people.find(({ user }) => user.id === idOf('uli'))?.wishes
    expect(await wishesOf()).toEqual([wish({ weekday: 4 }), wish({ date: day(2), note: 'Dentist' })])
    expect(await wishesOf({ from: day(7), to: day(13) })).toMatchObject([{ weekday: 4 }, { date: day(9) }])
  })

  test('are warned of a draft that goes against a wish, and never stopped', async () => {
    await save([wish({ weekday: 4, start: '12:00', end: '18:00' }), wish({ kind: 'preferred', weekday: 5 })])
    const { warnings } = await create({ date: day(3) })
    const warning = { userId: idOf('uli'), rule: 'unavailable', date: day(3), value: 0, limit: 0 }
    expect(warnings).toMatchObject([warning])
    expect((await create({ date: day(4) })).warnings).toMatchObject([warning])
    expect((await create({ date: day(5), start: '22:00', end: '06:00' })).warnings).toMatchObject([warning])
    expect((await preview(week)).warnings).toMatchObject([warning])
    const { people } = await roster('marta')
    expect(people.flatMap(({ warnings = [] }) => warnings)).toMatchObject([warning])
    expect(await publish({ days: week, reason: 'Nobody else can' })).toMatchObject({ published: 3 })
  })

  test('are not warned of shifts that have begun', async () => {
    await save([wish({ date: today })])
    await putShift(muster, { person: 'uli', date: today, start: '00:00', end: '00:15', isPublished: true })
    const { people } = await roster('marta', { from: today, to: today })
    expect(people.flatMap(({ warnings = [] }) => warnings)).toEqual([])
  })

  test('find people who would like to work first, and people who cannot last', async () => {
    await save([wish({ kind: 'preferred', weekday: 4, start: '06:00', end: '14:00' })])
    await save([wish({ date: day(3), note: 'Moving house' })], 'lea')
    const { id } = await putShift(muster, { date: day(3) })
    const find = async () =>
      (await (await muster.as('marta')).call(rosterApi.candidates, { params: { id } })).candidates
    expect((await find()).map(({ user, wish }) => [user.firstName, wish?.kind, wish?.note])).toEqual([
      ['Uli', 'preferred', null],
      ['Marta', undefined, undefined],
      ['Léa', 'unavailable', 'Moving house'],
    ])
  })
})

test('wishes about long past days go, and those of deleted accounts', async () => {
  await save([wish({ weekday: 1 }), wish({ date: day(1) }), wish({ date: day(2) })])
  await save([wish({ weekday: 2 })], 'lea')
  await query(`update shift_wishes set date = $1 where date = $2`, [daysLater(today, -WISH_DAYS), day(1)])
  await query(`update shift_wishes set date = $1 where date = $2`, [daysLater(today, -WISH_DAYS - 2), day(2)])
  await query('update users set deleted_at = now() where id = $1', [idOf('lea')])
  try {
    const context = await muster.contextOf('gita', new Date())
    expect(await deleteOldWishes(context)).toBe(2)
  } finally {
    await query('update users set deleted_at = null where id = $1', [idOf('lea')])
  }
})
