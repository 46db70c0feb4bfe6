import { eq } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import type { usersApi } from '../../../shared/users.ts'
import { userFor } from '../../core/access-people.ts'
import { audit } from '../../core/audit.ts'
import type { Context } from '../../core/context.ts'
import { endProgramsOf } from '../../credentials/api-tokens.ts'
import { sessionsChanged } from '../../db/events.ts'
import { calendarFeeds } from '../../db/tables/integrations.ts'
import { readTokensOf } from './tokens.ts'

/** What programs of a person use whom the viewer manages. Throws 403, 404. */
export async function readProgramsOf(
  ctx: Context,
  { params }: Input<typeof usersApi.programs>,
): Promise<Reply<typeof usersApi.programs>> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  const tokens = await readTokensOf(ctx, id)
  return { tokens, hasCalendar: (await ctx.db.$count(calendarFeeds, eq(calendarFeeds.userId, id))) > 0 }
}

/** Revokes all tokens of a person whom the viewer manages, and the address of their calendar. Throws 403, 404. */
export async function endProgramsOfPerson(ctx: Context, { params }: Input<typeof usersApi.endPrograms>): Promise<void> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  const ended = await endProgramsOf(ctx, id)
  if (ended.tokens + ended.calendars === 0) return
  await audit(ctx, { action: 'user.revoke-tokens', resourceType: 'user', resourceId: id, details: ended })
  ctx.outbox.push(sessionsChanged(id))
}
