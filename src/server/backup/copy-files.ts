import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { asc, eq, gt } from 'drizzle-orm'
import { ChangedBytes, type FileStore } from '../adapters/files.ts'
import { HttpError, StartError } from '../base/errors.ts'
import { ownerOf } from '../core/files/file-cleanup.ts'
import type { Db } from '../db/connect/connect.ts'
import { files } from '../db/tables/files.ts'

const PAGE = 200
/** An object store answers after a while, but answers many at once. */
const AT_ONCE = 4

interface FileRow {
  storedAs: string
  size: number
  sha256: string | null
}

/** The outcome for the files that the rows name. */
export interface Copied {
  copied: number
  /** They were in the target already. */
  present: number
  /** In neither store. */
  missing: string[]
  /** Their bytes differ from the row's facts. None of them were copied. */
  wrong: string[]
}

/**
 * Copies the bytes of all files that have a row from one store to another. The source stays as it is, and Muster may
 * run meanwhile. Files of the right size in the target are left there, so that it can be repeated. Throws `StartError`
 * if the target belongs to another Muster, and the errors of the stores.
 *
 * @param check also reads again the files that the target has already
 */
export async function copyFiles(db: Db, from: FileStore, to: FileStore, { check = false } = {}): Promise<Copied> {
  const owner = await ownerOf(db)
  // Its clean-up would take these files for forgotten ones.
  if (owner === undefined || !(await to.belongsTo(owner, true)))
    throw new StartError(`${to.place} belongs to another Muster. Name another, empty one with ${to.setting}.`)
  const result: Copied = { copied: 0, present: 0, missing: [], wrong: [] }
  for await (const rows of pagesOf(db)) {
    const next = rows.values()
    const copyRest = async () => {
      for (const row of next) await copyOne(db, from, to, row, check, result)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, copyRest))
  }
  return result
}

async function* pagesOf(db: Db) {
  for (let last = 0; ; ) {
    const rows = await db
      .select({ id: files.id, storedAs: files.storedAs, size: files.size, sha256: files.sha256 })
      .from(files)
      .where(gt(files.id, last))
      .orderBy(asc(files.id))
      .limit(PAGE)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.id ?? last
  }
}

async function copyOne(db: Db, from: FileStore, to: FileStore, row: FileRow, check: boolean, result: Copied) {
  const { storedAs, size } = row
  const there = await to.stat(storedAs)
  if (there?.size === size && (!check || (await isWhole(to, row)))) {
    result.present += 1
    return
  }
  const source = await openIfThere(from, storedAs)
  if (!source) {
    // Somebody may have deleted it since its row was read.
    if (await isStillNamed(db, storedAs)) result[there ? 'wrong' : 'missing'].push(storedAs)
    return
  }
  if (await copyBytes(source, to, row, there !== undefined)) result.copied += 1
  else if (await isStillNamed(db, storedAs)) result.wrong.push(storedAs)
}

/** Whether the bytes match the row. Others do not stay in the target. */
async function copyBytes(source: Readable, to: FileStore, row: FileRow, isThere: boolean) {
  const { storedAs } = row
  try {
    // Longer bytes are not refused before their hash is known.
    if (fits(row, await to.put(source, { maxBytes: Number.POSITIVE_INFINITY, storedAs }))) return true
  } catch (error) {
    if (error instanceof ChangedBytes) return false
    throw error
  }
  if (!isThere) await to.remove(storedAs)
  return false
}

/** A row from before the hashes has none. */
const fits = (row: FileRow, found: { size: number; sha256: string }) =>
  row.size === found.size && (row.sha256 === null || row.sha256 === found.sha256)

async function openIfThere(store: FileStore, storedAs: string): Promise<Readable | undefined> {
  try {
    return await store.open(storedAs)
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined
    throw error
  }
}

/** Whether the store gives out the bytes of the row. */
async function isWhole(store: FileStore, row: FileRow) {
  try {
    return fits(row, await describe(await store.open(row.storedAs)))
  } catch (error) {
    if (error instanceof ChangedBytes) return false
    throw error
  }
}

async function describe(source: Readable) {
  const hash = createHash('sha256')
  let size = 0
  source.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  await pipeline(source, hash)
  return { size, sha256: hash.digest('hex') }
}

const isStillNamed = async (db: Db, storedAs: string) => (await db.$count(files, eq(files.storedAs, storedAs))) > 0
