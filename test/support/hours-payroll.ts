import type { diceOf } from '../../sample/story.ts'
import { HttpError } from '../../src/server/base/errors.ts'
import { type Context, contextFor, inTransaction, type Services } from '../../src/server/core/context.ts'
import { approveHours } from '../../src/server/features/hours/approve.ts'
import { listPeriodHours } from '../../src/server/features/hours/list.ts'
import { exportRun } from '../../src/server/features/payroll/file.ts'
import { checkRun, createRun } from '../../src/server/features/payroll/run.ts'
import { createWageType } from '../../src/server/features/wage-types/wage-types.ts'
import { type Life, sumOf, type Viewer } from './hours-life.ts'
import { type HoursReport, judge, note } from './hours-report.ts'

/** The end of each month in a simulation of hours: approvals, payroll runs, and corrections after them. */

interface Facts {
  lives: readonly Life[]
  manager: Viewer
  admin: Viewer
  dice: ReturnType<typeof diceOf>
  report: HoursReport
}

/** Codes of the wage types whose lines add up to the paid minutes, and of one that comes on top. */
const [WORK, PAID_BREAKS, NIGHT] = ['100', '110', '25']
const isBase = (code: string) => code !== NIGHT

export class MonthEnds {
  readonly #services: Services
  readonly #facts: Facts
  /** The months that had a run, oldest first. */
  readonly #periods: string[] = []

  constructor(services: Services, facts: Facts) {
    this.#services = services
    this.#facts = facts
  }

  async putWageTypes(now: number) {
    const always = { windowStart: null, windowEnd: null, holidays: 'any', overContract: false } as const
    const types = [
      { ...always, code: WORK, name: 'Work', source: 'work' as const },
      { ...always, code: PAID_BREAKS, name: 'Paid breaks', source: 'paid_break' as const },
      { ...always, code: NIGHT, name: 'Night', source: 'work' as const, windowStart: '23:00', windowEnd: '06:00' },
    ]
    for (const body of types)
      await this.#call(this.#facts.admin, now, (ctx) =>
        createWageType(ctx, { params: {}, query: undefined, body: { ...body, weekdays: [], departmentId: null } }),
      )
  }

  /**
   * A month ends. Payroll gets nothing until all its hours are approved. Then the manager approves everybody's, and an
   * administrator makes a run. Some hours of earlier months were reopened: the run has the difference.
   */
  async close(period: string, now: number) {
    const { report, dice, lives } = this.#facts
    try {
      await this.#mustBeRefused(period, 'not_approved', now)
      await this.#approve(period, now)
      for (const life of lives) if (dice.roll() < 0.1) await life.mustBeLocked(period, 'approved', now)
      this.#periods.push(period)
      await this.#run(period, now)
      await this.#mustBeRefused(period, 'nothing_to_export', now)
      for (const life of lives) if (dice.roll() < 0.05) await life.mustBeLocked(period, 'exported', now)
      const few = Math.max(0.1, 1 / lives.length)
      for (const life of lives) if (dice.roll() < few) await life.reopen(dice.oneOf(this.#exportedOf(life)), now)
      await this.#judgeLines(now)
      // Some wait for the next month, or the one after it.
      for (const at of this.#periods) if (dice.roll() < 0.7) await this.#approve(at, now)
      await this.#judgeLines(now)
    } catch (error) {
      report.refused += 1
      note(report, `The end of ${period}: ${error}`)
    }
  }

  /** The months of a person whose hours payroll has received as they are. */
  #exportedOf(life: Life) {
    return this.#periods.filter((period) => life.approved.get(period) === life.exported.get(period))
  }

  /** The manager confirms what waits for a review, and approves what is not approved, of all people at once. */
  async #approve(period: string, now: number) {
    const { lives, manager, report } = this.#facts
    const byId = new Map(lives.map((life) => [life.person.id, life]))
    const list = async () => {
      const ctx = contextFor(this.#services, manager, new Date(now))
      const { people } = await listPeriodHours(ctx, { params: {}, query: { period }, body: undefined })
      return people.flatMap((hours) => {
        const life = byId.get(hours.user.id)
        return life && hours.status !== 'approved' && hours.status !== 'exported' ? [{ life, hours }] : []
      })
    }
    for (const { life, hours } of await list()) for (const date of hours.reviewDates) await life.review(date, now)
    const open = await list()
    if (open.length === 0) return
    const people = open.map(({ hours }) => ({ userId: hours.user.id, hash: hours.hash }))
    await this.#call(manager, now, (ctx) =>
      approveHours(ctx, { params: {}, query: undefined, body: { period, people } }),
    )
    for (const { life, hours } of open) {
      const minutes = life.minutesOf(period, now)
      judge(report, `${life.person.lastName}, approved in ${period}`, hours.total, sumOf(minutes))
      life.approved.set(period, minutes)
      report.approved += 1
    }
  }

  /** Makes a run. It was checked before, and its file has the same hours. */
  async #run(period: string, now: number) {
    const { admin, report, lives } = this.#facts
    const right = sumOf(this.#difference())
    const ctx = contextFor(this.#services, admin, new Date(now))
    const check = await checkRun(ctx, { params: {}, query: { period }, body: undefined })
    judge(report, `The check of ${period}`, check.minutes, right)
    const run = await this.#call(admin, now, (ctx) =>
      createRun(ctx, { params: {}, query: undefined, body: { period } }),
    )
    judge(report, `The run of ${period}`, run.minutes, right)
    await this.#judgeFile(run.id, now)
    for (const life of lives) {
      for (const at of this.#periods) {
        const approved = life.approved.get(at)
        if (approved) life.exported.set(at, approved)
      }
    }
    report.runs += 1
    report.lines += run.lines
    await this.#judgeLines(now)
  }

  /** By person: the approved minutes of the months with a run that no run has had yet. */
  #difference() {
    const differences = new Map<string, number>()
    for (const life of this.#facts.lives) {
      for (const period of this.#periods) {
        const approved = life.approved.get(period)
        if (!approved) continue
        const more = sumOf(approved) - sumOf(life.exported.get(period) ?? new Map())
        differences.set(life.person.id, (differences.get(life.person.id) ?? 0) + more)
      }
    }
    return differences
  }

  /** The hours of the file are the minutes of the run: decimals are rounded so that their sum is right. */
  async #judgeFile(id: number, now: number) {
    const { admin, report, lives } = this.#facts
    const right = this.#difference()
    const ctx = contextFor(this.#services, admin, new Date(now))
    const { pieces } = await exportRun(ctx, { params: { id }, query: undefined, body: undefined })
    let text = ''
    for await (const piece of pieces) text += piece
    const hours = new Map<string, number>()
    for (const line of text.split('\r\n').slice(1)) {
      const [personnelNumber = '', , , , code = '', , decimal = '0'] = line.split(',')
      if (isBase(code)) hours.set(personnelNumber, (hours.get(personnelNumber) ?? 0) + Number(decimal))
    }
    for (const { person, personnelNumber } of lives) {
      // Each of the two wage types is rounded to a hundredth.
      const exact = (right.get(person.id) ?? 0) / 60
      const isRight = Math.abs((hours.get(personnelNumber) ?? 0) - exact) < 0.0101
      judge(report, `${person.lastName} in the file of run ${id}`, Number(!isRight), 0)
    }
  }

  /** The lines of all runs add up to the minutes of the exported approvals, on each day. */
  async #judgeLines(now: number) {
    const { report, lives } = this.#facts
    const { rows } = await this.#services.database.pool.query<{ user_id: string; date: string; minutes: number }>(
      `select user_id, line->>'date' as date, sum((line->>'minutes')::int)::int as minutes
      from payroll_exports, jsonb_array_elements(lines) as line where line->>'code' = any($1) group by 1, 2`,
      [[WORK, PAID_BREAKS]],
    )
    const received = new Map(rows.map(({ user_id, date, minutes }) => [`${user_id} ${date}`, minutes]))
    for (const { person, exported } of lives) {
      for (const minutes of exported.values()) {
        report.exported += 1
        for (const [date, right] of minutes)
          judge(report, `${person.lastName}, ${date} in all runs`, received.get(`${person.id} ${date}`) ?? 0, right)
        for (const date of minutes.keys()) received.delete(`${person.id} ${date}`)
      }
    }
    const rest = [...received].filter(([, minutes]) => minutes !== 0)
    for (const [what, minutes] of rest)
      judge(report, `${what} in all runs at ${new Date(now).toISOString()}`, minutes, 0)
  }

  async #mustBeRefused(period: string, code: string, now: number) {
    const { admin, report } = this.#facts
    const error = await this.#call(admin, now, (ctx) =>
      createRun(ctx, { params: {}, query: undefined, body: { period } }),
    ).catch((thrown: unknown) => thrown)
    if (!(error instanceof Error)) throw new Error(`A run was made, not refused with ${code}`)
    if (!(error instanceof HttpError) || error.code !== code) throw error
    report.locked += 1
  }

  #call<T>(viewer: Viewer, now: number, run: (ctx: Context) => Promise<T>) {
    return inTransaction(contextFor(this.#services, viewer, new Date(now)), run)
  }
}
