import type { Viewer } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { profileApi } from '../../../shared/profile.ts'
import { userFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { viewerReply } from '../../core/people/viewer.ts'
import { update } from '../../core/write/write.ts'
import { languageChanged } from '../../db/events/events.ts'
import { users } from '../../db/tables/users.ts'

/** Changes the viewer's own settings. Their other pages hear of it, and speak another language at once. */
export async function updateProfile(ctx: Context, { body }: Input<typeof profileApi.update>): Promise<Viewer> {
  const user = await userFor(ctx, ctx.viewer.id, 'profile:own')
  const { language, startScreen, notify, wantsExtraShifts } = await update(ctx, users, user, body)
  if (language !== user.language) ctx.outbox.push(...languageChanged(user.id))
  return viewerReply(ctx, { ...ctx.viewer, language, startScreen, notify, wantsExtraShifts })
}
