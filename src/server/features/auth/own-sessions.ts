import { and, desc, eq } from 'drizzle-orm'
import type { authApi, SignInSession } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { deviceOf } from '../../base/device.ts'
import { notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { auditLimited } from '../../core/write/audit.ts'
import { accessChanged } from '../../db/events/events.ts'
import { deleteSession, endSessionsOf, isRunning, SESSION_TTL_MS } from '../../db/sessions.ts'
import { sessions } from '../../db/tables/sessions.ts'

/** The sign-in sessions of a person, last seen first. */
export async function readSessionsOf(ctx: Context, userId: string): Promise<SignInSession[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isRunning(ctx.now)))
    .orderBy(desc(sessions.expire), sessions.sid)
  return rows.map(({ sid, sess, expire }) => ({
    id: sid,
    device: deviceOf(sess.userAgent, ctx.reader),
    ipAddress: sess.ipAddress ?? null,
    signedInAt: sess.signedInAt ?? null,
    lastSeenAt: new Date(Date.parse(expire) - SESSION_TTL_MS).toISOString(),
    isCurrent: sid === ctx.session.current,
  }))
}

/** The viewer's own sign-in sessions: the present one, then the others, last seen first. */
export async function listOwnSessions(ctx: Context): Promise<SignInSession[]> {
  const own = await readSessionsOf(ctx, ctx.viewer.id)
  return own.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

export const noSuchSession = () => notFound(msg('There is no such session'))

/** Ends one of the viewer's sessions; its pages ask to sign in again. 404 for another person's session. */
export async function endOwnSession(ctx: Context, { params }: Input<typeof authApi.endSession>): Promise<void> {
  if (!(await deleteSession(ctx.db, ctx.viewer.id, params.id))) throw noSuchSession()
  await logAndAnnounce(ctx, 1)
}

/** Ends all of the viewer's sessions but the present one. */
export async function endOtherSessions(ctx: Context): Promise<void> {
  const ended = await endSessionsOf(ctx.db, [ctx.viewer.id], ctx.session.current)
  if (ended > 0) await logAndAnnounce(ctx, ended)
}

async function logAndAnnounce(ctx: Context, ended: number) {
  await auditLimited(ctx, 'session', ctx.viewer.id, {
    action: 'session.end',
    resourceType: 'session',
    resourceId: null,
    details: { ended },
  })
  ctx.outbox.push(...accessChanged(ctx.viewer.id))
}
