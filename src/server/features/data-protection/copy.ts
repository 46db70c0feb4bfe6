import { eq, sql } from 'drizzle-orm'
import { type dataProtectionApi, MAX_COPIED_PHOTO_BYTES, MAX_COPIED_ROWS } from '../../../shared/data-protection.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import type { ArchivedFile } from '../../adapters/archive.ts'
import { notFound, rateLimited } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { takeToken } from '../../core/rate-limits.ts'
import { audit } from '../../core/write/audit.ts'
import { files } from '../../db/tables/files.ts'
import { photos } from '../../db/tables/photos.ts'
import { users } from '../../db/tables/users.ts'
import { type CopySection, sections } from './sections.ts'

/** Rows of one statement. */
const PAGE = 500
/** Photos of one statement. */
const PHOTO_PAGE = 100

/**
 * A copy of a person's data, also after their account was deleted: a list in JSON for each kind of data, and the
 * person's photos. The audit log names the person who asked for it. Throws 403 or 404 for people that the viewer does
 * not manage, and 429 for too many copies.
 */
export async function copyPersonalData(
  ctx: Context,
  { query }: Input<typeof dataProtectionApi.copy>,
): Promise<AsyncIterable<ArchivedFile>> {
  const userId = query.userId ?? ctx.viewer.id
  await mustBeTheirs(ctx, userId)
  await inTransaction(ctx, async (txCtx) => {
    const { isTaken, wait } = await takeToken(txCtx.db, txCtx.now, ctx.viewer.id, 'data-copy')
    if (!isTaken) throw rateLimited(msg('You are asking for many copies of personal data.'), wait)
    await audit(txCtx, { action: 'user.copy-data', resourceType: 'user', resourceId: userId })
  })
  return filesOf(ctx, userId)
}

async function mustBeTheirs(ctx: Context, userId: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  const isVisible = userId === ctx.viewer.id || mayAtAll(ctx.viewer, 'person:list')
  if (!user || !isVisible) throw notFound(msg('There is no such person'))
  mustBeAllowed(ctx, 'user:copy-data', { ...user, userId: user.id })
}

async function* filesOf(ctx: Context, userId: string): AsyncGenerator<ArchivedFile> {
  yield { path: 'read-me.txt', texts: asOne(aboutTheCopy(ctx)) }
  for (const section of sections) yield { path: `${section.name}.json`, texts: linesOf(ctx, section, userId) }
  yield* photosOf(ctx, userId)
}

async function* asOne(text: string) {
  yield text
}

/** A text about the contents of the copy and about the data that it lacks, in the viewer's language. */
function aboutTheCopy({ reader: { i18n }, services }: Context) {
  return [
    i18n.t('This is what Muster stores of one person. Each file is a list in JSON, for programs and for people.'),
    i18n.t('Times are in UTC. The time zone of the house is {timeZone}.', { timeZone: services.config.timeZone }),
    i18n.t(
      'Very long lists are cut after their oldest lines ({most}), and photos after {size} in all. Secrets, such as passwords and tokens, and texts that others wrote are not in it.',
      { most: i18n.number(MAX_COPIED_ROWS), size: '1 GB' },
    ),
  ].join('\n\n')
}

/** The rows of a section as one list in JSON, page by page. */
async function* linesOf(ctx: Context, section: CopySection, userId: string) {
  yield '[\n'
  let last: string | undefined
  for (let count = 0; count < MAX_COPIED_ROWS; count += PAGE) {
    const rows = await readPage(ctx, section, userId, last)
    const lines = rows.map(({ line }) => line).join(',\n')
    if (lines) yield count === 0 ? lines : `,\n${lines}`
    if (rows.length < PAGE) break
    last = rows.at(-1)?.key
  }
  yield '\n]\n'
}

async function readPage(ctx: Context, { table, of, key, columns, more }: CopySection, userId: string, last?: string) {
  const isBehind = last === undefined ? sql`true` : sql`${key} > ${last}`
  const values = [...columns.map((column) => sql`${column}`), ...(more ? [more(userId)] : [])]
  const { rows } = await ctx.db.execute<{ key: string; line: string }>(sql`
    select ${key}::text as key, (select row_to_json(line) from (select ${sql.join(values, sql`, `)}) as line)::text as line
    from ${table} where ${of(userId)} and ${isBehind} order by ${key} limit ${PAGE}`)
  return rows
}

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** The pictures that the person has sent and that nobody has removed, as far as there is room. */
async function* photosOf(ctx: Context, userId: string): AsyncGenerator<ArchivedFile> {
  let room = MAX_COPIED_PHOTO_BYTES
  for (let last: string | undefined, isLast = false; !isLast; ) {
    const isBehind = last === undefined ? sql`true` : sql`${photos.id} > ${last}`
    const { rows } = await ctx.db.execute<{ id: string; stored_as: string; media_type: string; size: number }>(sql`
      select ${photos.id}, ${files.storedAs}, ${files.mediaType}, ${files.size}::int
      from ${photos} join ${files} on ${files.id} = ${photos.fileId}
      where ${photos.createdBy} = ${userId} and ${photos.deletedAt} is null and ${isBehind}
      order by ${photos.id} limit ${PHOTO_PAGE}`)
    for (const { id, stored_as, media_type, size } of rows) {
      room -= size
      if (room < 0) return
      const bytes = await ctx.services.files.open(stored_as)
      yield { path: `photos/${id}.${extensions[media_type] ?? 'bin'}`, bytes }
    }
    last = rows.at(-1)?.id
    isLast = rows.length < PHOTO_PAGE
  }
}
