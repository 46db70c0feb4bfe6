import type { OpenContext } from '../core/context.ts'
import { auditLimited } from '../core/write/audit.ts'

/** Ends the session of the request's browser, if any, and logs it. The open pages there sign out. */
export async function endSession(ctx: OpenContext): Promise<void> {
  await ctx.session.end(ctx)
  if (!ctx.viewer) return
  await auditLimited(ctx, 'session', ctx.viewer.id, {
    action: 'session.end',
    resourceType: 'session',
    resourceId: null,
  })
}
