import { afterEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { deactivate, type PersonName } from '../../../../test/support/people.ts'
import { openedIn } from '../../../../test/support/spreadsheets.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { readWorkbook } from '../../../../test/support/workbook.ts'
import { clockApi } from '../../../shared/clock.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import { readOwnWeek } from './history.ts'
import { listOnTheClock, readTeamHours } from './team.ts'

/** Weeks of hours: the viewer's own, a colleague's, the team's. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(() => clearSessions(muster))

/** The context of a request by this person, at a given time and in a given time zone. */
function at(name: PersonName, now: string, timeZone = 'Europe/Berlin') {
  const ctx = muster.contextOf(name, new Date(now))
  return { ...ctx, services: { ...ctx.services, config: { ...ctx.services.config, timeZone } } }
}
const input = <Q>(query: Q) => ({ params: {}, query, body: undefined })
const FRIDAY = '2026-11-20T12:00:00.000Z'

test('a team’s week names the sessions only if they are asked for, oldest first', async () => {
  await putSession(muster, 'uli', '2026-11-17T07:00:00.000Z', '2026-11-17T11:00:30.000Z')
  await putSession(muster, 'uli', '2026-11-20T10:30:00.000Z', null)
  const sessionsOf = async (query: { sessions?: 'true' }) => {
    const { people } = await readTeamHours(at('marta', FRIDAY), input(query))
    return people.find(({ user }) => user.id === muster.fixtures.people.uli.id)?.sessions
  }
  expect(await sessionsOf({})).toBeUndefined()
  expect(await sessionsOf({ sessions: 'true' })).toEqual([
    { startTime: '2026-11-17T07:00:00.000Z', endTime: '2026-11-17T11:00:30.000Z', breaks: [] },
    { startTime: '2026-11-20T10:30:00.000Z', endTime: null, breaks: [] },
  ])
})

describe('a week of one’s own', () => {
  const minutesOf = async (now: string, week?: string, zone?: string) => {
    const { days, total, sessions } = await readOwnWeek(at('uli', now, zone), input({ week }))
    return { minutes: days.map(({ minutes }) => minutes), total, sessions: sessions.length, monday: days[0]?.date }
  }

  test('counts the part of each session within each day, and the running one until now', async () => {
    await putSession(muster, 'uli', '2026-11-15T21:00:00.000Z', '2026-11-16T05:00:00.000Z') // from Sunday
    await putSession(muster, 'uli', '2026-11-17T07:00:00.000Z', '2026-11-17T11:00:30.000Z')
    await putSession(muster, 'uli', '2026-11-17T12:00:00.000Z', '2026-11-17T16:00:30.000Z')
    await putSession(muster, 'uli', '2026-11-19T21:00:00.000Z', '2026-11-20T05:00:00.000Z')
    await putSession(muster, 'uli', '2026-11-20T10:30:00.000Z', null)
    await putSession(muster, 'lea', '2026-11-18T07:00:00.000Z', '2026-11-18T15:00:00.000Z')
    const thisWeek = { minutes: [360, 481, 0, 120, 450, 0, 0], total: 1411, sessions: 5, monday: '2026-11-16' }
    expect(await minutesOf(FRIDAY)).toEqual(thisWeek)
    expect(await minutesOf(FRIDAY, '2026-11-22')).toEqual(thisWeek)
    const lastWeek = { minutes: [0, 0, 0, 0, 0, 0, 120], total: 120, sessions: 1, monday: '2026-11-09' }
    expect(await minutesOf(FRIDAY, '2026-11-10')).toEqual(lastWeek)
    expect(await minutesOf(FRIDAY, '2026-11-23')).toEqual({
      minutes: Array(7).fill(0),
      total: 0,
      sessions: 0,
      monday: '2026-11-23',
    })
  })

  test.each([['first'], ['last']])(
    'has a session that began with an empty one, whichever was stored %s',
    async (order) => {
      const began = '2026-11-15T21:00:00.000Z'
      if (order === 'first') await putSession(muster, 'uli', began, '2026-11-16T05:00:00.000Z')
      await putSession(muster, 'uli', began, began)
      if (order === 'last') await putSession(muster, 'uli', began, '2026-11-16T05:00:00.000Z')
      expect((await minutesOf(FRIDAY)).minutes).toEqual([360, 0, 0, 0, 0, 0, 0])
      const { people } = await readTeamHours(at('marta', FRIDAY), input({}))
      expect(people.find(({ user }) => user.id === muster.fixtures.people.uli.id)?.total).toBe(360)
    },
  )

  test.each([
    // A night shift from 22:00 to 06:00 on Sunday, when the clocks change.
    ['Europe/Berlin', '2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z', '2026-10-25', [120, 420]],
    ['Europe/Berlin', '2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z', '2026-03-29', [120, 300]],
    ['America/New_York', '2026-11-01T02:00:00.000Z', '2026-11-01T11:00:00.000Z', '2026-11-01', [120, 420]],
    ['America/New_York', '2026-03-08T03:00:00.000Z', '2026-03-08T10:00:00.000Z', '2026-03-08', [120, 300]],
    ['Australia/Lord_Howe', '2026-04-04T11:00:00.000Z', '2026-04-04T19:30:00.000Z', '2026-04-05', [120, 390]],
    ['Australia/Lord_Howe', '2026-10-03T11:30:00.000Z', '2026-10-03T19:00:00.000Z', '2026-10-04', [120, 330]],
    ['Asia/Kathmandu', '2026-11-21T16:15:00.000Z', '2026-11-22T00:15:00.000Z', '2026-11-22', [120, 360]],
  ])('in %s counts the real hours from %s to %s', async (zone, start, end, week, weekend) => {
    await putSession(muster, 'uli', start, end)
    const { minutes, total } = await minutesOf('2026-12-31T12:00:00.000Z', week, zone)
    expect(minutes).toEqual([0, 0, 0, 0, 0, ...weekend])
    expect(total).toBe((weekend[0] ?? 0) + (weekend[1] ?? 0))
  })

  test('comes over the API, of this week or any other', async () => {
    const uli = await muster.as('uli')
    const { days } = await uli.call(clockApi.history, { query: { week: '2024-02-29' } })
    expect(days.map(({ date }) => date)).toEqual(
      ['26', '27', '28', '29'].map((day) => `2024-02-${day}`).concat(['01', '02', '03'].map((day) => `2024-03-${day}`)),
    )
    expect((await uli.call(clockApi.history, {})).days).toHaveLength(7)
    for (const week of ['1970-01-01', '2999-12-31']) {
      expect((await uli.call(clockApi.history, { query: { week } })).total).toBe(0)
    }
  })
})

describe('a colleague’s week', () => {
  test('is the same as the colleague sees, with their name', async () => {
    await putSession(muster, 'uli', '2026-11-17T07:00:00.000Z', '2026-11-17T11:00:00.000Z')
    const query = { week: '2026-11-17' }
    const own = await (await muster.as('uli')).call(clockApi.history, { query })
    const { id } = muster.fixtures.people.uli
    const seen = await (await muster.as('marta')).call(clockApi.person, { params: { id }, query })
    expect(seen).toEqual({
      ...own,
      user: { id, firstName: 'Uli', lastName: 'Brandt', profileImageUrl: null },
      department: { id: muster.fixtures.departments.Housekeeping, name: 'Housekeeping' },
    })
  })

  test('is not one’s own', async () => {
    for (const name of ['marta', 'gita'] as const) {
      const url = `/api/v1/clock/people/${muster.fixtures.people[name].id}`
      expect((await (await muster.as(name)).raw({ method: 'GET', url })).status).toBe(403)
    }
  })
})

describe('the team', () => {
  const namesOf = async (name: PersonName, departmentId?: number) =>
    (await readTeamHours(at(name, FRIDAY), input({ departmentId, week: undefined }))).people.map(
      ({ user }) => user.firstName,
    )

  test('is one’s own department, or all others for administrators; guests only when they have worked', async () => {
    const { Maintenance } = muster.fixtures.departments
    expect(await namesOf('marta')).toEqual(['Léa', 'Uli'])
    expect(await namesOf('nora')).toEqual([])
    expect(await namesOf('adam')).toEqual(['Gita', 'Léa', 'Marta', 'Milan', 'Nora', 'Uli', 'Una'])
    expect(await namesOf('adam', Maintenance)).toEqual(['Milan', 'Una'])
    await putSession(muster, 'gus', '2026-11-17T07:00:00.000Z', '2026-11-17T08:00:00.000Z')
    expect(await namesOf('marta')).toEqual(['Gus', 'Léa', 'Uli'])
    await expect(namesOf('marta', Maintenance)).rejects.toThrow('your own department')
  })

  test('has each one’s hours by day, what is to be reviewed, and who is on the clock', async () => {
    await putSession(muster, 'uli', '2026-11-15T21:00:00.000Z', '2026-11-16T05:00:00.000Z')
    await putSession(muster, 'uli', '2026-11-20T10:00:00.000Z', null)
    await putSession(muster, 'lea', '2026-11-16T07:00:00.000Z', '2026-11-17T06:00:00.000Z')
    await putSession(muster, 'una', '2026-11-16T07:00:00.000Z', '2026-11-16T15:00:00.000Z')
    const { dates, people, total } = await readTeamHours(
      at('marta', FRIDAY),
      input({ departmentId: undefined, week: undefined }),
    )
    expect(dates).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`))
    expect(people).toMatchObject([
      { user: { firstName: 'Léa' }, minutes: [960, 420, 0, 0, 0, 0, 0], total: 1380, toReview: 1, isOnTheClock: false },
      { user: { firstName: 'Uli' }, minutes: [360, 0, 0, 0, 120, 0, 0], total: 480, toReview: 0, isOnTheClock: true },
    ])
    expect(total).toBe(1860)
  })

  test('on the clock now stands in the order in which they came', async () => {
    await putSession(muster, 'uli', '2026-11-20T10:00:00.000Z', null)
    await putSession(muster, 'lea', '2026-11-19T10:00:00.000Z', null)
    await putSession(muster, 'una', '2026-11-20T09:00:00.000Z', null)
    await putSession(muster, 'marta', '2026-11-20T08:00:00.000Z', null)
    const on = async (name: PersonName) =>
      (await listOnTheClock(at(name, FRIDAY), input({ departmentId: undefined }))).map(({ user, needsReview }) => [
        user.firstName,
        needsReview,
      ])
    expect(await on('marta')).toEqual([
      ['Léa', true],
      ['Uli', false],
    ])
    expect((await on('gita')).map(([name]) => name)).toEqual(['Léa', 'Marta', 'Una', 'Uli'])
    expect(await on('nora')).toEqual([])
  })

  test('as CSV has a line for each person, hours as numbers', async () => {
    await putSession(muster, 'uli', '2026-11-16T07:00:00.000Z', '2026-11-16T14:50:00.000Z')
    await putSession(muster, 'lea', '2026-11-16T07:00:00.000Z', '2026-11-17T06:00:00.000Z')
    const url = '/api/v1/clock/hours/export?week=2026-11-18'
    const { status, headers, text } = await (await muster.as('marta')).raw({ method: 'GET', url })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain('filename="hours.csv"')
    const dates = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`).join()
    expect(text).toBe(
      `\uFEFFPerson,Department,${dates},Total,To review,Contract,Balance\r\n` +
        'Léa Kern,Housekeeping,16.00,7.00,0.00,0.00,0.00,0.00,0.00,23.00,1,,\r\n' +
        'Uli Brandt,Housekeeping,7.83,0.00,0.00,0.00,0.00,0.00,0.00,7.83,0,,\r\n',
    )
  })

  test('has the hours of each contract, and the balance once the week is over', async () => {
    const { lea, uli } = muster.fixtures.people
    await muster.put('adam', workContracts, {
      ...{ userId: uli.id, from: '2026-11-02', weeklyMinutes: 30, daysPerWeek: 1 },
    })
    await muster.put('adam', workContracts, {
      ...{ userId: lea.id, from: '2026-01-01', weeklyMinutes: 2_310, daysPerWeek: 5 },
    })
    await putSession(muster, 'uli', '2026-11-16T07:00:00.000Z', '2026-11-16T08:00:00.000Z')
    const linesOf = async (week: string) => {
      const url = `/api/v1/clock/hours/export?week=${week}`
      const { text } = await (await muster.as('marta')).raw({ method: 'GET', url })
      return text.split('\r\n').map((line) => line.split(',').slice(-3).join())
    }
    expect(await linesOf('2026-11-18')).toEqual(['To review,Contract,Balance', '0,38.50,-38.50', '0,0.50,0.50', ''])
    expect(await linesOf(dateOf(Date.now(), 'Europe/Berlin'))).toEqual([
      ...['To review,Contract,Balance', '0,38.50,', '0,0.50,', ''],
    ])
    await muster.services.database.pool.query('delete from work_contracts')
  })

  test('as a workbook has hours as numbers below the dates of the week', async () => {
    await putSession(muster, 'uli', '2026-11-16T07:00:00.000Z', '2026-11-16T14:50:00.000Z')
    const url = '/api/v1/clock/hours/export?week=2026-11-18&format=xlsx'
    const { headers, bytes } = await (await muster.as('marta')).raw({ method: 'GET', url })
    expect(headers['content-disposition']).toContain('filename="hours.xlsx"')
    const [sheet] = readWorkbook(bytes)
    const dates = [16, 17, 18, 19, 20, 21, 22].map((day) => ({ date: `2026-11-${day}` }))
    expect(sheet?.rows[0]).toEqual(['Person', 'Department', ...dates, 'Total', 'To review', 'Contract', 'Balance'])
    const [name, department, monday, ...others] = sheet?.rows[2] ?? []
    expect([name, department, ...others]).toEqual(['Uli Brandt', 'Housekeeping', 0, 0, 0, 0, 0, 0, monday, 0])
    expect(monday).toBeCloseTo(7 + 50 / 60, 9)
  })

  test('with semicolons has hours and dates as in the language of the reader', async () => {
    await putSession(muster, 'uli', '2026-11-16T07:00:00.000Z', '2026-11-16T14:50:00.000Z')
    const url = '/api/v1/clock/hours/export?week=2026-11-18&format=csv-semicolon'
    const { text } = await (await muster.as('marta')).raw({ method: 'GET', url, headers: { 'accept-language': 'de' } })
    const [head, , uli] = openedIn('de', text)
    expect(head?.slice(2, 4)).toEqual([{ date: '2026-11-16' }, { date: '2026-11-17' }])
    expect(uli).toEqual(['Uli Brandt', 'Housekeeping', 7.83, 0, 0, 0, 0, 0, 0, 7.83, 0, '', ''])
    expect(text).toContain(';"7,83";"0,00";')
  })

  test('keeps those who have left in the weeks in which they worked', async () => {
    await putSession(muster, 'una', '2026-11-16T07:00:00.000Z', '2026-11-16T15:00:00.000Z')
    await deactivate(muster.services, 'una')
    const milans = async (week: string) =>
      (await readTeamHours(at('milan', FRIDAY), input({ departmentId: undefined, week }))).people.map(
        ({ total }) => total,
      )
    expect(await milans('2026-11-20')).toEqual([480])
    expect(await milans('2026-11-23')).toEqual([])
  })
})
