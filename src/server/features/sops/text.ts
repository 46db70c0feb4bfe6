import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { PdfTexts } from '../../adapters/pdf.ts'
import { audienceOf } from '../../core/audit-config.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { enqueueMany, type JobRun, jobKind } from '../../core/jobs.ts'
import { users } from '../../db/tables/people.ts'
import { sopPages, sops, sopVersions } from '../../db/tables/sops.ts'
import { isCurrent } from './rows.ts'
import { vectorOf } from './words.ts'

/** Reads the words of uploaded files for the search, after the upload: nobody waits for it. */

/** What has become of it stands with the version. */
export const readTextJob = jobKind<{ versionId: number }>('sop-text', readText, {
  attempts: 3,
  isLong: true,
  isForgotten: true,
})

/** The job that reads a version's words. */
export const readingOf = (versionId: number) => ({ payload: { versionId }, key: String(versionId) })

async function readText({ db, services }: OpenContext, { versionId }: { versionId: number }, run: JobRun) {
  const { database, files, pdf } = services
  const isWaiting = and(eq(sopVersions.id, versionId), eq(sopVersions.textState, 'waiting'))
  const [version] = await db.select().from(sopVersions).where(isWaiting)
  if (!version) return
  let read = 0
  const found = await pdf.readText(files.pathOf(version.storedAs), (texts) => {
    run.signal.throwIfAborted()
    return database.transaction(async (within) => {
      if (!(await isSearched(within, versionId))) return false
      await keepPages(within, versionId, texts)
      read = texts.first + texts.texts.length - 1
      return true
    })
  })
  if ('fault' in found && found.fault === 'stopped') throw new Error('The reader of PDFs was closed')
  const state = 'fault' in found ? 'failed' : 'done'
  await run.complete(async ({ db: within, outbox }) => {
    // Half a document would mislead: the screen says of this one that it cannot be searched.
    await removePages(within, versionId, state === 'done' ? read : 0)
    await within.update(sopVersions).set({ textState: state }).where(eq(sopVersions.id, versionId))
    if (state === 'done') return
    const [sop] = await within
      .select(getTableColumns(sops))
      .from(sops)
      .innerJoin(sopVersions, isCurrent)
      .where(eq(sopVersions.id, versionId))
    const change = { resource: 'sops', id: sop?.id ?? null } as const
    if (sop) outbox.push({ type: 'change', change, audience: audienceOf(sops, sop), tab: null })
  })
}

const MOST_AT_ONCE = 1_000

/** Enqueues what waits without a job: after a restore, or uploaded to a server of an earlier version. */
export const readWaitingTexts = (ctx: OpenContext) =>
  inTransaction(ctx, async (within) => {
    const waiting = eq(sopVersions.textState, 'waiting')
    const found = await within.db.select({ id: sopVersions.id }).from(sopVersions).where(waiting).limit(MOST_AT_ONCE)
    await enqueueMany(
      within,
      readTextJob,
      found.map(({ id }) => readingOf(id)),
    )
  })

/** Whether it is the current version still, whose pages alone are kept; the answer holds until the transaction ends. */
async function isSearched(db: OpenContext['db'], id: number) {
  const [current] = await db
    .select({ id: sopVersions.id })
    .from(sopVersions)
    .innerJoin(sops, isCurrent)
    .where(eq(sopVersions.id, id))
    .for('update')
  return current !== undefined
}

/** Puts these pages in place of what is known of them: from an earlier reading they are searched until then. */
async function keepPages(db: OpenContext['db'], sopVersionId: number, { first, texts }: PdfTexts) {
  const pages = texts.map((text, at) => ({ page: first + at, text: tidy(text), words: vectorOf(text) }))
  const list = JSON.stringify(pages)
  await db.execute(sql`
    with given as (select * from jsonb_to_recordset(${list}::jsonb) as given(page int, text text, words text)),
    gone as (
      delete from ${sopPages} using given
      where ${sopPages.sopVersionId} = ${sopVersionId} and ${sopPages.page} = given.page and given.words = ''
    )
    insert into ${sopPages} (sop_version_id, page, text, words)
    select ${sopVersionId}, page, text, words::tsvector from given where words <> ''
    on conflict (sop_version_id, page) do update set text = excluded.text, words = excluded.words`)
}

const removePages = (db: OpenContext['db'], sopVersionId: number, after: number) =>
  db.delete(sopPages).where(and(eq(sopPages.sopVersionId, sopVersionId), gt(sopPages.page, after)))

/** What the database can hold, and no more white space than needed. */
const tidy = (text: string) =>
  text
    .normalize('NFC')
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
