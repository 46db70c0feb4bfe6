import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { fold } from '../../../shared/fold.ts'
import type { OpenContext, Services } from '../../context.ts'
import { users } from '../../db/tables/people.ts'
import { sopPages, sops, sopVersions } from '../../db/tables/sops.ts'
import { isCurrent } from './rows.ts'

/** Reads the words of uploaded files for the search, after the upload: nobody waits for it. */

const TRIES = 3
const TRY_AGAIN_AFTER = 120_000
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu
const MOST_IN_A_WORD = 100

/** The words of a text, folded, as they are searched for. */
export const wordsOf = (text: string) =>
  fold(text)
    .split(NOT_A_WORD)
    .filter(Boolean)
    .map((word) => word.slice(0, MOST_IN_A_WORD))

/**
 * Reads the words of one file that waits for it; says whether there was one. Taken by one server at a time, and again by
 * another, or after a crash, when it has not been done in time.
 */
export async function readNextText(services: Services, now: Date): Promise<boolean> {
  const next = await take(services, now)
  if (!next) return false
  const found = await services.pdf.read({ path: services.files.pathOf(next.storedAs), want: 'text' })
  if ('fault' in found && found.fault === 'stopped') {
    await giveBack(services, next.id)
    return false
  }
  await services.database.transaction(async (db) => {
    const [current] = await db
      .select({ id: sopVersions.id })
      .from(sopVersions)
      .innerJoin(sops, isCurrent)
      .where(eq(sopVersions.id, next.id))
      .for('update')
    const texts = 'texts' in found ? (found.texts ?? []) : []
    if (current) await keepPages(db, next.id, texts)
    await db
      .update(sopVersions)
      .set({ textState: 'fault' in found ? 'failed' : 'done' })
      .where(eq(sopVersions.id, next.id))
  })
  return true
}

async function take({ database }: Services, now: Date) {
  const { orm } = database
  const due = orm
    .select({ id: sopVersions.id })
    .from(sopVersions)
    .where(
      and(
        eq(sopVersions.textState, 'waiting'),
        lt(sopVersions.textTries, TRIES),
        or(
          isNull(sopVersions.textTriedAt),
          lt(sopVersions.textTriedAt, new Date(now.getTime() - TRY_AGAIN_AFTER).toISOString()),
        ),
      ),
    )
    .orderBy(sopVersions.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await orm
    .update(sopVersions)
    .set({ textTries: sql`${sopVersions.textTries} + 1`, textTriedAt: now.toISOString() })
    .where(sql`${sopVersions.id} = (${due})`)
    .returning({ id: sopVersions.id, storedAs: sopVersions.storedAs })
  return taken
}

/** As if it had not been taken: through no fault of the file. */
const giveBack = ({ database }: Services, id: number) =>
  database.orm
    .update(sopVersions)
    .set({ textTries: sql`${sopVersions.textTries} - 1`, textTriedAt: null })
    .where(eq(sopVersions.id, id))

async function keepPages(db: OpenContext['db'], sopVersionId: number, texts: string[]) {
  const pages = texts
    .map((text, at) => ({ page: at + 1, text: tidy(text), words: wordsOf(text).join(' ') }))
    .filter(({ words }) => words !== '')
  if (pages.length === 0) return
  const list = JSON.stringify(pages)
  await db.execute(sql`
    insert into ${sopPages} (sop_version_id, page, text, words)
    select ${sopVersionId}, page, text, to_tsvector('simple', words)
    from jsonb_to_recordset(${list}::jsonb) as given(page int, text text, words text)
    on conflict do nothing`)
}

/** What the database can hold, and no more white space than needed. */
const tidy = (text: string) =>
  text
    .replace(/\0|\p{Surrogate}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Removes stored files that no row knows of, which a crash has left between the file and its row. Only in a folder that is known
 * to be this database's: to another, which a mistaken setting has led here, all files would look forgotten.
 */
export async function removeOrphans({ services, db, now }: Pick<OpenContext, 'services' | 'db' | 'now'>) {
  const { files, log } = services
  const old = await files.olderThan(new Date(now.getTime() - ORPHANED_AFTER))
  if (old.length === 0) return
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(old)}::text[]) as stored(name)
    where not exists (select from ${sopVersions} where ${sopVersions.storedAs} = name)`)
  // By its first account, which stays for ever and is restored with the rest.
  const [first] = await db.select({ id: users.id }).from(users).orderBy(users.createdAt, users.id).limit(1)
  const knowsSome = rows.length < old.length
  const isOurs = first !== undefined && (await files.belongsTo(first.id, knowsSome))
  if (rows.length === 0) return
  if (!isOurs) return log.warn(`${rows.length} stored files belong to no SOP of this database. Is DATA_DIR another's?`)
  for (const { name } of rows) await files.remove(name)
}

/** A file that was stored later may belong to an upload that is being written at this moment. */
const ORPHANED_AFTER = 3600 * 1000
