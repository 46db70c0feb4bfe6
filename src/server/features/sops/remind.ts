import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { REMIND_AGAIN_MINUTES, type sopsApi } from '../../../shared/sops.ts'
import { sopFor } from '../../core/access/access.ts'
import { readersOf } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { note } from '../../core/write/write.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { sopReadings, sops } from '../../db/tables/sops.ts'
import { users } from '../../db/tables/users.ts'
import { notify } from '../notifications/notify.ts'
import { isAbout } from '../notifications/read.ts'
import { versionOf } from './versions.ts'

const MINUTE = 60_000

/** The condition that a notification asks somebody to read this SOP. Before 0.2.0 no others were about an SOP. */
export const isReadReminder = (sopId: number) =>
  and(isAbout('sop', [sopId]), inArray(notifications.kind, ['sop-read-reminder', 'legacy']))

/**
 * Reminds the people who have not confirmed the current version, except the viewer and those who were reminded within
 * the last hour. Returns how many it has reminded. Throws 403 if the viewer may remind nobody.
 */
export async function remindReaders(ctx: Context, { params }: Input<typeof sopsApi.remind>) {
  // This locks the SOP's row, so that the second of two reminders at once finds everybody reminded.
  const sop = await sopFor(ctx, params.id, 'sop:confirm')
  const people = await peopleToRemind(ctx, sop)
  if (people.length > 0) {
    await notify(ctx, people, {
      kind: 'sop-read-reminder',
      params: { title: sop.title, version: sop.version, ...(sop.changeNote && { changeNote: sop.changeNote }) },
      subject: { type: 'sop', id: sop.id },
    })
    await note(ctx, sops, sop, 'remind', { version: sop.version, people: people.length })
  }
  return { reminded: people.length }
}

async function peopleToRemind(ctx: Context, sop: typeof sops.$inferSelect) {
  const readers = readersOf(ctx, sop)
  const version = await versionOf(ctx, sop, sop.revision)
  const since = new Date(ctx.now.getTime() - REMIND_AGAIN_MINUTES * MINUTE).toISOString()
  const remindedSince = ctx.db
    .select({ id: notifications.userId })
    .from(notifications)
    .where(and(isReadReminder(sop.id), gt(notifications.createdAt, since)))
  const people = await ctx.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(sopReadings, and(eq(sopReadings.sopVersionId, version.id), eq(sopReadings.userId, users.id)))
    .where(
      and(
        readers,
        isNull(sopReadings.userId),
        sql`${users.id} <> ${ctx.viewer.id}`,
        sql`not ${inArray(users.id, remindedSince)}`,
      ),
    )
  return people.map(({ id }) => id)
}
