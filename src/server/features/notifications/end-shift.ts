import type { OpenContext } from '../../core/context.ts'
import { offerWorkOf } from '../../core/handovers/hand-over.ts'
import { endRunningSession } from '../../core/people/clock-out.ts'
import { notifyEach } from './notify.ts'

/** Ends a person's running session, if there is one, and offers their tasks in progress to people on duty. */
export async function endShiftOf(ctx: OpenContext, userId: string) {
  const session = await endRunningSession(ctx, userId)
  if (session) await notifyEach(ctx, await offerWorkOf(ctx, session))
}
