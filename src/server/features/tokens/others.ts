import { and, desc, eq } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import type { usersApi } from '../../../shared/users.ts'
import { deviceOf } from '../../base/device.ts'
import { userFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { endClientsOf } from '../../credentials/tokens.ts'
import { sessionsChanged } from '../../db/events/events.ts'
import { isRunning } from '../../db/sessions.ts'
import { calendarFeeds } from '../../db/tables/calendar.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import { sessions } from '../../db/tables/sessions.ts'
import { readTokensOf } from './tokens.ts'

/** Tokens, calendar and devices of a managed person: data leaves in their name. Throws 403, 404. */
export async function readClientsOf(
  ctx: Context,
  { params }: Input<typeof usersApi.programs>,
): Promise<Reply<typeof usersApi.programs>> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  const tokens = await readTokensOf(ctx, id)
  const [feed] = await ctx.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, id))
  const devices = await ctx.db
    .select({ id: pushSubscriptions.id, createdAt: pushSubscriptions.createdAt, sess: sessions.sess })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.sid, pushSubscriptions.sessionId), isRunning(ctx.now)))
    .where(eq(pushSubscriptions.userId, id))
    .orderBy(desc(pushSubscriptions.id))
  return {
    tokens,
    ...{ hasCalendar: feed !== undefined, calendarReadAt: feed?.lastReadAt ?? null },
    devices: devices.map(({ sess, ...device }) => ({ ...device, device: deviceOf(sess.userAgent, ctx.reader) })),
  }
}

/** Revokes all tokens of a managed person, the address of their calendar, and their devices. Throws 403, 404. */
export async function endClientsOfPerson(ctx: Context, { params }: Input<typeof usersApi.endPrograms>): Promise<void> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  const ended = (await endClientsOf(ctx, [id])).get(id)
  if (!ended) return
  await audit(ctx, { action: 'user.revoke-tokens', resourceType: 'user', resourceId: id, details: { ...ended } })
  ctx.outbox.push(sessionsChanged(id))
}
