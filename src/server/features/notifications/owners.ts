import { mayAnywhere, rankOf } from '../../../shared/permissions.ts'
import type { OpenContext } from '../../core/context.ts'
import { followOwners } from '../../core/owners.ts'
import { audit } from '../../core/write/audit.ts'
import { endInvitationsBy } from '../../credentials/invitations.ts'
import { endProgramsOf } from '../../credentials/tokens.ts'
import { sessionsChanged } from '../../db/events/events.ts'
import type { users } from '../../db/tables/users.ts'
import { notifyEach } from './notify.ts'
import { notifyOfSecurity } from './security.ts'

type User = typeof users.$inferSelect

/**
 * Applies a changed role or department, or an account's closing or opening. A lower role ends the person's tokens,
 * calendar and devices. The invitations that they have made end with a lower role, and a manager's with another
 * department. Their webhooks, kiosks and routines need a new owner. Call it after the change of the row.
 */
export async function followRights(ctx: OpenContext, before: User, after: User): Promise<void> {
  if (rankOf(after.role) < rankOf(before.role)) await endProgramsWithRole(ctx, after)
  const isMoved = before.departmentId !== after.departmentId && !mayAnywhere(after.role, 'user:manage')
  if (!after.isActive || rankOf(after.role) < rankOf(before.role) || isMoved) await endInvitationsBy(ctx, after.id)
  await tellOfOwners(ctx, after.id)
}

/** Notes lost and regained owners of webhooks, kiosks and routines, of all or of one. Tells people who manage them. */
export async function tellOfOwners(ctx: OpenContext, userId?: string): Promise<void> {
  await notifyEach(ctx, await followOwners(ctx, userId))
}

async function endProgramsWithRole(ctx: OpenContext, user: User) {
  const ended = await endProgramsOf(ctx, user.id)
  if (ended.tokens + ended.calendars + ended.devices === 0) return
  await audit(ctx, { action: 'user.revoke-tokens', resourceType: 'user', resourceId: user.id, details: ended })
  ctx.outbox.push(sessionsChanged(user.id))
  const params = { at: ctx.now.toISOString() }
  await notifyOfSecurity(ctx, user, { kind: 'programs-ended', params, subject: null })
}
