import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { defaultWorkRules, type WorkRules, workRulePresets, workRulesApi } from '../../../shared/work-rules.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import { readTeamHours } from '../clock/team.ts'
import { tryWorkRules } from './try-out.ts'

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const query = (text: string) => muster.services.database.pool.query(text)
afterEach(async () => {
  await clearSessions(muster)
  await query(`delete from settings where name = 'workRules'`)
  await query(`delete from audit_logs where action = 'work-rules.update'`)
  muster.services.settings.forget()
})
const set = async (body: WorkRules & { updatedAt?: string | null }, name: PersonName = 'adam') =>
  (await muster.as(name)).call(workRulesApi.update, { body })

describe('the work rules', () => {
  test('are those of the European Union until an administrator chooses others, which the staff reads', async () => {
    const uli = await muster.as('uli')
    expect(await uli.call(workRulesApi.get, {})).toEqual({ ...defaultWorkRules, updatedAt: null })
    const saved = await set(workRulePresets.de)
    expect(saved).toEqual({ ...workRulePresets.de, updatedAt: expect.any(String) })
    expect(await uli.call(workRulesApi.get, {})).toEqual(saved)
    // To save them again changes nothing.
    expect(await set(workRulePresets.de)).toEqual(saved)
  })

  test('are logged with the values that have changed, in words', async () => {
    await set({ ...defaultWorkRules, restMinutes: 600, breaks: workRulePresets.de.breaks })
    await set({ ...defaultWorkRules, restMinutes: 600, breaks: [] })
    const { rows } = await query(`select details from audit_logs where action = 'work-rules.update' order by id`)
    expect(rows.map(({ details }) => details)).toEqual([
      {
        before: { restMinutes: 660, breakRules: ['6:00 → 0:15'] },
        after: { restMinutes: 600, breakRules: ['6:00 → 0:30', '9:00 → 0:45'] },
      },
      { before: { breakRules: ['6:00 → 0:30', '9:00 → 0:45'] }, after: { breakRules: [] } },
    ])
    const adam = await muster.as('adam')
    const { entries } = await adam.call(auditApi.list, { query: { action: 'work-rules.update' } })
    expect(entries[1]?.changes).toEqual([
      { field: 'breakRules', before: '6:00 → 0:15', after: '6:00 → 0:30, 9:00 → 0:45' },
      { field: 'restMinutes', before: '660', after: '600' },
    ])
  })

  test('that somebody else has changed meanwhile are not overwritten', async () => {
    const first = await set(workRulePresets.fr)
    expect(await httpErrorOf(set({ ...workRulePresets.us, updatedAt: null }, 'gita'))).toMatchObject({
      status: 409,
      reply: { code: 'edited_meanwhile' },
    })
    const second = await set({ ...workRulePresets.us, updatedAt: first.updatedAt }, 'gita')
    expect(Date.parse(second.updatedAt ?? '')).toBeGreaterThan(Date.parse(first.updatedAt ?? ''))
    // Of two at the same moment one is refused.
    const bodies = [workRulePresets.de, workRulePresets.fr].map((rules) => ({ ...rules, updatedAt: second.updatedAt }))
    const outcomes = await Promise.allSettled(bodies.map((body, at) => set(body, at === 0 ? 'adam' : 'gita')))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('are heard of by open pages of the staff, known to another server soon, and cost a read no statement', async () => {
    const uli = await muster.as('uli')
    const other = await muster.another()
    const page = await openPage(await muster.listen(), { cookie: uli.cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people.uli.id })
    await page.receives('auth_success')
    await set(workRulePresets.de)
    const changes = [await page.receives('change')]
    while (changes.at(-1)?.data.resource !== 'organisation') changes.push(await page.receives('change'))
    page.socket.terminate()
    await expect
      .poll(async () => (await other.services.settings.read(other.services.database.orm)).workRules?.breakPiece)
      .toBe(15)
    const statements = vi.spyOn(muster.services.database.pool, 'query')
    const read = async () => {
      statements.mockClear()
      await uli.call(workRulesApi.get, {})
      const texts = statements.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
      return texts.filter((text) => /settings/.test(text)).length
    }
    await expect.poll(read).toBe(0)
    statements.mockRestore()
  })
})

test('a team’s hours name the days on which work lacks a break', async () => {
  await putSession(muster, 'uli', '2026-11-16T07:00:00.000Z', '2026-11-16T15:00:00.000Z')
  const { id } = await putSession(muster, 'uli', '2026-11-17T07:00:00.000Z', '2026-11-17T15:00:00.000Z')
  await putBreak(muster, id, '2026-11-17T11:00:00.000Z', '2026-11-17T11:20:00.000Z')
  // Begun on Sunday of the week before.
  await putSession(muster, 'lea', '2026-11-15T22:00:00.000Z', '2026-11-16T06:00:00.000Z')
  const missing = async () => {
    const ctx = muster.contextOf('gita', new Date('2026-11-20T12:00:00.000Z'))
    const { people } = await readTeamHours(ctx, { params: {}, query: {}, body: undefined })
    return people.filter(({ total }) => total > 0).map(({ user, missingBreaks }) => [user.firstName, missingBreaks])
  }
  const [lea, uli] = [muster.fixtures.people.lea.firstName, muster.fixtures.people.uli.firstName]
  expect(Object.fromEntries(await missing())).toEqual({ [lea]: [], [uli]: ['2026-11-16'] })
  await set(workRulePresets.de)
  expect(Object.fromEntries(await missing())).toEqual({ [lea]: [], [uli]: ['2026-11-16', '2026-11-17'] })
  await set(workRulePresets.none)
  expect(Object.fromEntries(await missing())).toEqual({ [lea]: [], [uli]: [] })
})

describe('what rules would say of last month', () => {
  const inDecember = (rules: WorkRules) =>
    tryWorkRules(muster.contextOf('adam', new Date('2026-12-10T12:00:00.000Z')), {
      params: {},
      query: undefined,
      body: rules,
    })
  const said = async (rules: WorkRules) => {
    const { counts, ...rest } = await inDecember(rules)
    return { ...rest, counts: Object.fromEntries(counts.map(({ rule, ...count }) => [rule, count])) }
  }

  test('counts breaches and people by rule, changes nothing and names nobody', async () => {
    // In Berlin 08:00 to 22:00, and the next day from 06:00 to 14:00: a rest of eight hours.
    await putSession(muster, 'uli', '2026-11-02T07:00:00.000Z', '2026-11-02T21:00:00.000Z')
    await putSession(muster, 'uli', '2026-11-03T05:00:00.000Z', '2026-11-03T13:00:00.000Z')
    const { id } = await putSession(muster, 'marta', '2026-11-03T07:00:00.000Z', '2026-11-03T15:00:00.000Z')
    await putBreak(muster, id, '2026-11-03T10:00:00.000Z', '2026-11-03T10:30:00.000Z')
    // Before the month, after it, and an administrator's own.
    await putSession(muster, 'lea', '2026-10-20T05:00:00.000Z', '2026-10-20T21:00:00.000Z')
    await putSession(muster, 'lea', '2026-12-02T05:00:00.000Z', '2026-12-02T21:00:00.000Z')
    await putSession(muster, 'adam', '2026-11-30T05:00:00.000Z', '2026-11-30T13:00:00.000Z')
    const none = { breaches: 0, people: 0 }
    expect(await said(workRulePresets.de)).toEqual({
      month: '2026-11',
      people: 3,
      tried: 3,
      counts: {
        restMinutes: { breaches: 1, people: 1 },
        weekRestMinutes: none,
        dayMinutes: { breaches: 1, people: 1 },
        averageMinutes: none,
        daysInRow: none,
        breaks: { breaches: 3, people: 2 },
      },
    })
    expect((await said(workRulePresets.none)).counts).toEqual({})
    expect((await said({ ...workRulePresets.none, weekMinutes: 60 })).counts).toEqual({
      weekMinutes: { breaches: 3, people: 3 },
    })
    expect(await (await muster.as('uli')).call(workRulesApi.get, {})).toMatchObject({ updatedAt: null })
  })

  test('looks as far back as an average does, and counts a session that runs', async () => {
    for (let week = 0; week < 5; week += 1) {
      const day = new Date(Date.UTC(2026, 9, 5 + 7 * week, 7))
      await putSession(muster, 'uli', day.toISOString(), new Date(day.getTime() + 10 * 3_600_000).toISOString())
    }
    const rules = { ...workRulePresets.none, averageWeeks: 4, averageMinutes: 599 }
    // The week of November 2 has four weeks of ten hours behind it; the next ones have fewer.
    expect((await said(rules)).counts).toEqual({ averageMinutes: { breaches: 1, people: 1 } })
    await clearSessions(muster)
    await putSession(muster, 'lea', '2026-11-30T21:00:00.000Z', null)
    expect((await said({ ...workRulePresets.none, dayMinutes: 13 * 60 })).counts.dayMinutes?.breaches).toBe(1)
  })

  test('counts overtime by the contracts if the rules have no number', async () => {
    const { uli, lea } = muster.fixtures.people
    for (const [userId, weeklyMinutes] of [
      [uli.id, 1_200],
      [lea.id, 2_400],
    ] as const)
      await muster.put('adam', workContracts, { userId, from: '2026-10-05', weeklyMinutes, daysPerWeek: 5 })
    for (const name of ['uli', 'lea', 'marta'] as const)
      for (const day of ['02', '03', '04'])
        await putSession(muster, name, `2026-11-${day}T07:00:00.000Z`, `2026-11-${day}T15:00:00.000Z`)
    const overtime = async (rules: Partial<WorkRules>) =>
      (await said({ ...workRulePresets.none, ...rules })).counts.overtimeWeekMinutes
    expect(await overtime({})).toEqual({ breaches: 1, people: 1 })
    expect(await overtime({ overtimeWeekMinutes: 1_439 })).toEqual({ breaches: 3, people: 3 })
    await muster.services.database.pool.query('delete from work_contracts')
  })

  test('is for the person in a session of their own', async () => {
    const adam = await muster.as('adam')
    const reply = await adam.call(workRulesApi.tryOut, { body: workRulePresets.eu })
    expect(reply.counts.map(({ rule }) => rule)).toContain('restMinutes')
    const refusal = await httpErrorOf(
      adam.call(workRulesApi.tryOut, { body: { ...workRulePresets.eu, averageWeeks: 500 } }),
    )
    expect(refusal).toMatchObject({ status: 400, reply: { issues: [{ path: 'averageWeeks' }] } })
  })
})
