import { afterEach, describe, expect, test } from 'vitest'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { MAX_BREAKS, type SessionBreaks } from '../../../shared/clocking.ts'
import { notificationsApi } from '../../../shared/notifications.ts'

/** Breaks that a manager corrects, and breaks that a person states afterwards. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(() => clearSessions(muster))

const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
const DAY_MINUTES = 24 * 60
const set = async (by: PersonName, id: number, breaks: SessionBreaks['breaks'], rest: Partial<SessionBreaks> = {}) =>
  (await muster.as(by)).call(clockApi.setBreaks, { params: { id }, body: { breaks, ...rest } })
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  const { path, message } = reply?.issues?.[0] ?? { path: reply?.code, message: reply?.message }
  return `${status} ${path}: ${message}`
}
const query = async (text: string) => (await muster.services.database.pool.query(text)).rows
const span = (from: number, to: number) => ({ startTime: minutesAgo(from), endTime: minutesAgo(to) })
/** A session of the day before, from 08:00 to 16:00 by minutes ago. */
const [FROM, TO] = [2000, 1500]
const put = (name: PersonName = 'uli') => putSession(muster, name, minutesAgo(FROM), minutesAgo(TO))
const reason = 'As we agreed'

describe('a manager', () => {
  test('corrects breaks with a reason, which the person is told and the log has', async () => {
    const { id } = await put()
    const old = await putBreak(muster, id, minutesAgo(1900), minutesAgo(1890), { plannedMinutes: 10 })
    const [kept, added] = [{ startTime: old.startTime, endTime: minutesAgo(1870) }, span(1700, 1690)]
    const corrected = await set('marta', id, [{ ...added, isPaid: true }, kept], { reason })
    expect(corrected).toMatchObject({
      duration: FROM - TO,
      needsReview: false,
      breaks: [
        { ...kept, isPaid: false, plannedMinutes: 10, statedAt: null },
        { ...added, isPaid: true, plannedMinutes: null, statedAt: null },
      ],
      correction: { reason, by: 'Marta Oliveira', at: corrected.updatedAt },
    })
    const [told] = await (await muster.as('uli')).call(notificationsApi.list, {})
    expect(told).toMatchObject({ title: 'Your breaks were corrected' })
    expect(told?.message).toContain('Marta Oliveira changed the breaks of ')
    expect(told?.message).toContain(' from 10 minutes to 40 minutes: As we agreed')
    const [logged] = await query(
      `select action, resource_id, details from audit_logs where resource_type = 'clock-session' order by id desc limit 1`,
    )
    const { startTime, endTime } = old
    expect(logged).toMatchObject({
      action: 'clock-session.break-correct',
      resource_id: String(id),
      details: {
        before: { breaks: [{ startTime, endTime, isPaid: false }], correctionReason: null },
        after: {
          breaks: [
            { ...kept, isPaid: false },
            { ...added, isPaid: true },
          ],
          correctionReason: reason,
        },
      },
    })
  })

  test('enters a break from 02:50 to 02:20 in the night in which the clocks go back: 30 minutes', async () => {
    const { id } = await putSession(muster, 'uli', '2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z')
    const one = { startTime: '2026-10-25T00:50:00.000Z', endTime: '2026-10-25T01:20:00.000Z' }
    expect((await set('marta', id, [one], { reason })).breaks).toMatchObject([one])
    const params = { id: muster.fixtures.people.uli.id }
    const week = await (await muster.as('marta')).call(clockApi.person, { params, query: { week: '2026-10-25' } })
    // From 22:00 to 06:00 are nine hours.
    expect(week.total).toBe(9 * 60 - 30)
  })

  test('confirms breaks without changing them', async () => {
    const { id } = await put()
    const { breaks = [], needsReview } = await set('uli', id, [span(1800, 1770)])
    expect(needsReview).toBe(true)
    const sent = breaks.map(({ startTime, endTime, isPaid }) => ({ startTime, endTime, isPaid }))
    expect(await set('marta', id, sent, { reason })).toMatchObject({ needsReview: false, breaks })
    const [told] = await (await muster.as('uli')).call(notificationsApi.list, {})
    expect(told).toMatchObject({ title: 'Your hours were confirmed' })
  })

  test('says why, and sees when the session has changed meanwhile', async () => {
    const { id, updatedAt } = await put()
    expect(await refusal(set('marta', id, []))).toBe('400 reason: Say why')
    await set('marta', id, [span(1800, 1790)], { reason, updatedAt })
    expect(await refusal(set('marta', id, [], { reason, updatedAt }))).toBe(
      '409 edited_meanwhile: This session has changed meanwhile',
    )
  })

  test('gives a running break its end', async () => {
    const { id } = await putSession(muster, 'uli', minutesAgo(200), null)
    const { startTime } = await putBreak(muster, id, minutesAgo(100), null)
    expect((await set('marta', id, [{ startTime, endTime: null }], { reason })).breaks).toMatchObject([
      { endTime: null },
    ])
    const endTime = minutesAgo(70)
    expect((await set('marta', id, [{ startTime, endTime }], { reason })).breaks).toMatchObject([{ endTime }])
  })

  test.each([
    ['before the session', [{ from: FROM + 1, to: 1900 }], 'breaks.0.startTime: Must not be before the clock-in'],
    ['after it', [{ from: 1600, to: TO - 1 }], 'breaks.0.endTime: Must not be after the clock-out'],
    ['without an end', [{ from: 1600, to: null }], 'breaks.0.endTime: Say when it ended'],
    ['that end before they begin', [{ from: 1600, to: 1610 }], 'breaks.0.endTime: Must be after the start'],
    [
      'that overlap',
      [
        { from: 1700, to: 1600 },
        { from: 1800, to: 1699 },
      ],
      'breaks.0.startTime: Must not overlap another break',
    ],
  ])('enters no breaks %s', async (_, spans, expected) => {
    const { id } = await put()
    const breaks = spans.map(({ from, to }) => ({
      startTime: minutesAgo(from),
      endTime: to === null ? null : minutesAgo(to),
    }))
    expect(await refusal(set('marta', id, breaks, { reason }))).toBe(`400 ${expected}`)
    expect(await query('select * from breaks')).toEqual([])
  })

  test('enters none in the future, and not more than there may be', async () => {
    const { id } = await putSession(muster, 'uli', minutesAgo(200), null)
    expect(await refusal(set('marta', id, [span(10, -1)], { reason }))).toBe(
      '400 breaks.0.endTime: Must not be in the future',
    )
    const many = Array.from({ length: MAX_BREAKS + 1 }, (_, at) => span(200 - at, 199.5 - at))
    expect(await refusal(set('marta', id, many, { reason }))).toBe('400 breaks: A session has at most 50 breaks')
  })

  test('never corrects their own, and not those of another department', async () => {
    const own = await put('marta')
    expect(await set('marta', own.id, [span(1800, 1790)], { reason })).toMatchObject({
      needsReview: true,
      correction: null,
    })
    const { id } = await put('una')
    expect(await refusal(set('marta', id, [], { reason }))).toBe('404 not_found: There is no such clock session')
    expect(await refusal(set('uli', id, [], { reason }))).toBe('404 not_found: There is no such clock session')
  })
})

describe('a person', () => {
  test('states a break afterwards, which a manager is to confirm, and may change it until then', async () => {
    const { id } = await put()
    const stated = await set('uli', id, [span(1800, 1770)])
    expect(stated).toMatchObject({ needsReview: true, correction: null, breaks: [{ statedAt: stated.updatedAt }] })
    expect(stated.breaksStatedAt).toBe(stated.updatedAt)
    const changed = span(1800, 1760)
    expect((await set('uli', id, [changed])).breaks).toMatchObject([changed])
    const [logged] = await query(
      `select action from audit_logs where resource_type = 'clock-session' order by id desc limit 1`,
    )
    expect(logged).toEqual({ action: 'clock-session.break-state' })
    await set('marta', id, [changed], { reason })
    expect(await refusal(set('uli', id, []))).toBe(
      '409 recorded: This break was recorded at the time. Ask a manager to correct your hours.',
    )
    const both = [changed, span(1700, 1690)]
    expect(await set('uli', id, both)).toMatchObject({ needsReview: true, breaks: both })
  })

  test('keeps what the clock has recorded, and says when a running break ended', async () => {
    const { id } = await putSession(muster, 'uli', minutesAgo(300), null)
    const first = await putBreak(muster, id, minutesAgo(250), minutesAgo(240))
    const running = await putBreak(muster, id, minutesAgo(200), null)
    const kept = { startTime: first.startTime, endTime: first.endTime }
    const refused = '409 recorded: This break was recorded at the time. Ask a manager to correct your hours.'
    for (const breaks of [
      [kept],
      [{ startTime: running.startTime, endTime: null }],
      [
        { ...kept, endTime: minutesAgo(245) },
        { startTime: running.startTime, endTime: null },
      ],
      [kept, { startTime: running.startTime, endTime: minutesAgo(100), isPaid: true }],
    ])
      expect(await refusal(set('uli', id, breaks))).toBe(refused)
    const ended = { startTime: running.startTime, endTime: minutesAgo(170) }
    expect(await set('uli', id, [kept, ended])).toMatchObject({
      endTime: null,
      needsReview: true,
      breaks: [
        { ...kept, statedAt: null },
        { ...ended, statedAt: null },
      ],
    })
    // Its beginning was recorded, and stays so.
    for (const breaks of [[kept], [kept, { ...ended, isPaid: true }], [kept, span(199, 170)]])
      expect(await refusal(set('uli', id, breaks))).toBe(refused)
  })

  test('states another break beside one that has no length', async () => {
    const { id } = await put()
    const startTime = minutesAgo(1900)
    await putBreak(muster, id, startTime, startTime)
    const empty = { startTime, endTime: startTime }
    const stated = span(1800, 1770)
    expect((await set('uli', id, [empty, stated])).breaks).toMatchObject([empty, stated])
  })

  test('needs no review for what changes nothing', async () => {
    const { id, updatedAt } = await put()
    const { startTime, endTime } = await putBreak(muster, id, minutesAgo(1800), minutesAgo(1770))
    expect(await set('uli', id, [{ startTime, endTime }])).toMatchObject({ needsReview: false, updatedAt })
  })

  test('asks a manager about hours that are settled', async () => {
    const { id } = await putSession(muster, 'uli', minutesAgo(32 * DAY_MINUTES), minutesAgo(31 * DAY_MINUTES + 1))
    const breaks = [span(31.5 * DAY_MINUTES, 31.4 * DAY_MINUTES)]
    expect(await refusal(set('uli', id, breaks))).toContain('409 settled: This was more than 31 days ago.')
    expect((await set('marta', id, breaks, { reason })).breaks).toHaveLength(1)
  })
})
