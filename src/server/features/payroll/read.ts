import { desc, eq, inArray } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { type PayPeriod, previousPayPeriod } from '../../../shared/pay-periods.ts'
import { MAX_PAYROLL_PEOPLE, type PayrollPeriod, type PayrollRun, type payrollApi } from '../../../shared/payroll.ts'
import type { Context } from '../../core/context.ts'
import { periodDaysOf } from '../../core/hours/pay-periods.ts'
import { payrollRuns } from '../../db/tables/payroll.ts'
import { runFor } from './access.ts'
import { exportedLines, exportsOf, runsWhere } from './rows.ts'

/** Runs of one page, unless the call says how many. */
const PAGE_SIZE = 50
/** A year of months. Earlier ones can still be named in a call. */
const RECENT_PERIODS = 13
/** People whose lines the preview of the file is made of. */
const SAMPLE_PEOPLE = 5

/** Payroll runs, newest first, and the pay periods for which somebody may want another. */
export async function listRuns(
  ctx: Context,
  { query: { limit = PAGE_SIZE, offset } }: Input<typeof payrollApi.runs>,
): Promise<{ runs: PayrollRun[]; periods: PayrollPeriod[] }> {
  const recent = await recentPeriods(ctx)
  const known = await ctx.db
    .selectDistinct({ period: payrollRuns.period })
    .from(payrollRuns)
    .where(
      inArray(
        payrollRuns.period,
        recent.map(({ start }) => start),
      ),
    )
  const periods = recent.map(({ start, end }) => ({
    period: start,
    periodEnd: end,
    hasRun: known.some(({ period }) => period === start),
  }))
  return { runs: await runsWhere(ctx, undefined, limit, offset), periods }
}

/** The last pay periods that are over, latest first. */
async function recentPeriods(ctx: Context): Promise<PayPeriod[]> {
  const { rules, ...running } = await periodDaysOf(ctx, undefined)
  const found: PayPeriod[] = []
  for (let period: PayPeriod = running; found.length < RECENT_PERIODS; found.push(period))
    period = previousPayPeriod(period, rules)
  return found
}

/** A run with the sums of its people by wage type. */
export async function readRun(
  ctx: Context,
  { params, query: { limit = MAX_PAYROLL_PEOPLE, offset } }: Input<typeof payrollApi.get>,
): Promise<Reply<typeof payrollApi.get>> {
  const { id, wageTypes } = await runFor(ctx, params.id, 'payroll:manage')
  const [run] = await runsWhere(ctx, eq(payrollRuns.id, id), 1)
  if (!run) throw new Error(`Payroll run ${id} is gone`)
  const people = await exportsOf(ctx, run, Math.min(limit, MAX_PAYROLL_PEOPLE), offset)
  return {
    run,
    wageTypes,
    people: people.map(({ lines, ...exported }) => {
      const sums = new Map<string, number>()
      for (const { code, minutes } of lines) sums.set(code, (sums.get(code) ?? 0) + minutes)
      return { ...exported, sums: [...sums].map(([code, minutes]) => ({ code, minutes })) }
    }),
  }
}

/** Lines of the first people of the latest run. */
export async function readSample(ctx: Context): Promise<Reply<typeof payrollApi.sample>> {
  const [run] = await ctx.db.select().from(payrollRuns).orderBy(desc(payrollRuns.id)).limit(1)
  if (!run) return { run: null, lines: [] }
  const people = await exportsOf(ctx, run, SAMPLE_PEOPLE)
  return { run, lines: people.flatMap((exported) => exportedLines(run, exported)) }
}
