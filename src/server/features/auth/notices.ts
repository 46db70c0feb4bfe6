import { and, eq } from 'drizzle-orm'
import { formatDate, formatTime } from '../../../shared/time.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { WINDOW_MS } from '../../credentials/attempts.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { type AccountOwner, notifyOfSecurity } from '../notifications.ts'
import { deviceOf } from './device.ts'

/** Whether this person has ever signed in. Call it before the present sign-in is logged. */
export async function hasSignedInBefore({ db }: OpenContext, userId: string) {
  const [before] = await db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(and(eq(auditLogs.userId, userId), eq(auditLogs.action, 'session.start')))
    .limit(1)
  return before !== undefined
}

/** "Chrome on Windows from 203.0.113.7, Nov 20, 2026, 17:30". */
function whereAndWhen({ origin, now, services }: OpenContext) {
  const [at, { timeZone }] = [now.toISOString(), services.config]
  const place = `${deviceOf(origin.userAgent)} from ${origin.ipAddress ?? 'an unknown address'}`
  return `${place}, ${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`
}

/** Notifies a person that somebody has signed in as them in a new browser. */
export const notifyOfNewDevice = (ctx: OpenContext, user: AccountOwner) =>
  notifyOfSecurity(
    ctx,
    user,
    {
      title: 'New sign-in to your account',
      message: `Signed in with ${whereAndWhen(ctx)}. If this was not you, change your password.`,
    },
    { maxPerDay: 10, minIntervalMs: 0 },
  )

/**
 * Notifies a person that somebody keeps giving wrong passwords for their account: at most once within the window of the attempts
 * and four times a day.
 */
export const notifyOfFailures = (ctx: OpenContext, user: AccountOwner) =>
  inTransaction(ctx, (tx) =>
    notifyOfSecurity(
      tx,
      user,
      {
        title: 'Failed sign-ins to your account',
        message: `Somebody gave a wrong password several times, last with ${whereAndWhen(ctx)}. If this was not you, choose a long password that you use nowhere else.`,
      },
      { maxPerDay: 4, minIntervalMs: WINDOW_MS },
    ),
  )
