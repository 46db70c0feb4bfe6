import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { files } from '../../db/tables/files.ts'
import { users } from '../../db/tables/users.ts'
import { inTransaction, type OpenContext } from '../context.ts'
import { removeBytes } from './files.ts'

/** A younger file may belong to a form that is being read at this moment. */
const ORPHANED_AFTER_MS = 3600 * 1000
const UNATTACHED_FOR_MS = 24 * 3600 * 1000
const BATCH = 500

/**
 * Removes bytes that no row refers to: a crash has left them between the transfer and the row, or after the row's
 * deletion. It removes them only from a store that is known to be this database's: if a mistaken setting leads to
 * another store, all its files look forgotten.
 */
export async function removeOrphans(ctx: OpenContext, signal: AbortSignal) {
  const { files: store, log } = ctx.services
  const before = new Date(ctx.now.getTime() - ORPHANED_AFTER_MS)
  const isOurs = await ownsStore(ctx, before)
  let foreign = 0
  for await (const names of store.list(before)) {
    if (signal.aborted) return
    const orphans = await withoutRow(ctx, names)
    if (isOurs) await Promise.all(orphans.map((name) => store.remove(name)))
    else foreign += orphans.length
  }
  if (foreign > 0) log.warn(`${foreign} stored files belong to no row of this database. Is ${store.setting} another's?`)
}

async function withoutRow({ db }: OpenContext, names: string[]) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(names)}::text[]) as stored(name)
    where not exists (select from ${files} where ${files.storedAs} = name)`)
  return rows.map(({ name }) => name)
}

/** Whether the store is this database's. The first database that knows one of its files becomes its owner. */
async function ownsStore(ctx: OpenContext, before: Date) {
  const owner = await ownerOf(ctx.db)
  if (owner === undefined) return false
  const { files: store } = ctx.services
  if (await store.belongsTo(owner, false)) return true
  for await (const names of store.list(before)) {
    if ((await withoutRow(ctx, names)).length < names.length) return store.belongsTo(owner, true)
  }
  return false
}

/** The name of a store's owner: the id of the database's first account, which stays for ever, also after a restore. */
export async function ownerOf(db: OpenContext['db']): Promise<string | undefined> {
  const [first] = await db.select({ id: users.id }).from(users).orderBy(users.createdAt, users.id).limit(1)
  return first?.id
}

/** Deletes files that have belonged to nothing for a day: their rows in batches, and the bytes after each commit. */
export async function deleteUnattached(ctx: OpenContext, signal: AbortSignal) {
  const before = new Date(ctx.now.getTime() - UNATTACHED_FOR_MS).toISOString()
  for (let deleted = BATCH; deleted === BATCH && !signal.aborted; ) {
    deleted = await inTransaction(ctx, async (within) => {
      const old = within.db
        .select({ id: files.id })
        .from(files)
        .where(and(isNull(files.subjectType), lt(files.createdAt, before)))
        .limit(BATCH)
        .for('update', { skipLocked: true })
      const gone = await within.db
        .delete(files)
        .where(sql`${files.id} in (${old})`)
        .returning({ storedAs: files.storedAs })
      await removeBytes(within, gone)
      return gone.length
    })
  }
}

/** Hashes files from before the column `sha256`, one after the other. Missing bytes stay without a hash. */
export async function hashOlderFiles({ services, db }: OpenContext, signal: AbortSignal) {
  const { files: store } = services
  for (let last = 0; !signal.aborted; ) {
    const [file] = await db
      .select({ id: files.id, storedAs: files.storedAs })
      .from(files)
      .where(and(isNull(files.sha256), gt(files.id, last)))
      .orderBy(asc(files.id))
      .limit(1)
    if (!file) return
    last = file.id
    if (!(await store.stat(file.storedAs))) continue
    const hash = createHash('sha256')
    await pipeline(await store.open(file.storedAs), hash)
    await db
      .update(files)
      .set({ sha256: hash.digest('hex') })
      .where(eq(files.id, file.id))
  }
}
