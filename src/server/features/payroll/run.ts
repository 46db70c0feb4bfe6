import { eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import {
  type PayrollCheck,
  type PayrollFault,
  type PayrollRun,
  type payrollApi,
  payrollFaults,
} from '../../../shared/payroll.ts'
import { boundsOf } from '../../../shared/time/time.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { type PeriodDays, periodDaysOf } from '../../core/hours/pay-periods.ts'
import { insert } from '../../core/write/write.ts'
import { insertRows } from '../../db/rows.ts'
import { payrollExports, payrollRuns } from '../../db/tables/payroll.ts'
import { collectRun, faultsForReply, figuresOf } from './collect.ts'
import { runsWhere } from './rows.ts'

/** The figures of a run that would be made now, and its faults. Nothing is changed. */
export async function checkRun(ctx: Context, { query }: Input<typeof payrollApi.check>): Promise<PayrollCheck> {
  const period = await periodDaysOf(ctx, query.period)
  const collected = await collectRun(ctx, period)
  return {
    ...{ period: period.start, periodEnd: period.end, isOver: isOver(ctx, period) },
    ...figuresOf(collected),
    faults: faultsForReply(collected.faults),
  }
}

/**
 * Makes a run. Its lines never change. Throws 409 with the people concerned when hours are not approved, and when
 * somebody lacks a personnel number or a wage type; 409 too when the pay period is not over, and when payroll has
 * received everything already.
 */
export async function createRun(ctx: Context, { body }: Input<typeof payrollApi.create>): Promise<PayrollRun> {
  mustBeAllowed(ctx, 'payroll:export', {})
  const period = await periodDaysOf(ctx, body.period)
  if (!isOver(ctx, period)) throw conflict('period_runs', msg('This pay period is not over yet'))
  // One run after the other, so that two at once do not export the same.
  await ctx.db.execute(sql`lock table ${payrollRuns} in share row exclusive mode`)
  const collected = await collectRun(ctx, period)
  for (const code of payrollFaults) mustBeNobody(code, collected.faults[code])
  const figures = figuresOf(collected)
  if (figures.lines === 0)
    throw conflict('nothing_to_export', msg('Payroll has received all hours of this pay period already'))
  const run = await insert(ctx, payrollRuns, {
    ...{ period: period.start, periodEnd: period.end, ...figures },
    ...{ wageTypes: collected.wageTypes, createdBy: ctx.viewer.id },
  })
  await insertRows(
    ctx.db,
    payrollExports,
    collected.exports.map((exported) => ({ ...exported, runId: run.id })),
    { defaults: { createdAt: ctx.now.toISOString() } },
  )
  const [made] = await runsWhere(ctx, eq(payrollRuns.id, run.id), 1)
  if (!made) throw new Error('The run was not written')
  return made
}

const isOver = ({ now }: Context, { days }: PeriodDays) => boundsOf(days).to <= now.getTime()

const faultMessages: Record<PayrollFault, { all: (count: number) => Message; each: (name: string) => Message }> = {
  not_approved: {
    all: (count) =>
      msg(
        '{count, plural, one {The hours of # person are not approved} other {The hours of # people are not approved}}',
        {
          count,
        },
      ),
    each: (name) => msg('The hours of {name} are not approved', { name }),
  },
  personnel_number_missing: {
    all: (count) =>
      msg('{count, plural, one {# person has no personnel number} other {# people have no personnel number}}', {
        count,
      }),
    each: (name) => msg('{name} has no personnel number', { name }),
  },
  wage_type_missing: {
    all: (count) =>
      msg(
        '{count, plural, one {No wage type without a condition counts the work of # person} other {No wage type without a condition counts the work of # people}}',
        { count },
      ),
    each: (name) => msg('No wage type without a condition counts the work of {name}', { name }),
  },
}

/** Throws 409 with the names of these people, if there are any. */
function mustBeNobody(code: PayrollFault, people: readonly { id: string; firstName: string; lastName: string }[]) {
  if (people.length === 0) return
  const [named] = faultsForReply({
    not_approved: [],
    personnel_number_missing: [],
    wage_type_missing: [],
    [code]: people,
  })
  const { all, each } = faultMessages[code]
  const issues = (named?.people ?? []).map(({ id, firstName, lastName }) => ({
    path: id,
    message: each(`${firstName} ${lastName}`),
  }))
  throw conflict(code, all(people.length), issues)
}
