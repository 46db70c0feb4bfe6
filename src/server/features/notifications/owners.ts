import { mayAnywhere, rankOf } from '../../../shared/permissions.ts'
import type { OpenContext } from '../../core/context.ts'
import { followOwners } from '../../core/owners.ts'
import { audit } from '../../core/write/audit.ts'
import { endInvitationsBy } from '../../credentials/invitations.ts'
import { type EndedClients, endClientsOf } from '../../credentials/tokens.ts'
import { sessionsChanged } from '../../db/events/events.ts'
import type { users } from '../../db/tables/users.ts'
import { notifyEach } from './notify.ts'
import { notifyOfSecurity } from './security.ts'

type User = typeof users.$inferSelect

/** A person before and after a change. */
export interface ChangedUser {
  before: User
  after: User
}

/**
 * Applies changed roles or departments, or the closing or opening of accounts. A lower role ends a person's tokens,
 * calendar and devices. The invitations that they have made end with a lower role, and a manager's with another
 * department. Their webhooks, kiosks and routines need a new owner. Call it after the change of the rows.
 */
export async function followRights(ctx: OpenContext, changed: readonly ChangedUser[]): Promise<void> {
  if (changed.length === 0) return
  const lowered = changed.filter(({ before, after }) => rankOf(after.role) < rankOf(before.role))
  const isMoved = ({ before, after }: ChangedUser) =>
    before.departmentId !== after.departmentId && !mayAnywhere(after.role, 'user:manage')
  const invitesNoMore = changed.filter((each) => !each.after.isActive || lowered.includes(each) || isMoved(each))
  if (lowered.length > 0) await endClientsWithRole(ctx, lowered)
  if (invitesNoMore.length > 0)
    await endInvitationsBy(
      ctx,
      invitesNoMore.map(({ after }) => after.id),
    )
  await tellOfOwners(
    ctx,
    changed.map(({ after }) => after.id),
  )
}

/** Notes lost and regained owners of webhooks, kiosks and routines, of all or of some. Tells people who manage them. */
export async function tellOfOwners(ctx: OpenContext, userIds?: string[]): Promise<void> {
  await notifyEach(ctx, await followOwners(ctx, userIds))
}

/** Each person who had tokens, a calendar or devices is told: these are few among those whose role changes. */
async function endClientsWithRole(ctx: OpenContext, lowered: readonly ChangedUser[]) {
  const ended = await endClientsOf(
    ctx,
    lowered.map(({ after }) => after.id),
  )
  for (const { after } of lowered) {
    const clients = ended.get(after.id)
    if (clients) await tellOfEndedClients(ctx, after, clients)
  }
}

async function tellOfEndedClients(ctx: OpenContext, user: User, ended: EndedClients) {
  await audit(ctx, { action: 'user.revoke-tokens', resourceType: 'user', resourceId: user.id, details: { ...ended } })
  ctx.outbox.push(sessionsChanged(user.id))
  const params = { at: ctx.now.toISOString() }
  await notifyOfSecurity(ctx, user, { kind: 'programs-ended', params, subject: null })
}
