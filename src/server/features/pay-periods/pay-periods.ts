import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import {
  payPeriodRulesOf,
  type payPeriodsApi,
  type StoredPayPeriods,
  withPayPeriod,
} from '../../../shared/pay-periods.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { payPeriodsOf, untouchedPayPeriods } from '../../core/hours/pay-periods.ts'
import { audit } from '../../core/write/audit.ts'
import { laterThan } from '../../core/write/write.ts'
import { lockSetting, writeSetting } from '../../db/settings.ts'
import { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'

/** How hours are cut into pay periods: the organisation's own way, or months. */
export const readPayPeriods = (ctx: Context): Promise<StoredPayPeriods> => payPeriodsOf(ctx)

/**
 * Chooses the pay period. It holds from the next period on, or always as long as nobody has confirmed or approved
 * anything. Pages of people who use the clock hear of it. Throws 409 when the body's `updatedAt` is not the setting's:
 * somebody else has changed it.
 */
export async function updatePayPeriods(
  ctx: Context,
  { body: { updatedAt, kind, anchor = null } }: Input<typeof payPeriodsApi.update>,
): Promise<StoredPayPeriods> {
  const before = (await lockSetting(ctx.db, 'payPeriods')) ?? untouchedPayPeriods
  if (updatedAt !== undefined && updatedAt !== before.updatedAt)
    throw conflict('edited_meanwhile', msg('Somebody else has changed the pay period meanwhile'))
  const today = dateOf(ctx.now.getTime(), ctx.services.config.timeZone)
  const rules = [...withPayPeriod(payPeriodRulesOf(before), { kind, anchor }, today, await isUnused(ctx))]
  if (textOf(rules) === textOf(before.rules)) return before
  const now = ctx.now.toISOString()
  const after = { rules, updatedAt: before.updatedAt === null ? now : laterThan(before.updatedAt, ctx.now) }
  await writeSetting(ctx.db, 'payPeriods', after)
  const logged = ({ rules }: StoredPayPeriods) => ({
    payPeriod: rules.at(-1)?.kind,
    anchor: rules.at(-1)?.anchor,
    since: rules.at(-1)?.since,
  })
  await audit(ctx, {
    action: 'pay-period.update',
    resourceType: 'pay-period',
    resourceId: null,
    details: { before: logged(before), after: logged(after) },
  })
  const change = { resource: 'organisation' as const, id: null }
  const audience = { fromRole: 'user' as const, departments: [], users: [] }
  ctx.outbox.push({ type: 'change', change, verb: 'update', audience, tab: ctx.origin.tab })
  return after
}

/** The database keeps fields in an order of its own. */
const textOf = (rules: StoredPayPeriods['rules']) =>
  JSON.stringify(rules.map(({ kind, anchor, since }) => [kind, anchor, since]))

/** Whether nobody has said or approved anything of any period yet. */
async function isUnused({ db }: Context) {
  const { rows } = await db.execute<{ used: boolean }>(
    sql`select exists (select from ${hoursApprovals}) or exists (select from ${hoursAnswers}) as used`,
  )
  return !rows[0]?.used
}
