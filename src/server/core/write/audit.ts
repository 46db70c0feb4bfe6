import { inTransaction, type OpenContext } from '../context.ts'
import { type LogLimit, takeToken } from '../rate-limits.ts'

/** An entry of the audit log. `write` makes the entries of changed rows. */

export interface Entry {
  action: string
  resourceType: string
  resourceId: string | null
  userId?: string | null | undefined
  details?: object | undefined
}

/**
 * Writes audit entries: about the change of a row, or about something without a row, such as signing in. An entry about
 * a change at a kiosk names the kiosk.
 */
export async function audit(ctx: OpenContext, ...entries: Entry[]) {
  if (entries.length === 0) return
  const { ipAddress, userAgent, token } = ctx.origin
  const by = ctx.viewer?.id ?? null
  const rows = entries.map((entry) => ({
    user_id: 'userId' in entry ? (entry.userId ?? null) : by,
    action: entry.action,
    resource_type: entry.resourceType,
    resource_id: entry.resourceId,
    details:
      token === undefined && !ctx.kiosk && ctx.deviceClock === undefined
        ? entry.details
        : {
            ...entry.details,
            ...(token !== undefined && { byToken: token }),
            ...(ctx.kiosk && { kiosk: ctx.kiosk.name }),
            ...(ctx.deviceClock !== undefined && { deviceClock: ctx.deviceClock }),
          },
    ip_address: ipAddress,
    user_agent: userAgent,
    created_at: ctx.now.toISOString(),
  }))
  await ctx.outbox.log(ctx.db, rows)
}

/**
 * Writes an entry about something that changes no row, unless there were many of its kind lately. Those are counted,
 * and the next entry says how many there were. `subject` is the person or address that is counted.
 */
export async function auditLimited(ctx: OpenContext, kind: LogLimit, subject: string, entry: Entry) {
  const { isTaken, missed } = await takeToken(ctx.db, ctx.now, subject, kind)
  if (!isTaken) return
  await audit(ctx, missed === 0 ? entry : { ...entry, details: { ...entry.details, unlogged: missed } })
}

/**
 * Writes to the audit log in a transaction of its own, about something that is refused or only read. If that fails, as
 * on a full disk, the request goes on all the same.
 */
export async function auditApart(ctx: OpenContext, work: (within: OpenContext) => Promise<void>) {
  try {
    await inTransaction(ctx, work)
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'An entry of the audit log could not be written')
  }
}
