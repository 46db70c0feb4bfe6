import { afterEach, describe, expect, test } from 'vitest'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { HttpError } from '../../base/errors.ts'
import { inTransaction } from '../../core/context.ts'
import { approvedHours } from '../../core/hours/approved.ts'
import { noteChangedHours } from '../../core/hours/changed.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import { correctSession } from '../clock/correct.ts'
import { confirmHours, objectToHours, settleObjection } from './answer.ts'
import { approveHours, withdrawApproval } from './approve.ts'
import { listPeriodHours } from './list.ts'
import { readPersonsHours } from './person.ts'

/** Hours of a pay period: how they are read, confirmed, objected to, approved and withdrawn. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(async () => {
  await muster.services.database.pool.query(
    'delete from hours_approvals; delete from hours_answers; delete from notifications',
  )
  await clearSessions(muster)
})

const NOVEMBER = '2026-11-01'
/** When November is over. */
const NOW = '2026-12-03T12:00:00.000Z'
const idOf = (name: PersonName) => muster.fixtures.people[name].id

/** A call of a feature function by a person at a time. */
const by = <I, R>(
  name: PersonName,
  call: (ctx: ReturnType<typeof muster.contextOf>, input: I) => Promise<R>,
  input: Partial<I>,
  now = NOW,
) =>
  inTransaction(muster.contextOf(name, new Date(now)), (ctx) =>
    call(ctx, { params: {}, query: {}, body: undefined, ...input } as I),
  )

const listOf = (name: PersonName, now = NOW, period = NOVEMBER) => by(name, listPeriodHours, { query: { period } }, now)
const hoursOf = async (name: PersonName, now = NOW) => {
  const found = (await listOf('gita', now)).people.find(({ user }) => user.id === idOf(name))
  if (!found) throw new Error(`${name} is not in the list`)
  return found
}
const approve = async (name: PersonName, people: PersonName[], now = NOW) => {
  const seen = await Promise.all(people.map((one) => hoursOf(one, now)))
  const body = { period: NOVEMBER, people: seen.map(({ user, hash }) => ({ userId: user.id, hash })) }
  return by(name, approveHours, { body }, now)
}
const withdraw = (name: PersonName, of: PersonName, reason = 'A shift is missing') =>
  by(name, withdrawApproval, { body: { period: NOVEMBER, userId: idOf(of), reason } })
const object = (name: PersonName, text = 'I worked on the 5th too') =>
  by(name, objectToHours, { body: { period: NOVEMBER, text } })
const confirm = (name: PersonName, hash?: string, now = NOW) =>
  by(name, confirmHours, { body: { period: NOVEMBER, hash } }, now)
const settle = (name: PersonName, of: PersonName, text = 'You had the day off') =>
  by(name, settleObjection, { body: { period: NOVEMBER, userId: idOf(of), text } })

const refusal = async (calling: Promise<unknown>) => {
  const error = await calling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof HttpError)) throw error ?? new Error('It was not refused')
  const { status, code, issues } = error
  return { status, code, issues: issues?.map((issue) => issue.code) }
}
const newest = async (name: PersonName) => (await (await muster.as(name)).call(notificationsApi.list, {}))[0]
const putDay = (name: PersonName, day: number, from = '08:00', to = '16:30') => {
  const date = `2026-11-${String(day).padStart(2, '0')}`
  return putSession(muster, name, `${date}T${from}:00.000Z`, `${date}T${to}:00.000Z`)
}

describe('a pay period', () => {
  test('has each person’s paid minutes and breaks of each day, and their sum', async () => {
    const { id } = await putDay('uli', 2)
    await putBreak(muster, id, '2026-11-02T11:00:00.000Z', '2026-11-02T11:30:00.000Z')
    // Over the end of the month: an hour of December.
    await putSession(muster, 'uli', '2026-11-30T21:00:00.000Z', '2026-12-01T00:00:00.000Z')
    const { period, dates, people, hasMore } = await listOf('marta')
    expect(period).toEqual({
      ...{ start: '2026-11-01', end: '2026-11-30', isOver: true },
      ...{ previous: '2026-10-01', next: '2026-12-01' },
    })
    expect(dates).toHaveLength(30)
    expect(hasMore).toBe(false)
    expect(people.map(({ user }) => user.firstName)).toEqual(['Léa', 'Uli'])
    const uli = people[1]
    expect(uli).toMatchObject({ total: 600, planned: null, contractMinutes: null, toReview: 0, status: 'open' })
    expect(uli?.days[1]).toBe(480)
    expect(uli?.breaks[1]).toBe(30)
    expect(uli?.days[29]).toBe(120)
    expect(uli?.days.reduce((sum, minutes) => sum + minutes, 0)).toBe(600)
  })

  test('warns of overtime by the contract if the work rules have no number', async () => {
    for (const day of [9, 10, 11]) await putDay('uli', day)
    for (const day of [16, 17]) await putDay('uli', day)
    const weekly = { from: '2026-11-02', weeklyMinutes: 1_200, daysPerWeek: 3 }
    const { id } = await muster.put('adam', workContracts, { userId: idOf('uli'), ...weekly })
    const overtime = (await hoursOf('uli')).warnings.filter(({ rule }) => rule === 'overtimeWeekMinutes')
    expect(overtime).toEqual([{ rule: 'overtimeWeekMinutes', date: '2026-11-09', value: 1_530, limit: 1_200 }])
    await muster.services.database.pool.query('delete from work_contracts where id = $1', [id])
  })

  test('warns of an average over many weeks that is too high, in the list and for the person', async () => {
    // Six days of 9 hours: 54 a week. Lea has as many hours in fewer weeks: her average is right.
    for (const [name, weeks] of [
      ['uli', 19],
      ['lea', 10],
    ] as const) {
      await muster.services.database.pool.query(
        `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
        select $1, $2, day + interval '8 hours', day + interval '17 hours', 540, 'completed'
        from generate_series('2026-11-29'::timestamptz - $3 * interval '1 week', '2026-11-28', '1 day') as day
        where extract(isodow from day) < 7`,
        [idOf(name), muster.fixtures.departments.Housekeeping, weeks],
      )
    }
    const averageOf = (hours: { warnings: { rule: string }[] }) =>
      hours.warnings.filter(({ rule }) => rule === 'averageMinutes')
    const found = averageOf(await hoursOf('uli'))
    // One of the seventeen weeks up to the first one has no hours, and the last one too.
    expect(found).toEqual(
      [
        ['2026-11-02', 3_049],
        ['2026-11-09', 3_240],
        ['2026-11-16', 3_240],
        ['2026-11-23', 3_240],
        ['2026-11-30', 3_049],
      ].map(([date, value]) => ({ rule: 'averageMinutes', date, value, limit: 2_880 })),
    )
    expect(averageOf(await by('uli', readPersonsHours, { query: { period: NOVEMBER } }))).toEqual(found)
    expect(averageOf(await hoursOf('lea'))).toEqual([])
  })

  test('shows nobody their own hours, and managers only their department', async () => {
    const seen = async (name: PersonName) => (await listOf(name)).people.map(({ user }) => user.firstName)
    expect(await seen('marta')).toEqual(['Léa', 'Uli'])
    expect(await seen('gita')).not.toContain('Gita')
    expect(await seen('gita')).toContain('Marta')
    const other = muster.fixtures.departments.Maintenance
    const refused = by('marta', listPeriodHours, { query: { period: NOVEMBER, departmentId: other } })
    expect(await refusal(refused)).toMatchObject({ status: 403 })
  })

  test('says which rules the hours break, and what needs a review', async () => {
    await putDay('uli', 2, '06:00', '22:00')
    await putDay('uli', 3, '05:00', '13:00')
    const { warnings } = await hoursOf('uli')
    expect(warnings.map(({ rule, date }) => [rule, date])).toEqual([
      ['restMinutes', '2026-11-02'],
      ['breaks', '2026-11-02'],
      ['breaks', '2026-11-03'],
    ])
    await putSession(muster, 'lea', '2026-10-31T20:00:00.000Z', '2026-11-01T20:00:00.000Z')
    expect(await hoursOf('lea')).toMatchObject({ toReview: 1, reviewDates: ['2026-11-01'] })
  })

  test('is compared with the contract, a seventh of the week for each day', async () => {
    const contract = { userId: idOf('uli'), from: '2026-11-09', weeklyMinutes: 2_400, daysPerWeek: 5 }
    const { id } = await muster.put('gita', workContracts, contract)
    expect(await hoursOf('uli')).toMatchObject({ contractMinutes: Math.round((2_400 * 22) / 7) })
    await muster.services.database.pool.query('delete from work_contracts where id = $1', [id])
  })

  test('has the published minutes of the plan within it, without breaks and drafts', async () => {
    const { id: publishedUserId, departmentId } = muster.fixtures.people.uli
    const times = (startTime: string, endTime: string) => ({
      ...{ departmentId: departmentId ?? 0, startTime, endTime, publishedVersion: 1, publishedUserId },
      ...{ publishedStartTime: startTime, publishedEndTime: endTime, publishedBreakMinutes: 30 },
    })
    const draft = { publishedVersion: null, publishedStartTime: null, publishedEndTime: null, publishedUserId: null }
    const shifts = [
      times('2026-11-03T08:00:00.000Z', '2026-11-03T16:00:00.000Z'),
      // Two hours before the end of the month, two after it; the break lies in the middle.
      times('2026-11-30T21:00:00.000Z', '2026-12-01T01:00:00.000Z'),
      { ...times('2026-11-04T08:00:00.000Z', '2026-11-04T16:00:00.000Z'), ...draft, userId: publishedUserId },
    ]
    await muster.services.database.orm.insert(plannedShifts).values(shifts)
    expect(await hoursOf('uli')).toMatchObject({ planned: 450 + 105, total: 0 })
    expect((await hoursOf('lea')).planned).toBeNull()
    // Beside each day of one's own period, its planned minutes.
    const ofPerson = (name: PersonName) => by(name, readPersonsHours, { query: { period: NOVEMBER } })
    const { dates, plannedDays } = await ofPerson('uli')
    const planned = dates.flatMap((date, at) => (plannedDays?.[at] ? [`${date.slice(8)} ${plannedDays[at]}`] : []))
    expect(planned).toEqual(['03 450', '30 105'])
    expect((await ofPerson('lea')).plannedDays).toBeUndefined()
    await muster.services.database.pool.query('delete from planned_shifts')
  })

  test('has people who have no hours, but no guests', async () => {
    const names = (await listOf('gita')).people.map(({ user }) => user.firstName)
    expect(names).toContain('Una')
    expect(names).not.toContain('Gus')
  })

  test('costs one statement, however many people there are', async () => {
    for (const name of ['uli', 'lea', 'una', 'marta', 'milan'] as const) await putDay(name, 3)
    await muster.services.settings.read(muster.services.database.orm)
    const ctx = muster.contextOf('gita', new Date(NOW))
    const statements: unknown[] = []
    const db = new Proxy(ctx.db, {
      get: (target, name, receiver) => {
        const value = Reflect.get(target, name, receiver)
        if (name !== 'execute') return value
        return (...args: unknown[]) => {
          statements.push(args)
          return value.apply(target, args)
        }
      },
    })
    await listPeriodHours({ ...ctx, db }, { params: {}, query: { period: NOVEMBER }, body: undefined } as never)
    expect(statements).toHaveLength(1)
  })
})

describe('a person', () => {
  test('says that the hours are right, once; a change makes them open again', async () => {
    await putDay('uli', 3)
    const { hash } = await by('uli', readPersonsHours, { query: { period: NOVEMBER } })
    await confirm('uli', hash)
    await confirm('uli')
    expect((await hoursOf('uli')).status).toBe('confirmed')
    const { history } = await by('uli', readPersonsHours, { query: { period: NOVEMBER } })
    expect(history).toMatchObject([{ step: 'confirm', by: 'Uli Brandt', text: null }])
    await putDay('uli', 4)
    expect((await hoursOf('uli')).status).toBe('open')
  })

  test.each([
    ['before the period is over', '2026-11-30T12:00:00.000Z', 'period_runs'],
    ['while a session of it runs', NOW, 'still_running'],
  ])('cannot say so %s', async (_, now, code) => {
    await putSession(muster, 'uli', '2026-11-30T08:00:00.000Z', null)
    expect(await refusal(confirm('uli', undefined, now))).toMatchObject({ status: 409, code })
  })

  test('cannot say so of hours that they have not seen', async () => {
    const { hash } = await hoursOf('uli')
    await putDay('uli', 3)
    expect(await refusal(confirm('uli', hash))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  })

  test('says what is wrong: the managers of the department are told, nobody else', async () => {
    await object('uli')
    await object('uli')
    expect((await hoursOf('uli')).objection).toEqual({ text: 'I worked on the 5th too', at: NOW })
    expect(await newest('marta')).toMatchObject({
      title: 'Something is wrong with hours',
      message: 'Uli Brandt, Nov 1 – 30, 2026: I worked on the 5th too',
    })
    for (const name of ['milan', 'adam', 'lea', 'uli'] as const) expect(await newest(name)).toBeUndefined()
    const { rows } = await muster.services.database.pool.query('select id from notifications')
    expect(rows).toHaveLength(1)
  })

  test('says that they are right after all, which ends the objection', async () => {
    await object('uli')
    await confirm('uli')
    expect(await hoursOf('uli')).toMatchObject({ objection: null, status: 'confirmed' })
  })

  test('is answered by a manager, and told', async () => {
    await object('uli')
    await settle('marta', 'uli')
    expect(await hoursOf('uli')).toMatchObject({ objection: null, status: 'open' })
    expect(await newest('uli')).toMatchObject({
      title: 'An answer about your hours',
      message: 'Marta Oliveira, Nov 1 – 30, 2026: You had the day off',
    })
    expect(await refusal(settle('marta', 'uli'))).toMatchObject({ status: 409, code: 'no_objection' })
  })

  test('reads their own hours, and no colleague’s', async () => {
    await putDay('uli', 3)
    expect(await by('uli', readPersonsHours, { query: { period: '2026-11-17' } })).toMatchObject({ total: 510 })
    const colleague = by('uli', readPersonsHours, { query: { period: NOVEMBER, userId: idOf('lea') } })
    expect(await refusal(colleague)).toMatchObject({ status: 404 })
  })
})

describe('an approval', () => {
  test('holds what was approved, by day, and never changes with the hours', async () => {
    await putDay('uli', 3)
    expect(await approve('marta', ['uli', 'lea'])).toEqual({ approved: 2 })
    const { hash } = await hoursOf('uli')
    await putDay('uli', 4)
    expect(await hoursOf('uli')).toMatchObject({
      status: 'changed',
      total: 1_020,
      approval: { total: 510, by: 'Marta Oliveira', at: NOW },
    })
    const ofNovember = { start: '2026-11-01', end: '2026-11-30' }
    expect(await approvedHours(muster.contextOf('gita'), [idOf('uli')], ofNovember)).toMatchObject([
      { userId: idOf('uli'), periodStart: '2026-11-01', periodEnd: '2026-11-30', minutes: { '2026-11-03': 510 }, hash },
    ])
  })

  test('of hours that are approved already changes nothing; of changed ones it is a new one', async () => {
    await putDay('uli', 3)
    await approve('marta', ['uli'])
    expect(await approve('gita', ['uli'])).toEqual({ approved: 0 })
    await putDay('uli', 4)
    expect(await approve('gita', ['uli'])).toEqual({ approved: 1 })
    expect(await hoursOf('uli')).toMatchObject({ status: 'approved', approval: { total: 1_020, by: 'Gita Rao' } })
    const found = await approvedHours(muster.contextOf('gita'), null, { start: '2026-11-15', end: '2026-11-15' })
    expect(found).toHaveLength(1)
  })

  const hindrances: [code: string, prepare: () => Promise<unknown>, now?: string][] = [
    ['period_runs', async () => {}, '2026-11-30T22:59:59.000Z'],
    ['still_running', () => putSession(muster, 'uli', '2026-11-30T20:00:00.000Z', null), '2026-12-01T01:00:00.000Z'],
    ['to_review', () => putSession(muster, 'uli', '2026-11-05T01:00:00.000Z', '2026-11-05T20:00:00.000Z')],
    ['objection', () => object('uli')],
  ]
  test.each(hindrances)('is refused with %s, for everybody', async (code, prepare, now) => {
    await putDay('lea', 3)
    await prepare()
    const refused = approve('marta', ['uli', 'lea'], now)
    const issues = code === 'period_runs' ? [code, code] : [code]
    expect(await refusal(refused)).toEqual({ status: 409, code: 'cannot_approve', issues })
    expect((await hoursOf('lea')).status).toBe('open')
  })

  test('is refused for hours that the manager has not seen', async () => {
    const { hash } = await hoursOf('uli')
    await putDay('uli', 3)
    const body = { period: NOVEMBER, people: [{ userId: idOf('uli'), hash }] }
    expect(await refusal(by('marta', approveHours, { body }))).toMatchObject({ issues: ['changed_meanwhile'] })
  })

  test.each([
    ['marta', 'marta', 403],
    ['marta', 'una', 403],
    ['gita', 'gita', 403],
    ['nora', 'uli', 403],
    ['uli', 'lea', 403],
  ] as const)('%s cannot approve hours of %s', async (name, of, status) => {
    const body = { period: NOVEMBER, people: [{ userId: idOf(of), hash: 'A'.repeat(22) }] }
    expect(await refusal(by(name, approveHours, { body }))).toMatchObject({ status })
  })

  test('is withdrawn with a reason, which the person is told; then the hours are open', async () => {
    await putDay('uli', 3)
    await approve('marta', ['uli'])
    await withdraw('marta', 'uli')
    expect(await hoursOf('uli')).toMatchObject({ status: 'open', approval: null })
    expect(await newest('uli')).toMatchObject({
      title: 'The approval of your hours was withdrawn',
      message: 'Marta Oliveira, Nov 1 – 30, 2026: A shift is missing',
    })
    expect(await refusal(withdraw('marta', 'uli'))).toMatchObject({ status: 409, code: 'not_approved' })
    const { history } = await by('marta', readPersonsHours, { query: { period: NOVEMBER, userId: idOf('uli') } })
    expect(history.map(({ step, text, total }) => [step, text, total])).toEqual([
      ['withdraw', 'A shift is missing', null],
      ['approve', null, 510],
    ])
  })

  test('withdrawn after it was renewed does not bring the one before back', async () => {
    await approve('marta', ['uli'])
    await putDay('uli', 3)
    await approve('marta', ['uli'])
    await withdraw('marta', 'uli')
    expect((await hoursOf('uli')).status).toBe('open')
  })

  test('is in the audit log with its sum, not with a hash', async () => {
    await putDay('uli', 3)
    await approve('marta', ['uli'])
    const { entries } = await (await muster.as('gita')).call(auditApi.list, {
      query: { action: 'hours-approval.approve' },
    })
    expect(entries[0]).toMatchObject({ action: 'hours-approval.approve', title: 'Uli Brandt' })
    expect(JSON.stringify(entries[0]?.changes)).toContain('510')
    expect(JSON.stringify(entries[0]?.changes)).not.toContain('hash')
  })
})

test('an approval and a correction at the same time never both succeed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await putDay('uli', 3 + round)
    const seen = await hoursOf('uli')
    const approved = { period: NOVEMBER, people: [{ userId: seen.user.id, hash: seen.hash }] }
    const corrected = { endTime: `2026-11-0${3 + round}T18:00:00.000Z`, reason: 'It was later' }
    const outcomes = await Promise.allSettled([
      by('marta', approveHours, { body: approved }),
      by('gita', correctSession, { params: { id }, body: corrected }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await muster.services.database.pool.query('delete from hours_approvals')
  }
})

test('managers are told once that approved hours have changed, and only if they have', async () => {
  const session = await putDay('uli', 3)
  await approve('marta', ['uli'])
  const note = () =>
    inTransaction(muster.contextOf('uli', new Date(NOW)), (ctx) =>
      noteChangedHours(ctx, idOf('uli'), session.startTime),
    )
  const told = async () =>
    (await muster.services.database.pool.query("select user_id from notifications where kind = 'hours-changed'")).rows
  await note()
  await finishJobs(muster.services)
  expect(await told()).toEqual([])
  await putDay('uli', 4)
  await note()
  await note()
  await finishJobs(muster.services)
  await note()
  await finishJobs(muster.services)
  expect(await told()).toEqual([{ user_id: idOf('marta') }])
  expect(await newest('marta')).toMatchObject({
    title: 'Approved hours have changed',
    message: 'Uli Brandt, Nov 1 – 30, 2026: the hours differ from those that were approved.',
  })
})
