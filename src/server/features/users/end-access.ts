import type { Context } from '../../core/context.ts'
import { endInvitationsOf } from '../../credentials/invitations.ts'
import { endPassesOf } from '../../credentials/kiosk-pass.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { endStepsOf } from '../../credentials/sign-in-steps.ts'
import { endProgramsOf } from '../../credentials/tokens.ts'
import { endSessionsOf } from '../../db/sessions.ts'

/** Ends all ways in of a closed account, so that none of them works again if it is opened later. */
export async function endAccessOf(ctx: Context, userId: string): Promise<void> {
  await endSessionsOf(ctx.db, userId)
  await endStepsOf(ctx, userId)
  await endProgramsOf(ctx, userId)
  await endPassesOf(ctx, userId)
  await endLinksOf(ctx, userId)
  await endInvitationsOf(ctx, [userId])
}
