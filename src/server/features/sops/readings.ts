import { and, asc, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { REMIND_AGAIN_MINUTES, type Sop, type SopReader, type sopsApi } from '../../../shared/sops.ts'
import { conflict } from '../../base/errors.ts'
import { sopFor } from '../../core/access.ts'
import { readersOf } from '../../core/access-people.ts'
import type { Context } from '../../core/context.ts'
import { note } from '../../core/write.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { departments, users } from '../../db/tables/people.ts'
import { sopReadings, sops } from '../../db/tables/sops.ts'
import { notify } from '../notifications.ts'
import { sopWithNames } from './rows.ts'
import { addReading, versionOf } from './versions.ts'

const MINUTE = 60_000

/** Confirms to have read and understood the current version; 409 when that is another meanwhile. Once is enough. */
export async function confirmReading(ctx: Context, { params, body }: Input<typeof sopsApi.confirm>): Promise<Sop> {
  const sop = await sopFor(ctx, params.id, 'sop:confirm')
  if (body.revision !== sop.revision) {
    throw conflict('newer_version', 'There is a newer version of this SOP. Read that one and confirm it.')
  }
  const version = await versionOf(ctx, sop, sop.revision)
  if (await addReading(ctx, version.id)) {
    await note(ctx, sops, sop, 'confirm', { version: sop.version, revision: sop.revision })
  }
  return sopWithNames(ctx, sop.id)
}

/** Who has confirmed the current version and who has not, as far as the viewer may look. */
export async function listReaders(ctx: Context, { params }: Input<typeof sopsApi.readers>): Promise<SopReader[]> {
  const sop = await sopFor(ctx, params.id, 'sop:read')
  const people = readersOf(ctx, sop)
  const version = await versionOf(ctx, sop, sop.revision)
  const reminded = ctx.db
    .select({ userId: notifications.userId, at: max(notifications.createdAt).as('at') })
    .from(notifications)
    .where(and(eq(notifications.sopId, sop.id), eq(notifications.type, 'sop')))
    .groupBy(notifications.userId)
    .as('reminded')
  return ctx.db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
      department: { id: departments.id, name: departments.name },
      readAt: sopReadings.createdAt,
      remindedAt: reminded.at,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(sopReadings, and(eq(sopReadings.sopVersionId, version.id), eq(sopReadings.userId, users.id)))
    .leftJoin(reminded, eq(reminded.userId, users.id))
    .where(people)
    .orderBy(asc(users.foldedName), asc(users.id))
}

/** Reminds those who have not: oneself left out, and whoever was reminded within the last hour. */
export async function remindReaders(ctx: Context, { params }: Input<typeof sopsApi.remind>) {
  // Locked, so that of two who remind at once the second finds everybody reminded.
  const sop = await sopFor(ctx, params.id, 'sop:confirm')
  const people = readersOf(ctx, sop)
  const version = await versionOf(ctx, sop, sop.revision)
  const since = new Date(ctx.now.getTime() - REMIND_AGAIN_MINUTES * MINUTE).toISOString()
  const lately = ctx.db
    .select({ id: notifications.userId })
    .from(notifications)
    .where(and(eq(notifications.sopId, sop.id), eq(notifications.type, 'sop'), gt(notifications.createdAt, since)))
  const waiting = await ctx.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(sopReadings, and(eq(sopReadings.sopVersionId, version.id), eq(sopReadings.userId, users.id)))
    .where(
      and(
        people,
        isNull(sopReadings.userId),
        sql`${users.id} <> ${ctx.viewer.id}`,
        sql`not ${inArray(users.id, lately)}`,
      ),
    )
  if (waiting.length > 0) {
    await notify(
      ctx,
      waiting.map(({ id }) => id),
      {
        type: 'sop',
        title: 'Please read a procedure',
        message: `"${sop.title}", version ${sop.version}, waits for your confirmation`,
        sopId: sop.id,
      },
    )
    await note(ctx, sops, sop, 'remind', { version: sop.version, people: waiting.length })
  }
  return { reminded: waiting.length }
}
