import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { type PersonName, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { usersApi } from '../../../shared/users.ts'
import { MAX_RECORD_DAYS } from '../../../shared/work-record.ts'
import { contextFor, inTransaction } from '../../core/context.ts'
import { enqueue } from '../../core/jobs/jobs.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { cleanUpJob } from '../../scheduled/cleanup.ts'
import { readRecord } from './record.ts'

/** The record of begin, end and breaks of each day, which the law asks for. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(() => clearSessions(muster))

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const recordFor = async (name: PersonName, of: PersonName | undefined, range = NOVEMBER) =>
  (await muster.as(name)).call(clockApi.record, { query: { ...range, ...(of && { userId: idOf(of) }) } })

async function putNight() {
  const { id } = await putSession(muster, 'uli', '2026-11-03T21:00:00.000Z', '2026-11-04T05:00:00.000Z')
  await putBreak(muster, id, '2026-11-04T01:00:00.000Z', '2026-11-04T01:30:00.000Z')
  return id
}

test('has each day of the range with what was worked on it, and the sum', async () => {
  await putNight()
  const { user, department, days, total } = await recordFor('uli', undefined)
  expect(user).toMatchObject({ id: idOf('uli'), firstName: 'Uli' })
  expect(department).toMatchObject({ name: 'Housekeeping' })
  expect(days).toHaveLength(30)
  expect(days[2]).toEqual({
    date: '2026-11-03',
    minutes: 120,
    parts: [
      {
        ...{ startTime: '2026-11-03T21:00:00.000Z', endTime: '2026-11-03T23:00:00.000Z', start: '22:00', end: '24:00' },
        ...{ breaks: [], isCorrected: false, needsReview: false },
      },
    ],
  })
  const rest = { startTime: '2026-11-04T01:00:00.000Z', endTime: '2026-11-04T01:30:00.000Z' }
  expect(days[3]).toMatchObject({
    minutes: 330,
    parts: [{ start: '00:00', end: '06:00', breaks: [{ ...rest, start: '02:00', end: '02:30', isPaid: false }] }],
  })
  expect(total).toBe(450)
})

test('says what a manager has corrected, and what is to be reviewed', async () => {
  const id = await putNight()
  const marta = await muster.as('marta')
  const body = { endTime: '2026-11-04T05:10:00.000Z', reason: 'Stayed for the keys' }
  await marta.call(clockApi.correct, { params: { id }, body })
  await putSession(muster, 'uli', '2026-11-09T06:00:00.000Z', '2026-11-10T06:00:00.000Z')
  const { days } = await recordFor('uli', undefined)
  expect(days[3]?.parts).toMatchObject([{ end: '06:10', isCorrected: true, needsReview: false }])
  expect(days[8]?.parts).toMatchObject([{ start: '07:00', end: '24:00', isCorrected: false, needsReview: true }])
})

describe('is seen', () => {
  beforeEach(putNight)

  test.each(['uli', 'marta', 'adam', 'gita'] as const)('by %s', async (name) => {
    expect((await recordFor(name, 'uli')).total).toBe(450)
  })

  test.each([
    ['lea', 404],
    ['una', 404],
    ['gus', 403],
    ['milan', 403],
    ['nora', 403],
  ] as const)('not by %s', async (name, status) => {
    expect(await httpErrorOf(recordFor(name, 'uli'))).toMatchObject({ status })
    const url = `/api/v1/clock/record/export?userId=${idOf('uli')}&from=2026-11-01&to=2026-11-30`
    const { status: ofExport } = await (await muster.as(name)).raw({ method: 'GET', url })
    expect(ofExport).toBe(status)
  })
})

test('covers 366 days at most, and its days are in order', async () => {
  const { days } = await recordFor('uli', undefined, { from: '2026-01-01', to: '2027-01-01' })
  expect(days).toHaveLength(MAX_RECORD_DAYS)
  const refusals = [
    { from: '2026-01-01', to: '2027-01-02' },
    { from: '2026-01-02', to: '2026-01-01' },
    { from: '1970-01-01', to: '2999-12-31' },
  ]
  for (const range of refusals)
    expect(await httpErrorOf(recordFor('uli', undefined, range))).toMatchObject({
      ...{ status: 400, reply: { issues: [{ path: 'to' }] } },
    })
})

test('comes as CSV, with the times of the wall clock and a sum', async () => {
  await putNight()
  const uli = await muster.as('uli')
  const url = '/api/v1/clock/record/export?from=2026-11-03&to=2026-11-05'
  const { text, headers } = await uli.raw({ method: 'GET', url })
  expect(headers['content-type']).toContain('text/csv')
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Person,Day,Begin,End,Breaks,Hours,Note',
    'Uli Brandt,2026-11-03,22:00,24:00,,2.00,',
    'Uli Brandt,2026-11-04,00:00,06:00,02:00–02:30,5.50,',
    'Uli Brandt,2026-11-05,,,,0.00,',
    'Total,,,,,7.50,',
    '',
  ])
  const { rows } = await muster.services.database.pool.query(
    "select details from audit_logs where action = 'clock-session.export' and user_id = $1",
    [idOf('uli')],
  )
  expect(rows).toHaveLength(1)
})

test('says in the file which one is meant of a time that comes twice', async () => {
  const { id } = await putSession(muster, 'uli', '2026-10-25T00:20:00.000Z', '2026-10-25T01:40:00.000Z')
  await putBreak(muster, id, '2026-10-25T00:50:00.000Z', '2026-10-25T01:10:00.000Z')
  const url = '/api/v1/clock/record/export?from=2026-10-25&to=2026-10-25'
  const { text } = await (await muster.as('uli')).raw({ method: 'GET', url })
  expect(text.split('\r\n')[1]).toBe(
    'Uli Brandt,2026-10-25,02:20 (first),02:40 (second),02:50 (first)–02:10 (second),1.00,',
  )
})

test('a year is read in few statements', async () => {
  await putNight()
  const { pool } = muster.services.database
  let statements = 0
  const count = () => (statements += 1)
  pool.on('acquire', count)
  await readRecord(muster.contextOf('uli'), { query: { from: '2026-01-01', to: '2026-12-31' } })
  pool.off('acquire', count)
  // The person, the department and the sessions; at times a look into the log.
  expect(statements).toBeLessThanOrEqual(4)
})

test('four years of hours stay, with their history, also of people who have been deactivated or deleted', async () => {
  const gita = await muster.as('gita')
  const { pool } = muster.services.database
  const people = [await putPerson(muster.services), await putPerson(muster.services)]
  const [left, deactivated] = people.map(({ id }) => id) as [string, string]
  for (const userId of [left, deactivated]) {
    const times = { startTime: '2022-12-01T07:00:00.000Z', endTime: '2022-12-01T15:00:00.000Z' }
    const session = await muster.put('gita', clockSessions, { userId, status: 'completed', duration: 480, ...times })
    await putBreak(muster, session.id, '2022-12-01T11:00:00.000Z', '2022-12-01T11:30:00.000Z')
    const body = { breaks: [], reason: 'There was no break' }
    await gita.call(clockApi.setBreaks, { params: { id: session.id }, body })
  }
  await gita.call(usersApi.remove, { params: { id: left }, query: {} })
  await gita.call(usersApi.update, { params: { id: deactivated }, body: { isActive: false } })
  await pool.query("update audit_logs set created_at = now() - interval '4 years'")
  await inTransaction(contextFor(muster.services, null, new Date()), (ctx) => enqueue(ctx, cleanUpJob, {}))
  await finishJobs(muster.services)

  const history = await pool.query(
    `select action from audit_logs where resource_type = 'clock-session' and resource_id in (
       select id::text from clock_sessions where user_id = any($1)) order by id`,
    [[left, deactivated]],
  )
  const ofEach = ['clock-session.create', 'clock-session.break-correct']
  expect(history.rows.map(({ action }) => action)).toEqual([...ofEach, ...ofEach])
  for (const userId of [left, deactivated]) {
    const query = { userId, from: '2022-12-01', to: '2022-12-01' }
    const { days, user } = await gita.call(clockApi.record, { query })
    expect(user.id).toBe(userId)
    expect(days).toMatchObject([{ minutes: 480, parts: [{ start: '08:00', end: '16:00', isCorrected: true }] }])
  }
})
