import { and, eq, inArray } from 'drizzle-orm'
import { readDevice } from '../../base/device.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { WINDOW_MS } from '../../credentials/attempts.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { type AccountOwner, notifyOfSecurity } from '../notifications/security.ts'

/** Whether this person has ever signed in. Call it before the present sign-in is logged. */
export async function hasSignedInBefore({ db }: OpenContext, userId: string) {
  const [before] = await db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(and(eq(auditLogs.userId, userId), inArray(auditLogs.action, ['session.start', 'session.start-by-provider'])))
    .limit(1)
  return before !== undefined
}

const whereAndWhen = ({ origin, now }: OpenContext) => ({
  device: readDevice(origin.userAgent),
  ipAddress: origin.ipAddress,
  at: now.toISOString(),
})

/** Notifies a person that somebody has signed in as them in a new browser. */
export const notifyOfNewDevice = (ctx: OpenContext, user: AccountOwner) =>
  notifyOfSecurity(
    ctx,
    user,
    { kind: 'sign-in-new-browser', params: whereAndWhen(ctx), subject: null },
    { maxPerDay: 10, minIntervalMs: 0 },
  )

/** Notifies a person of repeated wrong passwords, once in the window of the attempts, four times a day. */
export const notifyOfFailures = (ctx: OpenContext, user: AccountOwner) =>
  inTransaction(ctx, (tx) =>
    notifyOfSecurity(
      tx,
      user,
      { kind: 'sign-in-failures', params: whereAndWhen(ctx), subject: null },
      { maxPerDay: 4, minIntervalMs: WINDOW_MS },
    ),
  )
