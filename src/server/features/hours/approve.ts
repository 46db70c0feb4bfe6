import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { type ApprovalIssue, approvalIssues, type hoursApi } from '../../../shared/hours.ts'
import { boundsOf } from '../../../shared/time/time.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { conflict, HttpError, type Issue } from '../../base/errors.ts'
import { peopleOnTheClockFor, personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { approvedHours } from '../../core/hours/approved.ts'
import { exportedAmong } from '../../core/hours/exported.ts'
import { type PeriodDays, periodDaysOf } from '../../core/hours/pay-periods.ts'
import { type PeriodHours, readPeriodHours } from '../../core/hours/read.ts'
import { insertMany, update } from '../../core/write/write.ts'
import { readRow } from '../../db/rows.ts'
import { hoursApprovals } from '../../db/tables/hours.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { periodParams } from './answer.ts'

/**
 * Approves the hours that a manager has seen, of all these people or of none: five statements for any number of them.
 * Hours that are approved already stay as they are. Throws 409 `cannot_approve`, whose issues say whose hours cannot be
 * approved and why.
 */
export async function approveHours(
  ctx: Context,
  { body }: Input<typeof hoursApi.approve>,
): Promise<{ approved: number }> {
  const ids = body.people.map(({ userId }) => userId)
  await peopleOnTheClockFor(ctx, ids, 'hours:approve')
  const period = await periodDaysOf(ctx, body.period)
  const found = await readPeriodHours(ctx, sql`${users.id} = any(${sql.param(ids)}::uuid[])`, period, ids.length, {
    everybody: true,
    warns: false,
  })
  const hours = new Map(found.map((one) => [one.reply.user.id, one]))
  const isOver = boundsOf(period.days).to <= ctx.now.getTime()
  const issues = body.people.flatMap(({ userId, hash }, at) => {
    const one = hours.get(userId)
    return one ? issuesOf(one, hash, isOver).map((code) => issueOf(at, one, code)) : []
  })
  if (issues.length > 0) throw new HttpError(409, 'cannot_approve', firstOf(issues), { issues })
  const fresh = found.filter(({ reply: { status } }) => status !== 'approved' && status !== 'exported')
  await insertMany(
    ctx,
    hoursApprovals,
    fresh.map((one) => approvalOf(ctx, period, one)),
    'approve',
  )
  return { approved: fresh.length }
}

function issuesOf({ reply: hours }: PeriodHours, seen: string, isOver: boolean): ApprovalIssue[] {
  const isWrong: Record<ApprovalIssue, boolean> = {
    period_runs: !isOver,
    still_running: hours.isRunning,
    to_review: hours.toReview > 0,
    objection: hours.objection !== null,
    changed_meanwhile: hours.hash !== seen,
  }
  return approvalIssues.filter((code) => isWrong[code])
}

const messages: Record<ApprovalIssue, (name: string) => Message> = {
  period_runs: () => msg('This period is not over yet'),
  still_running: (name) => msg('{name} is still clocked in', { name }),
  to_review: (name) => msg('{name} has sessions that need a review', { name }),
  objection: (name) => msg('{name} says that something is wrong', { name }),
  changed_meanwhile: (name) => msg('The hours of {name} have changed meanwhile', { name }),
}

const issueOf = (at: number, { reply }: PeriodHours, code: ApprovalIssue): Issue => ({
  path: `people.${at}`,
  message: messages[code](fullName(reply.user)),
  code,
})

const firstOf = ([first]: Issue[]) => first?.message ?? msg('The request is not valid')

const approvalOf = (ctx: Context, { start, end }: PeriodDays, { reply, worked }: PeriodHours) => ({
  userId: reply.user.id,
  periodStart: start,
  periodEnd: end,
  minutes: Object.fromEntries(worked.flatMap(({ date, minutes }) => (minutes > 0 ? [[date, minutes]] : []))),
  hash: reply.hash,
  approvedBy: ctx.viewer.id,
  approvedAt: ctx.now.toISOString(),
})

/**
 * Withdraws the approval of a person's hours. The person is told why. Throws 409 `not_approved` without one, and
 * `exported` for one that payroll has received.
 */
export const withdrawApproval = (ctx: Context, { body }: Input<typeof hoursApi.withdraw>): Promise<void> =>
  endApproval(ctx, body, 'hours:approve')

/**
 * Withdraws an approval that payroll has received, so that managers can correct the hours and approve them again. The
 * next run has the difference. Throws 409 `not_approved` without an approval, and `not_exported` for one that payroll
 * has not received.
 */
export const reopenHours = (ctx: Context, { body }: Input<typeof hoursApi.reopen>): Promise<void> =>
  endApproval(ctx, body, 'hours:reopen')

async function endApproval(
  ctx: Context,
  body: Input<typeof hoursApi.withdraw>['body'],
  permission: 'hours:approve' | 'hours:reopen',
) {
  await personOnTheClockFor(ctx, body.userId, permission)
  const { start, end } = await periodDaysOf(ctx, body.period)
  const [found] = await approvedHours(ctx, [body.userId], { start, end })
  const approval = found && (await readRow(ctx.db, hoursApprovals, found.id, { lock: true }))
  if (!approval) throw conflict('not_approved', msg('These hours are not approved'))
  const isExported = (await exportedAmong(ctx, [approval.id])).size > 0
  if (isExported && permission === 'hours:approve')
    throw conflict('exported', msg('These hours went to payroll. An administrator has to reopen them first.'))
  if (!isExported && permission === 'hours:reopen')
    throw conflict('not_exported', msg('These hours did not go to payroll. Withdraw the approval instead.'))
  const { viewer, now } = ctx
  const withdrawn = { withdrawnBy: viewer.id, withdrawnAt: now.toISOString(), withdrawReason: body.reason }
  await update(ctx, hoursApprovals, approval, withdrawn, 'withdraw')
  await notify(ctx, [body.userId], {
    kind: 'hours-withdrawn',
    params: { by: fullName(viewer), ...periodParams({ start, end }), reason: body.reason },
    subject: null,
  })
}
