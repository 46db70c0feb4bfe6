import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearRoster, putShift, rosterCalls } from '../../../../test/support/roster.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { PlanItem } from '../../../shared/roster/day-shapes.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateTimeIn } from '../../../shared/time/time.ts'
import { readBriefing } from '../briefing/read.ts'

/** The briefing's section about the plan: changes of one's shifts, and colleagues who are missing. */

const ZONE = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: ZONE })
const { create, change, remove, publish } = rosterCalls(muster)
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
/** Two days before the shifts, in Berlin. */
const EVE = '2026-12-08T18:00:00.000Z'
/** 30 minutes after the beginning of the shifts. */
const MORNING = '2026-12-10T05:30:00.000Z'
const REASON = 'Two people are ill'

async function briefing(name: PersonName, at = EVE) {
  const ctx = muster.contextOf(name, new Date(at))
  return (await readBriefing(ctx, { params: {}, query: {}, body: undefined })).read()
}
async function news(name: PersonName, at = EVE): Promise<PlanItem[]> {
  const { sections } = await briefing(name, at)
  return sections.flatMap((section) => (section.kind === 'plan' ? section.items : []))
}
const inWords = ({ what, startTime, endTime, before, by, person }: PlanItem) => {
  const span = (shift: { startTime: string; endTime: string }) =>
    [shift.startTime, shift.endTime].map((time) => dateTimeIn(time, ZONE).time).join('–')
  return [what, span({ startTime, endTime }), before && `before ${span(before)}`, by, person?.firstName]
    .filter(Boolean)
    .join(' ')
}
const newsInWords = async (name: PersonName, at = EVE) => (await news(name, at)).map(inWords)
const shift = (fields: Parameters<typeof putShift>[1] = {}) =>
  putShift(muster, { person: 'uli', isPublished: true, ...fields })

beforeEach(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
  await query('delete from notifications')
})
afterAll(async () => {
  await clearRoster(muster)
  await clearSessions(muster)
})

describe('changes of one’s shifts', () => {
  test('are new, changed and removed ones, earliest first, with who made them', async () => {
    const moved = await shift({ date: '2026-12-09' })
    const gone = await shift({ date: '2026-12-11', start: '14:00', end: '22:00' })
    await create({ date: '2026-12-12', start: '07:00', end: '15:00' })
    await change(moved.id, { start: '08:00', end: '16:00' })
    await remove(gone.id)
    await publish({ reason: REASON })
    expect(await newsInWords('uli')).toEqual([
      'changed 08:00–16:00 before 06:00–14:00 Marta Oliveira',
      'removed 14:00–22:00 Marta Oliveira',
      'added 07:00–15:00 Marta Oliveira',
    ])
    expect(await newsInWords('lea')).toEqual([])
  })

  test('are said once: the notification that says the same does not stand in the briefing, and counts as seen', async () => {
    await shift({ date: '2026-12-09' }).then(({ id }) => change(id, { start: '08:00', end: '16:00' }))
    await publish({ reason: REASON })
    const { sections, heldIds } = await briefing('uli')
    expect(sections.map(({ kind }) => kind)).toEqual(['plan'])
    expect(heldIds).toHaveLength(1)
  })

  test('of one shift are one: the first state and the last', async () => {
    const { id } = await shift()
    await change(id, { start: '07:00', end: '15:00' })
    await publish({ reason: REASON })
    await change(id, { start: '08:00', end: '16:00' })
    await publish({ reason: REASON })
    expect(await newsInWords('uli')).toEqual(['changed 08:00–16:00 before 06:00–14:00 Marta Oliveira'])
    await remove(id)
    await publish({ reason: REASON })
    expect(await newsInWords('uli')).toEqual(['removed 06:00–14:00 Marta Oliveira'])
  })

  test('that came and went mean nothing', async () => {
    const { shift: added } = await create()
    await publish({ reason: REASON })
    await remove(added.id)
    await publish({ reason: REASON })
    expect(await newsInWords('uli')).toEqual([])
  })

  test('before the last clock-out, and of shifts that have ended, are none', async () => {
    await create()
    await publish({ reason: REASON })
    const later = new Date(Date.now() + 60_000).toISOString()
    await putSession(muster, 'uli', new Date(Date.now() - 3_600_000).toISOString(), later)
    expect(await newsInWords('uli')).toEqual([])
    await clearSessions(muster)
    expect(await newsInWords('uli')).toEqual(['added 06:00–14:00 Marta Oliveira'])
    expect(await newsInWords('uli', '2026-12-10T13:00:00.000Z')).toEqual([])
  })

  test('name an offered shift that a colleague has taken', async () => {
    const { id } = await shift()
    await (await muster.as('uli')).call(rosterApi.offer, { params: { id } })
    await (await muster.as('lea')).call(rosterApi.claim, { params: { id } })
    expect(await newsInWords('uli')).toEqual(['removed 06:00–14:00 Léa Kern'])
  })

  test('name the first of many, with how many more there are', async () => {
    for (const date of ['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11', '2026-12-12'])
      await create({ date })
    await publish({ reason: REASON })
    const { sections } = await briefing('uli', '2026-12-06T18:00:00.000Z')
    expect(sections).toMatchObject([{ kind: 'plan', more: 1 }])
    expect(sections[0]?.items).toHaveLength(5)
  })
})

describe('people who are missing', () => {
  test('stand in the briefing of their department, with nothing but name and time', async () => {
    await shift({ note: 'Back is bad', title: 'Lobby' })
    const [item] = await news('lea', MORNING)
    const { id, firstName, lastName } = muster.fixtures.people.uli
    expect(item).toEqual({
      id: expect.any(Number),
      ...{ what: 'missing', startTime: '2026-12-10T05:00:00.000Z', endTime: '2026-12-10T13:00:00.000Z' },
      ...{ before: null, by: null, person: { id, firstName, lastName, profileImageUrl: null } },
    })
    expect(await newsInWords('marta', MORNING)).toEqual(['missing 06:00–14:00 Uli'])
    expect(await newsInWords('una', MORNING)).toEqual([])
    // Nobody reads that they are missing themselves.
    expect(await newsInWords('uli', MORNING)).toEqual([])
  })

  test('are not named again to somebody who comes back from a pause', async () => {
    await shift()
    await putSession(muster, 'lea', '2026-12-10T04:00:00.000Z', '2026-12-10T05:20:00.000Z')
    await putSession(muster, 'lea', '2026-12-10T05:25:00.000Z', null)
    expect(await newsInWords('lea', MORNING)).toEqual([])
    await shift({ person: 'marta', start: '06:10' })
    expect(await newsInWords('lea', MORNING)).toEqual(['missing 06:10–14:00 Marta'])
  })
})
