import type { SignInSession } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { usersApi } from '../../../shared/users.ts'
import { userFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { accessChanged } from '../../db/events/events.ts'
import { deleteSession, endSessionsOf } from '../../db/sessions.ts'
import { noSuchSession, readSessionsOf } from './own-sessions.ts'

/** The sessions of a managed person. Throws 403, 404. */
export async function listSessionsOf(
  ctx: Context,
  { params }: Input<typeof usersApi.sessions>,
): Promise<SignInSession[]> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  return readSessionsOf(ctx, id)
}

/** Ends one session of a managed person: the pages open in it ask to sign in again. Throws 403, 404. */
export async function endSessionOf(ctx: Context, { params }: Input<typeof usersApi.endSession>): Promise<void> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  if (!(await deleteSession(ctx.db, id, params.session))) throw noSuchSession()
  await logAndAnnounce(ctx, id, 1)
}

/** Signs a managed person out everywhere. Throws 403, 404. */
export async function endAllSessionsOf(ctx: Context, { params }: Input<typeof usersApi.endSessions>): Promise<void> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  const ended = await endSessionsOf(ctx.db, [id])
  if (ended > 0) await logAndAnnounce(ctx, id, ended)
}

async function logAndAnnounce(ctx: Context, id: string, ended: number) {
  await audit(ctx, { action: 'user.end-sessions', resourceType: 'user', resourceId: id, details: { ended } })
  ctx.outbox.push(...accessChanged(id))
}
