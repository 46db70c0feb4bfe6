import { and, eq, getTableColumns, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import { MAX_TEXT_LENGTH } from '../../../shared/sops.ts'
import type { PdfTexts } from '../../adapters/pdf.ts'
import { inTransaction, type OpenContext, type Services } from '../../core/context.ts'
import { enqueueMany, type JobRun, jobKind } from '../../core/jobs/jobs.ts'
import { audienceOf } from '../../core/write/audit-config.ts'
import { files } from '../../db/tables/files.ts'
import { sopPages, sops, sopVersions } from '../../db/tables/sops.ts'
import { fitting, type Room, removeBlocks, saveBlocks } from './blocks.ts'
import { vectorOf } from './words.ts'

/** Reads the text of uploaded files, for search and for reading. It runs after the upload: nobody waits for it. */

/**
 * The version of the rules that make blocks from a PDF's text. After an upgrade, texts from other rules are read again.
 */
export const TEXT_VERSION = 1

/** The version, not the job, keeps the outcome. An administrator may retry a failed one. */
export const readTextJob = jobKind<{ versionId: number }>('sop-text', readText, {
  attempts: 3,
  isLong: true,
  // One process reads them, one after the other.
  concurrency: 1,
  isForgotten: true,
  onFailed: (ctx, { versionId }) => giveUp(ctx, versionId),
})

/** The job that reads a version's text. */
export const readingOf = (versionId: number) => ({ payload: { versionId }, key: String(versionId) })

/** Versions whose text was read, but not by the present rules. */
const isOutdated = and(eq(sopVersions.textState, 'done'), lt(sopVersions.textVersion, TEXT_VERSION))

async function readText({ db, services }: OpenContext, { versionId }: { versionId: number }, run: JobRun) {
  const [version] = await db
    .select({ storedAs: files.storedAs, textState: sopVersions.textState })
    .from(sopVersions)
    .innerJoin(files, eq(files.id, sopVersions.fileId))
    .where(and(eq(sopVersions.id, versionId), or(sql`${sopVersions.textState} <> 'done'`, isOutdated)))
  if (!version) return
  const read = await savePagesOf(versionId, version, services, run.signal)
  if (read.fault === 'stopped' || read.fault === 'late')
    throw new Error('The reader of PDFs was closed, or did not get as far')
  const isFirst = version.textState !== 'done'
  await run.complete((within) => (read.fault ? giveUp(within, versionId) : finish(within, versionId, read, isFirst)))
}

/** Notes how it went, and tells open pages. */
async function finish(ctx: OpenContext, versionId: number, { lastPage, isTextCut }: ReadText, isFirst: boolean) {
  if (isFirst) await removePages(ctx.db, versionId, lastPage)
  await removeBlocks(ctx.db, versionId, lastPage)
  const done = { textState: 'done', textVersion: TEXT_VERSION, isTextCut } as const
  await ctx.db.update(sopVersions).set(done).where(eq(sopVersions.id, versionId))
  await announce(ctx, versionId)
}

/** Notes that the text cannot be read. The text that an earlier Muster has read stays. */
async function giveUp(ctx: OpenContext, versionId: number) {
  const wasRead = and(eq(sopVersions.id, versionId), isOutdated)
  const known = await ctx.db.update(sopVersions).set({ textVersion: TEXT_VERSION }).where(wasRead).returning()
  // Half a document would mislead: the screen says of a failed one that it cannot be searched.
  await removeBlocks(ctx.db, versionId, 0)
  if (known.length > 0) return
  await removePages(ctx.db, versionId, 0)
  await ctx.db.update(sopVersions).set({ textState: 'failed' }).where(eq(sopVersions.id, versionId))
  await announce(ctx, versionId)
}

/** Tells open pages that a version can be searched and read by now, or never. */
async function announce({ db, outbox }: OpenContext, versionId: number) {
  const [sop] = await db
    .select(getTableColumns(sops))
    .from(sops)
    .innerJoin(sopVersions, eq(sopVersions.sopId, sops.id))
    .where(eq(sopVersions.id, versionId))
  if (!sop) return
  outbox.push({ type: 'change', change: { resource: 'sops', id: sop.id }, audience: audienceOf(sops, sop), tab: null })
}

const MOST_AT_ONCE = 1_000
/** Pause between texts that are read again: all fit into the hour, and new uploads need not wait for them. */
const READ_AGAIN_EVERY_MS = 3_000

/** Enqueues texts that wait without a job: after a restore, from an older server, or read by older rules. */
export const readWaitingTexts = (ctx: OpenContext) =>
  inTransaction(ctx, async (within) => {
    const waiting = eq(sopVersions.textState, 'waiting')
    const idsWhere = (condition: SQL | undefined) =>
      within.db.select({ id: sopVersions.id }).from(sopVersions).where(condition).limit(MOST_AT_ONCE)
    const again = (await idsWhere(isOutdated)).map(({ id }, at) => ({
      ...readingOf(id),
      ...(at > 0 && { runAt: new Date(ctx.now.getTime() + at * READ_AGAIN_EVERY_MS) }),
    }))
    const never = (await idsWhere(waiting)).map(({ id }) => readingOf(id))
    await enqueueMany(within, readTextJob, [...never, ...again])
  })

interface ReadText {
  lastPage: number
  isTextCut: boolean
  fault?: 'encrypted' | 'damaged' | 'too-much' | 'late' | 'stopped' | undefined
}

/** Stores the text in parts. Its words are for search: only while the version is current and not known yet. */
async function savePagesOf(
  versionId: number,
  { storedAs, textState }: { storedAs: string; textState: string },
  { database, files: store, pdf }: Services,
  signal: AbortSignal,
): Promise<ReadText> {
  let lastPage = 0
  const room: Room = { left: MAX_TEXT_LENGTH, isCut: false }
  const result = await store.withLocalCopy(storedAs, (path) =>
    pdf.readText(path, (texts) => {
      signal.throwIfAborted()
      return database.transaction(async (db) => {
        const version = await lockedVersion(db, versionId)
        if (!version) return false
        const pages = fitting(texts, room)
        await saveBlocks(db, versionId, texts, pages)
        const isSearched = textState !== 'done' && version.isCurrent
        if (isSearched) await savePages(db, versionId, texts)
        lastPage = texts.first + texts.texts.length - 1
        return isSearched || !room.isCut
      })
    }),
  )
  return { lastPage, isTextCut: room.isCut, fault: 'fault' in result ? result.fault : undefined }
}

/** Whether the version is current, until the transaction ends: only it is searched. Undefined if it is gone. */
async function lockedVersion(db: OpenContext['db'], id: number) {
  const [version] = await db
    .select({ isCurrent: sql<boolean>`${sopVersions.revision} = ${sops.revision}` })
    .from(sopVersions)
    .innerJoin(sops, eq(sops.id, sopVersions.sopId))
    .where(eq(sopVersions.id, id))
    .for('update')
  return version
}

/** Replaces the stored words of these pages. Until then, pages from an earlier reading are searched. */
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

/** Removes characters that the database cannot hold, and white space that the search does not need. */
const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\0|\p{Surrogate}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
