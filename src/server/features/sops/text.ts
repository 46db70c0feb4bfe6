import { and, eq, getTableColumns, gt, ne, sql } from 'drizzle-orm'
import type { PdfTexts } from '../../adapters/pdf.ts'
import { audienceOf } from '../../core/audit-config.ts'
import { inTransaction, type OpenContext, type Services } from '../../core/context.ts'
import { enqueueMany, type JobRun, jobKind } from '../../core/jobs.ts'
import { files } from '../../db/tables/files.ts'
import { sopPages, sops, sopVersions } from '../../db/tables/sops.ts'
import { isCurrent } from './rows.ts'
import { vectorOf } from './words.ts'

/** Reads the text of uploaded files for the search. It runs after the upload, so that nobody waits for it. */

/** The version, not the job, keeps how it went. An administrator may retry what has failed. */
export const readTextJob = jobKind<{ versionId: number }>('sop-text', readText, {
  attempts: 3,
  isLong: true,
  isForgotten: true,
  onFailed: (ctx, { versionId }) => finish(ctx, versionId, 'failed'),
})

/** The job that reads a version's text. */
export const readingOf = (versionId: number) => ({ payload: { versionId }, key: String(versionId) })

async function readText({ db, services }: OpenContext, { versionId }: { versionId: number }, run: JobRun) {
  const [version] = await db
    .select({ storedAs: files.storedAs })
    .from(sopVersions)
    .innerJoin(files, eq(files.id, sopVersions.fileId))
    .where(and(eq(sopVersions.id, versionId), ne(sopVersions.textState, 'done')))
  if (!version) return
  const { lastPage, fault } = await savePagesOf(versionId, version.storedAs, services, run.signal)
  if (fault === 'stopped') throw new Error('The reader of PDFs was closed')
  await run.complete((within) => finish(within, versionId, fault ? 'failed' : 'done', lastPage))
}

/** Notes how it went, and tells open pages. */
async function finish(ctx: OpenContext, versionId: number, state: 'done' | 'failed', lastPage = 0) {
  // Half a document would mislead: the screen says of a failed one that it cannot be searched.
  await removePages(ctx.db, versionId, state === 'done' ? lastPage : 0)
  await ctx.db.update(sopVersions).set({ textState: state }).where(eq(sopVersions.id, versionId))
  await announce(ctx, versionId)
}

/** Tells open pages that the current version can be searched by now, or never. */
async function announce({ db, outbox }: OpenContext, versionId: number) {
  const [sop] = await db
    .select(getTableColumns(sops))
    .from(sops)
    .innerJoin(sopVersions, isCurrent)
    .where(eq(sopVersions.id, versionId))
  if (!sop) return
  outbox.push({ type: 'change', change: { resource: 'sops', id: sop.id }, audience: audienceOf(sops, sop), tab: null })
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

/** Stores the text of the pages in parts, for as long as the version is the current one. */
async function savePagesOf(
  versionId: number,
  storedAs: string,
  { database, files: store, pdf }: Services,
  signal: AbortSignal,
) {
  let lastPage = 0
  const result = await store.withLocalCopy(storedAs, (path) =>
    pdf.readText(path, (texts) => {
      signal.throwIfAborted()
      return database.transaction(async (db) => {
        if (!(await isSearched(db, versionId))) return false
        await savePages(db, versionId, texts)
        lastPage = texts.first + texts.texts.length - 1
        return true
      })
    }),
  )
  return { lastPage, fault: 'fault' in result ? result.fault : undefined }
}

/** Whether the version is still the current one, because only its pages are searched. The answer holds until the transaction ends. */
async function isSearched(db: OpenContext['db'], id: number) {
  const [current] = await db
    .select({ id: sopVersions.id })
    .from(sopVersions)
    .innerJoin(sops, isCurrent)
    .where(eq(sopVersions.id, id))
    .for('update')
  return current !== undefined
}

/** Replaces what is stored of these pages. Until then, pages from an earlier reading are searched. */
async function savePages(db: OpenContext['db'], sopVersionId: number, { first, texts }: PdfTexts) {
  const pages = texts.map((text, index) => ({ page: first + index, text: tidy(text), words: vectorOf(text) }))
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

/** Removes what the database cannot hold, and white space that the search does not need. */
const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\0|\p{Surrogate}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
