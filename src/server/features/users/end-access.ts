import type { Context } from '../../core/context.ts'
import { endInvitationsOf } from '../../credentials/invitations.ts'
import { endPassesOf } from '../../credentials/kiosk-pass.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { endStepsOf } from '../../credentials/sign-in-steps.ts'
import { endClientsOf } from '../../credentials/tokens.ts'
import { endSessionsOf } from '../../db/sessions.ts'

/** Ends all ways in of closed accounts, so that none of them works again if they are opened later. */
export async function endAccessOf(ctx: Context, userIds: string[]): Promise<void> {
  await endSessionsOf(ctx.db, userIds)
  await endStepsOf(ctx, userIds)
  await endClientsOf(ctx, userIds)
  await endPassesOf(ctx, userIds)
  await endLinksOf(ctx, userIds)
  await endInvitationsOf(ctx, userIds)
}
