import { beforeEach, describe, expect, test, vi } from 'vitest'
import { diceOf } from '../../../../sample/story.ts'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { approveHours, clearPayroll, putPersonnelNumbers, putWageType } from '../../../../test/support/payroll.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { clockApi } from '../../../shared/clock.ts'
import { hoursApi } from '../../../shared/hours.ts'
import { type PayrollFile, payrollApi } from '../../../shared/payroll.ts'
import { defaultPayrollFile, payrollPresets } from '../../../shared/payroll-file.ts'
import { usersApi } from '../../../shared/users.ts'
import { createRun } from './run.ts'

/** Payroll runs: what they have, what keeps them from being made, corrections, and the file. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const pool = () => muster.services.database.pool
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const OCTOBER = '2026-10-01'
const SEPTEMBER = '2026-09-01'

beforeEach(async () => {
  await clearPayroll(muster)
  await putPersonnelNumbers(muster)
  await setProofs(new Date().toISOString())
})

/** A session of times in Berlin in October, with breaks. */
async function work(
  name: PersonName,
  day: string,
  from: string,
  to: string,
  breaks: [string, string, boolean?][] = [],
) {
  const at = (time: string) => new Date(`${day}T${time}:00+02:00`).toISOString()
  const { id } = await putSession(muster, name, at(from), at(to))
  for (const [start, end, isPaid = false] of breaks) await putBreak(muster, id, at(start), at(end), { isPaid })
  return id
}
const make = async (period = OCTOBER, name: PersonName = 'adam') =>
  (await muster.as(name)).call(payrollApi.create, { body: { period } })
const refusalOf = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return { refusal: `${status} ${reply?.code}`, names: reply?.issues?.map(({ message }) => message) ?? [] }
}
/** The lines of a run, or of all runs, as "uli 10-05 100 480". */
async function linesOf(run?: number) {
  const { rows } = await pool().query<{ user_id: string; lines: { date: string; code: string; minutes: number }[] }>(
    'select user_id, lines from payroll_exports where run_id = coalesce($1, run_id) order by id',
    [run ?? null],
  )
  const nameOf = (id: string) => Object.entries(muster.fixtures.people).find(([, person]) => person.id === id)?.[0]
  return rows.flatMap(({ user_id, lines }) =>
    lines.map(({ date, code, minutes }) => `${nameOf(user_id)} ${date.slice(5)} ${code} ${minutes}`),
  )
}
/** As if everybody had proved last at this time who they are. */
const setProofs = (at: string) =>
  pool().query(`update sessions set sess = jsonb_set(sess::jsonb, '{provedAt}', to_jsonb($1::text))::json`, [at])
const forgetProofs = () => setProofs('2026-01-01T00:00:00.000Z')
/** A manager's correction of a session's end, in Berlin in October. */
const correctEnd = async (id: number, day: string, to: string) =>
  (await muster.as('gita')).call(clockApi.correct, {
    params: { id },
    body: { endTime: new Date(`${day}T${to}:00+02:00`).toISOString(), reason: 'He stayed longer' },
  })
const withdraw = async (name: PersonName, period = OCTOBER) =>
  (await muster.as('gita')).call(hoursApi.reopen, {
    body: { period, userId: idOf(name), reason: 'One hour is missing' },
  })

describe('a run', () => {
  test('has the approved minutes by day and wage type, and says who made it', async () => {
    await putWageType(muster, '100')
    await putWageType(muster, '25', { windowStart: '23:00', windowEnd: '06:00' })
    await work('uli', '2026-10-05', '08:00', '16:30', [['12:00', '12:30']])
    await work('uli', '2026-10-06', '20:00', '23:30')
    await work('marta', '2026-10-05', '09:00', '10:00')
    expect(await approveHours(muster, OCTOBER)).toBe(2)
    const run = await make()
    expect(run).toMatchObject({
      ...{ period: OCTOBER, periodEnd: '2026-10-31', people: 2, lines: 4, corrections: 0, minutes: 480 + 210 + 60 },
      createdBy: { firstName: muster.fixtures.people.adam.firstName },
    })
    const lines = await linesOf(run.id)
    expect(lines.toSorted()).toEqual([
      'marta 10-05 100 60',
      'uli 10-05 100 480',
      'uli 10-06 100 210',
      'uli 10-06 25 30',
    ])
    const adam = await muster.as('adam')
    const { runs, periods } = await adam.call(payrollApi.runs, { query: {} })
    expect(runs).toEqual([run])
    expect(periods.find(({ period }) => period === OCTOBER)).toEqual({
      ...{ period: OCTOBER, periodEnd: '2026-10-31', hasRun: true },
    })
    const { people, wageTypes } = await adam.call(payrollApi.get, { params: { id: run.id }, query: {} })
    expect(wageTypes.map(({ code }) => code)).toEqual(['100', '25'])
    expect(people.find(({ userId }) => userId === idOf('uli'))).toMatchObject({
      isCorrection: false,
      sums: [
        { code: '100', minutes: 690 },
        { code: '25', minutes: 30 },
      ],
    })
  })

  test('counts paid breaks apart if a wage type does, and minutes over the contract', async () => {
    await putWageType(muster, '100')
    await putWageType(muster, 'B', { source: 'paid_break' })
    await putWageType(muster, 'O', { overContract: true })
    await pool().query(
      `insert into work_contracts (user_id, from_date, weekly_minutes, days_per_week) values ($1, '2026-09-28', 600, 5)`,
      [idOf('uli')],
    )
    // Monday to Wednesday before the period, of the same week.
    await work('uli', '2026-09-30', '08:00', '17:00')
    await work('uli', '2026-10-01', '08:00', '10:00', [['09:00', '09:15', true]])
    await approveHours(muster, OCTOBER)
    expect(await linesOf((await make()).id)).toEqual(['uli 10-01 100 105', 'uli 10-01 B 15', 'uli 10-01 O 45'])
  })

  test('is checked before it is made', async () => {
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    const check = async () => (await muster.as('adam')).call(payrollApi.check, { query: { period: OCTOBER } })
    expect(await check()).toMatchObject({
      ...{ isOver: true, people: 0, lines: 0 },
      faults: [{ code: 'not_approved', count: 1, people: [{ id: idOf('uli') }] }],
    })
    await approveHours(muster, OCTOBER)
    expect(await check()).toMatchObject({ people: 1, lines: 1, minutes: 480, faults: [] })
    await make()
    expect(await check()).toMatchObject({ people: 0, lines: 0, faults: [] })
  })

  test('of a month takes any of its days for the month', async () => {
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    expect(await make('2026-10-17')).toMatchObject({ period: OCTOBER })
  })

  test('stands in the audit log', async () => {
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    const { id } = await make()
    const adam = await muster.as('adam')
    await adam.raw({ method: 'GET', url: `/api/v1/payroll/runs/${id}/file` })
    const { entries } = await adam.call(auditApi.list, { query: { resourceType: 'payroll-run', limit: 2 } })
    expect(entries.map(({ action, resourceId, title }) => [action, resourceId, title])).toEqual([
      ['payroll-run.export', String(id), '2026-10-01/2026-10-31'],
      ['payroll-run.create', String(id), '2026-10-01/2026-10-31'],
    ])
  })

  test('never changes', async () => {
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    await make()
    for (const change of ['update payroll_runs set minutes = 0', 'delete from payroll_runs'])
      await expect(pool().query(change)).rejects.toThrow(/never changes/)
    for (const change of [`update payroll_exports set lines = '[]'`, 'delete from payroll_exports'])
      await expect(pool().query(change)).rejects.toThrow(/never changes/)
  })
})

describe('a run is refused', () => {
  test('before the pay period is over', async () => {
    await putWageType(muster, '100')
    const ctx = muster.contextOf('adam', new Date('2026-10-31T22:59:00.000Z'))
    const input = { params: {}, query: undefined, body: { period: OCTOBER } }
    await expect(createRun(ctx, input)).rejects.toMatchObject({ status: 409, code: 'period_runs' })
  })

  test('while hours are not approved, or have changed since', async () => {
    await putWageType(muster, '100')
    const id = await work('uli', '2026-10-05', '08:00', '16:00')
    await work('marta', '2026-10-05', '08:00', '16:00')
    // Hours of other months count for nothing.
    await putSession(muster, 'una', '2026-09-15T08:00:00.000Z', '2026-09-15T09:00:00.000Z')
    const named = (...names: PersonName[]) =>
      names.map((name) => {
        const { firstName, lastName } = muster.fixtures.people[name]
        return `The hours of ${firstName} ${lastName} are not approved`
      })
    const refused = await refusalOf(make())
    expect(refused.refusal).toBe('409 not_approved')
    expect(refused.names.toSorted()).toEqual(named('uli', 'marta').toSorted())
    await approveHours(muster, OCTOBER)
    // As a device that had no network would.
    await pool().query(
      `update clock_sessions set end_time = end_time + interval '1 minute', duration = 481 where id = $1`,
      [id],
    )
    expect(await refusalOf(make())).toEqual({ refusal: '409 not_approved', names: named('uli') })
    await approveHours(muster, OCTOBER)
    expect(await make()).toMatchObject({ minutes: 961 })
  })

  test('while somebody has no personnel number', async () => {
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    await putPersonnelNumbers(muster, ['marta'])
    const { firstName, lastName } = muster.fixtures.people.uli
    expect(await refusalOf(make())).toEqual({
      refusal: '409 personnel_number_missing',
      names: [`${firstName} ${lastName} has no personnel number`],
    })
    const adam = await muster.as('adam')
    await adam.call(usersApi.update, { params: { id: idOf('uli') }, body: { personnelNumber: '0099' } })
    await make()
  })

  test('while no wage type counts the work of somebody', async () => {
    await putWageType(muster, '25', { windowStart: '23:00', windowEnd: '06:00' })
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    expect((await refusalOf(make())).refusal).toBe('409 wage_type_missing')
  })

  test('without anything to export', async () => {
    await putWageType(muster, '100')
    expect((await refusalOf(make())).refusal).toBe('409 nothing_to_export')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    await make()
    expect((await refusalOf(make())).refusal).toBe('409 nothing_to_export')
  })

  test('the second of two at once', async () => {
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    const results = await Promise.allSettled([make(), make(OCTOBER, 'gita')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await linesOf()).toEqual(['uli 10-05 100 480'])
  })

  test.each(['uli', 'marta'] as const)('for %s, who sees none either', async (name) => {
    const browser = await muster.as(name)
    expect(await httpErrorOf(make(OCTOBER, name))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(browser.call(payrollApi.runs, { query: {} }))).toMatchObject({ status: 403 })
  })
})

describe('corrections', () => {
  const exported = async () => {
    await putWageType(muster, '100')
    await putWageType(muster, '25', { windowStart: '23:00', windowEnd: '06:00' })
    const id = await work('uli', '2026-10-05', '20:00', '23:30')
    await work('uli', '2026-10-06', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    return { id, run: await make() }
  }

  test('are signed lines with their own days, in the next run of any pay period', async () => {
    const { id } = await exported()
    await withdraw('uli')
    await correctEnd(id, '2026-10-05', '23:00')
    expect(await approveHours(muster, OCTOBER)).toBe(1)
    const run = await make(SEPTEMBER)
    expect(run).toMatchObject({ period: SEPTEMBER, people: 1, lines: 2, corrections: 2, minutes: -30 })
    expect(await linesOf(run.id)).toEqual(['uli 10-05 100 -30', 'uli 10-05 25 -30'])
  })

  test('wait as long as the hours are not approved again', async () => {
    const { id } = await exported()
    await withdraw('uli')
    await correctEnd(id, '2026-10-05', '23:00')
    expect((await refusalOf(make())).refusal).toBe('409 not_approved')
    expect((await refusalOf(make(SEPTEMBER))).refusal).toBe('409 nothing_to_export')
    await approveHours(muster, OCTOBER)
    expect(await make()).toMatchObject({ corrections: 2 })
  })

  test('are none if the same hours are approved again', async () => {
    await exported()
    await withdraw('uli')
    await approveHours(muster, OCTOBER)
    expect((await refusalOf(make())).refusal).toBe('409 nothing_to_export')
  })

  test('take everything back from somebody who has no hours any more', async () => {
    await exported()
    await withdraw('uli')
    await clearSessions(muster, 'uli')
    await approveHours(muster, OCTOBER, 'uli')
    const run = await make()
    expect(await linesOf(run.id)).toEqual(['uli 10-05 100 -210', 'uli 10-05 25 -30', 'uli 10-06 100 -480'])
  })

  test('move minutes to another code when a wage type got one, only for hours that are approved again', async () => {
    const { id } = await exported()
    await pool().query(
      `update wage_types set code = '110' where code = '100'; delete from wage_types where code = '25'`,
    )
    expect((await refusalOf(make())).refusal).toBe('409 nothing_to_export')
    await withdraw('uli')
    await correctEnd(id, '2026-10-05', '23:45')
    await approveHours(muster, OCTOBER)
    const run = await make()
    expect(await linesOf(run.id)).toEqual([
      ...['uli 10-05 100 -210', 'uli 10-05 110 225', 'uli 10-05 25 -30', 'uli 10-06 100 -480', 'uli 10-06 110 480'],
    ])
    expect(run.minutes).toBe(15)
    // A wage type that is gone has its name of the earlier run.
    const { wageTypes } = await (await muster.as('adam')).call(payrollApi.get, { params: { id: run.id }, query: {} })
    expect(wageTypes.map(({ code, name }) => `${code} ${name}`)).toEqual([
      ...['100 Wage type 100', '110 Wage type 100', '25 Wage type 25'],
    ])
  })

  test('come from somebody who had no hours when the run was made', async () => {
    await exported()
    await work('marta', '2026-10-07', '08:00', '09:00')
    await approveHours(muster, OCTOBER)
    const run = await make()
    expect(await linesOf(run.id)).toEqual(['marta 10-07 100 60'])
    expect(run.corrections).toBe(0)
  })
})

describe('the lock', () => {
  test('refuses corrections of exported days, and of approved ones, with their own codes', async () => {
    await putWageType(muster, '100')
    const id = await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    expect((await refusalOf(correctEnd(id, '2026-10-05', '17:00'))).refusal).toBe('409 approved')
    await make()
    expect((await refusalOf(correctEnd(id, '2026-10-05', '17:00'))).refusal).toBe('409 exported')
    await withdraw('uli')
    await correctEnd(id, '2026-10-05', '17:00')
    await approveHours(muster, OCTOBER)
    // Approved again, and not exported yet: a manager may withdraw it.
    expect((await refusalOf(correctEnd(id, '2026-10-05', '18:00'))).refusal).toBe('409 approved')
  })

  test('says exported and corrected', async () => {
    await putWageType(muster, '100')
    const id = await work('uli', '2026-10-05', '08:00', '16:00')
    const status = async () => {
      const { people } = await (await muster.as('gita')).call(hoursApi.periods, { query: { period: OCTOBER } })
      return people.find(({ user }) => user.id === idOf('uli'))?.status
    }
    await approveHours(muster, OCTOBER)
    expect(await status()).toBe('approved')
    await make()
    expect(await status()).toBe('exported')
    await withdraw('uli')
    expect(await status()).toBe('open')
    await correctEnd(id, '2026-10-05', '17:00')
    expect(await status()).toBe('corrected')
    await approveHours(muster, OCTOBER)
    expect(await status()).toBe('approved')
    await make()
    expect(await status()).toBe('exported')
    // Offline punches are never refused.
    await pool().query(`update clock_sessions set end_time = end_time + interval '1 minute' where id = $1`, [id])
    expect(await status()).toBe('corrected')
  })

  test('is opened by administrators alone, with a reason; withdrawing does not open it', async () => {
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    const body = { period: OCTOBER, userId: idOf('uli'), reason: 'One hour is missing' }
    const [marta, adam] = [await muster.as('marta'), await muster.as('adam')]
    expect((await refusalOf(adam.call(hoursApi.reopen, { body }))).refusal).toBe('409 not_exported')
    await make()
    expect((await refusalOf(marta.call(hoursApi.withdraw, { body }))).refusal).toBe('409 exported')
    expect((await refusalOf(adam.call(hoursApi.withdraw, { body }))).refusal).toBe('409 exported')
    expect(await httpErrorOf(marta.call(hoursApi.reopen, { body }))).toMatchObject({ status: 403 })
    await forgetProofs()
    expect(await httpErrorOf(adam.call(hoursApi.reopen, { body }))).toMatchObject({
      ...{ status: 403, reply: { code: 'proof_needed' } },
    })
    expect(await httpErrorOf(make())).toMatchObject({ status: 403, reply: { code: 'proof_needed' } })
  })
})

describe('the file', () => {
  const fileOf = async (id: number) => {
    const gita = await muster.as('gita')
    const { status, headers, text: body } = await gita.raw({ method: 'GET', url: `/api/v1/payroll/runs/${id}/file` })
    return { status, headers, body }
  }
  const setFile = async (file: PayrollFile) =>
    (await muster.as('gita')).call(payrollApi.updateFileSettings, { body: file })
  const exported = async () => {
    await putWageType(muster, '100', { name: 'Wörk' })
    for (const day of ['05', '06', '07']) await work('uli', `2026-10-${day}`, '08:00', '08:20')
    await approveHours(muster, OCTOBER)
    return make()
  }
  beforeEach(() => pool().query(`delete from settings where name = 'payrollFile'`))

  test('has a line for each day, with hours that add up', async () => {
    const { id } = await exported()
    const { headers, body } = await fileOf(id)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="payroll-2026-10-01-${id}.csv"`)
    const { firstName, lastName } = muster.fixtures.people.uli
    const { rows } = await pool().query('select personnel_number from users where id = $1', [idOf('uli')])
    const person = `${rows[0]?.personnel_number},${lastName},${firstName}`
    expect(body.split('\r\n')).toEqual([
      '\uFEFFPersonnel number,Last name,First name,Date,Wage type,Name of the wage type,Hours',
      `${person},2026-10-05,100,Wörk,0.33`,
      `${person},2026-10-06,100,Wörk,0.34`,
      `${person},2026-10-07,100,Wörk,0.33`,
      '',
    ])
  })

  test('is as the settings say, and stays the same when people and wage types change', async () => {
    const { id } = await exported()
    await setFile({ ...payrollPresets['datev-lodas'], consultantNumber: '1234567', clientNumber: '12345' })
    const before = await fileOf(id)
    expect(before.headers['content-type']).toBe('text/plain; charset=windows-1252')
    expect(before.headers['content-disposition']).toContain('.txt')
    expect(before.body).toMatch(/^\[Allgemein\]\r\nZiel=LODAS\r\n/)
    expect(before.body).toMatch(/\r\n1;01\.10\.2026;1,00;1;100;\d+;\r\n$/)
    await pool().query(
      `update users set personnel_number = null, first_name = 'Other'; update wage_types set code = '7'`,
    )
    expect((await fileOf(id)).body).toBe(before.body)
    await muster.services.database.pool.query(`update users set first_name = initcap(split_part(email, '@', 1))`)
  })

  test('needs a recent proof, and is for administrators', async () => {
    const { id } = await exported()
    const url = `/api/v1/payroll/runs/${id}/file`
    expect((await (await muster.as('marta')).raw({ method: 'GET', url })).status).toBe(403)
    expect(
      (await (await muster.as('gita')).raw({ method: 'GET', url: '/api/v1/payroll/runs/999999/file' })).status,
    ).toBe(404)
    await forgetProofs()
    expect((await (await muster.as('gita')).raw({ method: 'GET', url })).status).toBe(403)
  })
})

describe('the settings of the file', () => {
  beforeEach(() => pool().query(`delete from settings where name = 'payrollFile'`))

  test('are a default until somebody changes them; of two at once one is told', async () => {
    const [adam, gita] = [await muster.as('adam'), await muster.as('gita')]
    expect(await adam.call(payrollApi.fileSettings, {})).toEqual({ ...defaultPayrollFile, updatedAt: null })
    const results = await Promise.allSettled(
      [adam, gita].map((browser, at) =>
        browser.call(payrollApi.updateFileSettings, {
          body: { ...defaultPayrollFile, grouping: at === 0 ? 'month' : 'period', updatedAt: null },
        }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { entries } = await adam.call(auditApi.list, { query: { resourceType: 'payroll-file', limit: 1 } })
    expect(entries[0]?.changes.map(({ field }) => field)).toEqual(['grouping'])
  })

  test.each([
    [{ columns: [] }, 'columns'],
    [{ columns: Array(21).fill({ field: 'hours', heading: 'H' }) }, 'columns'],
    [{ columns: [{ field: 'salary', heading: 'H' }] }, 'columns.0.field'],
    [{ consultantNumber: '12a' }, 'consultantNumber'],
    [{ encoding: 'utf-16' }, 'encoding'],
  ])('refuse %j', async (values, path) => {
    const call = (await muster.as('adam')).call(payrollApi.updateFileSettings, {
      body: { ...defaultPayrollFile, ...(values as object) } as PayrollFile,
    })
    expect(await httpErrorOf(call)).toMatchObject({ status: 400, reply: { issues: [{ path }] } })
  })

  test('are tried on the latest run', async () => {
    const adam = await muster.as('adam')
    expect(await adam.call(payrollApi.sample, {})).toEqual({ run: null, lines: [] })
    await putWageType(muster, '100')
    await work('uli', '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    await make()
    const { run, lines } = await adam.call(payrollApi.sample, {})
    expect(run).toEqual({ period: OCTOBER, periodEnd: '2026-10-31' })
    expect(lines).toMatchObject([{ userId: idOf('uli'), date: '2026-10-05', minutes: 480, wageType: 'Wage type 100' }])
  })
})

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`the lines of all runs add up to the approved minutes at each moment (seed ${seed})`, async () => {
  const dice = diceOf(seed)
  const people: PersonName[] = ['uli', 'lea', 'marta', 'una']
  const periods = [SEPTEMBER, OCTOBER]
  await putWageType(muster, '100')
  await putWageType(muster, 'B', { source: 'paid_break' })
  await putWageType(muster, '25', { windowStart: '22:00', windowEnd: '06:00' })
  const gita = await muster.as('gita')
  const sums = async () => {
    const { rows } = await pool().query<{ key: string; minutes: number }>(`
        select user_id || ' ' || (line ->> 'date') as key, sum((line ->> 'minutes')::int)::int as minutes
        from payroll_exports, jsonb_array_elements(lines) as line where line ->> 'code' in ('100', 'B')
        group by 1 having sum((line ->> 'minutes')::int) <> 0`)
    return new Map(rows.map(({ key, minutes }) => [key, minutes]))
  }
  /** The minutes that payroll should have: of each person and period as they were approved at the last run. */
  const right = new Map<string, Map<string, number>>()
  const approved = async () => {
    const { rows } = await pool().query<{ key: string; user_id: string; minutes: Record<string, number> }>(`
        select distinct on (user_id, period_start) user_id || ' ' || period_start as key, user_id,
          case when withdrawn_at is null then minutes end as minutes
        from hours_approvals order by user_id, period_start, id desc`)
    return rows
  }
  let runs = 0
  for (let step = 0; step < (isLongRun ? 300 : 45); step += 1) {
    const context = JSON.stringify({ seed, step })
    const [name, period] = [dice.oneOf(people), dice.oneOf(periods)]
    const deed = dice.roll()
    if (deed < 0.35) {
      const day = `${period.slice(0, 8)}${String(1 + Math.floor(dice.between(0, 28))).padStart(2, '0')}`
      const start = Date.parse(`${day}T00:00:00+02:00`) + Math.floor(dice.between(0, 20 * 60)) * 60_000
      const times = [start, start + Math.floor(dice.between(20, 600)) * 60_000].map((time) =>
        new Date(time).toISOString(),
      )
      const [startTime = '', endTime = ''] = times
      const body = { startTime, endTime, reason: 'Forgot to clock in' }
      await gita.call(clockApi.add, { params: { id: idOf(name) }, body }).catch(() => undefined)
    } else if (deed < 0.5) {
      const { rows } = await pool().query<{ id: number; end_time: string }>(
        'select id, end_time from clock_sessions where user_id = $1 order by random() limit 1',
        [idOf(name)],
      )
      const [session] = rows
      const by = Math.floor(dice.between(-15, 60)) * 60_000
      const body = { endTime: new Date(Date.parse(session?.end_time ?? '') + by || 0).toISOString(), reason: 'Stayed' }
      if (session) await gita.call(clockApi.correct, { params: { id: session.id }, body }).catch(() => undefined)
    } else if (deed < 0.7) await approveHours(muster, period, dice.roll() < 0.5 ? name : undefined)
    else if (deed < 0.8) {
      const body = { period, userId: idOf(name), reason: 'Look again' }
      const how = dice.oneOf([hoursApi.withdraw, hoursApi.reopen] as const)
      await gita.call(how, { body }).catch(() => undefined)
    } else {
      if (dice.roll() < 0.7) await approveHours(muster, period)
      const before = await sums()
      const outcome = await make(period, 'gita').then(
        (run) => run.id,
        () => null,
      )
      if (outcome === null) expect(await sums(), context).toEqual(before)
      else {
        runs += 1
        const { rows } = await pool().query<{ period: string }>(`select distinct period::text from payroll_runs`)
        const withRun = rows.map((one) => one.period)
        for (const { key, user_id, minutes } of await approved()) {
          // Of another period only if its hours are still as they were approved: others wait.
          if (minutes === null || !withRun.some((start) => key.endsWith(start))) continue
          if (!key.endsWith(period) && !(await isAsApproved(key))) continue
          right.set(key, new Map(Object.entries(minutes).map(([date, count]) => [`${user_id} ${date}`, count])))
        }
      }
    }
    const expected = new Map([...right.values()].flatMap((days) => [...days]))
    expect(await sums(), context).toEqual(expected)
  }
  expect(runs, `seed ${seed}`).toBeGreaterThan(0)

  async function isAsApproved(key: string) {
    const [userId = '', period = ''] = key.split(' ')
    const { hash } = await gita.call(hoursApi.person, { query: { userId, period } })
    const { rows } = await pool().query(
      'select hash from hours_approvals where user_id = $1 and period_start = $2 order by id desc limit 1',
      [...[userId, period]],
    )
    return rows[0]?.hash === hash
  }
}, 180_000)

test('a run takes few statements, however many people there are', async () => {
  await putWageType(muster, '100')
  const count = async (names: PersonName[]) => {
    for (const name of names) await work(name, '2026-10-05', '08:00', '16:00')
    await approveHours(muster, OCTOBER)
    const statements = vi.spyOn(muster.services.database.pool, 'connect')
    const client = await pool().connect()
    client.release()
    const queries = vi.spyOn(client.constructor.prototype, 'query')
    await make()
    const texts = queries.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as { text: string }).text,
    )
    queries.mockRestore()
    statements.mockRestore()
    return texts.filter((text) =>
      /payroll|hours_approvals|clock_sessions|work_contracts|holidays|wage_types/.test(text),
    ).length
  }
  const one = await count(['uli'])
  const more = await count(['marta', 'lea', 'una', 'nora'])
  expect(one).toBeGreaterThan(5)
  expect(more).toBe(one)
})
