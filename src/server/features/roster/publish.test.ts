import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { workRulePresets, workRulesApi } from '../../../shared/work-rules.ts'

/** How a plan becomes what people see, and questions about late changes. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const { create, change, remove, read, preview, publish, inWords } = rosterCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const today = dateOf(Date.now(), 'Europe/Berlin')
/** A day within the notice of 96 hours, and days far beyond it. */
const soon = daysLater(today, 2)
const far = daysLater(today, 20)
const days = { from: daysLater(today, -3), to: daysLater(today, 30) }
const own = async (name: PersonName) => (await muster.as(name)).call(rosterApi.own, { query: { week: soon } })
const seenBy = async (name: PersonName) => inWords((await read(name, days)).shifts)
const publishAll = (reason?: string) => publish({ days, ...(reason && { reason }) })
const told = async (name: PersonName) => {
  const list = await (await muster.as(name)).call(notificationsApi.list, { query: {} })
  return list.map(({ title }) => title)
}
const faultOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return `${status} ${reply?.code === 'invalid' ? reply.issues?.map(({ path }) => path).join() : reply?.code}`
}
const setRules = async (late: 'ask' | 'tell' | 'allow') => {
  const adam = await muster.as('adam')
  await adam.call(workRulesApi.update, { body: { ...workRulePresets.eu, late } })
}

beforeEach(async () => {
  await query('delete from notifications')
})
afterEach(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
  await query(`delete from settings where name = 'workRules'`)
  muster.services.settings.forget()
})

describe('a publish', () => {
  test('lets people see added, changed and removed shifts, and tells each person once', async () => {
    const changed = await putShift(muster, { person: 'lea', date: far, isPublished: true })
    const removed = await putShift(muster, { person: 'lea', date: daysLater(far, 1), isPublished: true })
    await create({ date: far })
    await create({ date: daysLater(far, 1) })
    await create({ date: far, person: null })
    await change(changed.id, { end: '15:00' })
    await remove(removed.id)
    expect(await seenBy('uli')).toEqual([`Léa ${far} 06:00–14:00`, `Léa ${daysLater(far, 1)} 06:00–14:00`])
    expect(await preview(days)).toMatchObject({
      ...{ added: 3, changed: 1, removed: 1, late: [], faults: [] },
      people: [
        { user: { id: idOf('lea') }, added: 0, changed: 1, removed: 1, asked: 0, rings: 'now', ringsAt: null },
        { user: { id: idOf('uli') }, added: 2, changed: 0, removed: 0, asked: 0 },
      ],
    })
    expect(await publishAll()).toEqual({ published: 5, asked: 0, told: 2 })
    expect((await seenBy('uli')).sort()).toEqual(
      [
        `Léa ${far} 06:00–15:00`,
        `Uli ${far} 06:00–14:00`,
        `nobody ${far} 06:00–14:00`,
        `Uli ${daysLater(far, 1)} 06:00–14:00`,
      ].sort(),
    )
    expect(await told('uli')).toEqual(['2 new shifts for you'])
    expect(await told('lea')).toEqual(['2 of your shifts have changed'])
    expect(await told('marta')).toEqual([])
    expect(await query('select published_version as version from planned_shifts order by id')).toEqual(
      [2, 1, 1, 1].map((version) => ({ version })),
    )
    expect((await read('marta', days)).changes).toEqual({ added: 0, changed: 0, removed: 0 })
    // A second one has nothing to do.
    expect(await publishAll()).toEqual({ published: 0, asked: 0, told: 0 })
  })

  test('of a plan that has changed since the preview is refused', async () => {
    const { shift } = await create({ date: far })
    const { expected } = await preview(days)
    await change(shift.id, { end: '15:00' })
    const marta = await muster.as('marta')
    const body = { ...days, departmentId: muster.fixtures.departments.Housekeeping, expected }
    expect(await faultOf(marta.call(rosterApi.publish, { body }))).toBe('409 changed_meanwhile')
    expect(await query('select id from planned_shifts where published_at is not null')).toEqual([])
  })

  test('never lets shifts of a person overlap. Touching is none', async () => {
    await putShift(muster, { person: 'uli', date: far, isPublished: true, department: 'Maintenance' })
    await create({ date: far, start: '14:00', end: '18:00' })
    await publishAll()
    const { shift } = await create({ date: far, start: '17:45', end: '22:00' })
    expect((await preview(days)).faults).toMatchObject([{ code: 'overlaps', userId: idOf('uli'), date: far }])
    expect(await faultOf(publishAll())).toBe('409 overlaps')
    await change(shift.id, { start: '13:00', end: '14:00' })
    expect(await faultOf(publishAll())).toBe('409 overlaps')
    await change(shift.id, { start: '18:00', end: '22:00' })
    await publishAll()
    // Two shifts may change hands in one publish.
    const lea = (await create({ date: far, person: 'lea', start: '18:00', end: '22:00' })).shift
    await publishAll()
    await change(lea.id, { userId: idOf('uli') })
    await change(shift.id, { userId: idOf('lea') })
    expect(await publishAll()).toMatchObject({ published: 2 })
  })

  test('counts a shift where it is until its person has said yes to a move', async () => {
    const { id } = await putShift(muster, { person: 'uli', date: far, isPublished: true })
    await change(id, { date: soon })
    const { shift } = await create({ date: far, start: '10:00', end: '18:00' })
    expect(await faultOf(publishAll('Two people are ill'))).toBe('409 overlaps')
    await remove(shift.id)
    // It may move by an hour: it does not overlap itself.
    await change(id, { date: far, start: '07:00', end: '15:00' })
    expect(await publishAll()).toMatchObject({ published: 1 })
  })

  test('of two at once one is refused, or finds nothing to do', async () => {
    await create({ date: far })
    const outcomes = await Promise.allSettled([publishAll(), publish({ days, name: 'adam' })])
    const published = outcomes.map((each) => (each.status === 'fulfilled' ? each.value.published : 0))
    expect(published.sort()).toEqual([0, 1])
    expect(await told('uli')).toHaveLength(1)
  })

  test('plans nobody who has left the department', async () => {
    const { shift } = await create({ date: far })
    await query('update users set is_active = false where id = $1', [idOf('uli')])
    try {
      expect(await faultOf(publishAll())).toBe('409 left')
      await change(shift.id, { userId: null })
      await publishAll()
    } finally {
      await query('update users set is_active = true where id = $1', [idOf('uli')])
    }
  })

  test('is logged with its days and counts, and each shift in its history', async () => {
    await setRules('tell')
    await create({ date: soon })
    await publishAll('Two people are ill')
    const adam = await muster.as('adam')
    const { entries } = await adam.call(auditApi.list, { query: { limit: 3 } })
    expect(entries.map(({ action, title }) => [action, title])).toEqual(
      expect.arrayContaining([
        ['department.publish-roster', 'Housekeeping'],
        ['planned-shift.publish', 'Uli Brandt'],
      ]),
    )
    const [{ details }] = (await query(
      `select details from audit_logs where action = 'department.publish-roster' order by id desc limit 1`,
    )) as [{ details: object }]
    expect(details).toMatchObject({ added: 1, asked: 0, reason: 'Two people are ill' })
  })
})

describe('a late change', () => {
  test('needs a reason, and a yes of its person', async () => {
    const { shift } = await create({ date: soon })
    expect(await faultOf(publishAll())).toBe('400 reason')
    expect(await faultOf(publishAll('Too short'))).toBe('400 reason')
    expect(await preview(days)).toMatchObject({
      late: [{ id: shift.id, before: null, isAsked: true, hasBegun: false }],
    })
    expect(await publishAll('Two people are ill')).toEqual({ published: 0, asked: 1, told: 1 })
    expect(await told('uli')).toEqual(['Can you work then?'])
    expect(await seenBy('uli')).toEqual([])
    expect(await seenBy('lea')).toEqual([])
    const [question] = (await own('uli')).questions
    expect(question).toMatchObject({
      ...{ id: shift.id, before: null, after: { date: soon, start: '06:00' }, reason: 'Two people are ill' },
      askedBy: { firstName: 'Marta' },
    })
    // It waits, and is no change to publish any more.
    expect((await read('marta', days)).changes).toMatchObject({ added: 0 })
    expect((await read('marta', days)).shifts[0]?.plan?.asked).toMatchObject({ refusedAt: null })
    expect((await own('lea')).questions).toEqual([])

    const answer = async (name: PersonName, body: object) =>
      (await muster.as(name)).call(rosterApi.answer, { params: { id: shift.id }, body: { accept: true, ...body } })
    expect(await faultOf(answer('lea', {}))).toBe('404 not_found')
    expect(await faultOf(answer('uli', { askedAt: '2026-01-01T00:00:00.000Z' }))).toBe('409 changed_meanwhile')
    await answer('uli', { askedAt: question?.askedAt })
    expect(await seenBy('lea')).toEqual([`Uli ${soon} 06:00–14:00`])
    expect((await own('uli')).questions).toEqual([])
    expect(await faultOf(answer('uli', {}))).toBe('409 not_asked')
  })

  test('that its person refuses is told to the managers on duty', async () => {
    await putSession(muster, 'marta', new Date().toISOString(), null)
    const { shift } = await create({ date: soon }, 'adam')
    await publish({ days, reason: 'Two people are ill', name: 'adam' })
    const uli = await muster.as('uli')
    const params = { id: shift.id }
    await uli.call(rosterApi.answer, { params, body: { accept: false, reason: 'My child is ill' } })
    expect(await told('marta')).toEqual(['Uli Brandt cannot work then'])
    expect((await read('marta', days)).shifts[0]?.plan?.asked).toMatchObject({
      ...{ refusedAt: expect.any(String), refusal: 'My child is ill' },
    })
    expect(await seenBy('uli')).toEqual([])
    expect(await faultOf(uli.call(rosterApi.answer, { params, body: { accept: true } }))).toBe('409 not_asked')
    // The planner gives it to somebody else. The question is over.
    await change(shift.id, { userId: idOf('lea') })
    expect((await read('marta', days)).shifts[0]?.plan?.asked).toBeNull()
  })

  test('that a planner changes again is asked about no more', async () => {
    const { shift } = await create({ date: soon })
    await publishAll('Two people are ill')
    const [question] = (await own('uli')).questions
    await change(shift.id, { end: '15:00' })
    expect((await own('uli')).questions).toEqual([])
    await publishAll('Two people are ill')
    const uli = await muster.as('uli')
    const body = { accept: true, askedAt: question?.askedAt ?? '' }
    expect(await faultOf(uli.call(rosterApi.answer, { params: { id: shift.id }, body }))).toBe('409 changed_meanwhile')
  })

  test('that takes a shift from one person to another tells the first once the second says yes', async () => {
    const { id } = await putShift(muster, { person: 'lea', date: soon, isPublished: true })
    await change(id, { userId: idOf('uli') })
    await publishAll('Léa has a course')
    expect([await told('lea'), await told('uli')]).toEqual([[], ['Can you work then?']])
    expect(await seenBy('lea')).toEqual([`Léa ${soon} 06:00–14:00`])
    await (await muster.as('uli')).call(rosterApi.answer, { params: { id }, body: { accept: true } })
    expect(await told('lea')).toEqual(['One of your shifts has changed'])
    expect(await seenBy('lea')).toEqual([`Uli ${soon} 06:00–14:00`])
  })

  test('that shortens or removes needs no yes', async () => {
    const shorter = await putShift(muster, { person: 'uli', date: soon, isPublished: true })
    const gone = await putShift(muster, { person: 'lea', date: soon, isPublished: true })
    await change(shorter.id, { end: '12:00' })
    await remove(gone.id)
    expect(await publishAll('The house is empty')).toEqual({ published: 2, asked: 0, told: 2 })
    expect(await seenBy('lea')).toEqual([`Uli ${soon} 06:00–12:00`])
  })

  test('is published at once where the rules only tell, and needs no reason where they allow it', async () => {
    await setRules('tell')
    await create({ date: soon })
    expect(await publishAll('Two people are ill')).toEqual({ published: 1, asked: 0, told: 1 })
    await setRules('allow')
    await create({ date: soon, person: 'lea' })
    expect(await publishAll()).toEqual({ published: 1, asked: 0, told: 1 })
  })

  test('of a shift that has begun is published at once, with a reason, and tells nobody', async () => {
    await setRules('allow')
    await create({ date: daysLater(today, -1) })
    expect(await faultOf(publishAll())).toBe('400 reason')
    expect(await publishAll('They came in yesterday')).toEqual({ published: 1, asked: 0, told: 0 })
    expect(await told('uli')).toEqual([])
  })
})

describe('open pages', () => {
  test('of planners hear of drafts, and others of what is published', async () => {
    const address = await muster.listen()
    const names = ['uli', 'lea', 'una', 'gus', 'milan', 'adam'] as const
    const pages = await Promise.all(
      names.map(async (name) => {
        const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
        page.send({ type: 'auth', userId: idOf(name) })
        await page.receives('auth_success')
        return [name, page] as const
      }),
    )
    const heard = async () => {
      // The last change that adam hears ends the round.
      const adam = await muster.as('adam')
      round += 1
      await adam.call(workRulesApi.update, { body: { ...workRulePresets.eu, averageWeeks: 10 + round } })
      const found: Record<string, string[]> = {}
      for (const [name, page] of pages) {
        const resources: string[] = []
        while (name !== 'gus') {
          const { data } = await page.receives('change')
          if (data.resource === 'organisation') break
          if (/roster|shift/.test(data.resource)) resources.push(`${data.resource}${data.id === null ? '' : ' one'}`)
        }
        found[name] = resources.sort()
      }
      return found
    }
    let round = 0
    await create({ date: far })
    const none = { uli: [], lea: [], una: [], gus: [], milan: [] }
    expect(await heard()).toEqual({ ...none, adam: ['roster-drafts one'] })
    await publishAll()
    const published = { uli: ['roster'], lea: ['roster'], una: [], gus: [], milan: ['roster'] }
    expect(await heard()).toEqual({ ...published, adam: ['roster', 'roster-drafts one'] })
    await create({ date: soon })
    await publishAll('Two people are ill')
    // The question is its person's.
    expect(await heard()).toEqual({ ...none, uli: ['roster'], adam: ['roster-drafts one', 'roster-drafts one'] })
    for (const [, page] of pages) page.socket.terminate()
  })
})

test('one’s own week has the next shift, and planned and worked minutes', async () => {
  const { id } = await putShift(muster, {
    person: 'uli',
    date: soon,
    isPublished: true,
    note: 'Lobby',
    breakMinutes: 30,
  })
  await putShift(muster, { person: 'uli', date: far, isPublished: true })
  await putShift(muster, { person: 'lea', date: soon, isPublished: true })
  await putShift(muster, { person: 'uli', date: daysLater(soon, 1) })
  const week = await own('uli')
  expect(inWords(week.shifts)).toEqual([`Uli ${soon} 06:00–14:00`])
  expect(week).toMatchObject({ next: { id, note: 'Lobby', plan: null }, plannedMinutes: 450, workedMinutes: 0 })
  // A planner's own week has no drafts either.
  await putShift(muster, { person: 'marta', date: soon })
  expect((await own('marta')).shifts).toEqual([])
})
