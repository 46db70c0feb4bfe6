import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openBackupStore } from '../adapters/backup-store.ts'
import type { BackupStore, StoredBackup } from '../adapters/backups.ts'
import type { FileStore } from '../adapters/files.ts'
import { StoreFault } from '../adapters/files.ts'
import { openIncoming } from '../adapters/incoming.ts'
import { backupsToDelete } from '../base/backup.ts'
import type { Config } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { ownerOf } from '../core/files/file-cleanup.ts'
import { connect } from '../db/connect/connect.ts'
import { type ArchiveSink, archiveSource, openArchive } from './archive.ts'
import type { BackupSource } from './source.ts'
import { writeBackup } from './write.ts'

export type BackupSettings = Pick<Config, 'dataDir' | 'backup' | 'backupKey' | 'timeZone'>

export interface MadeBackup extends StoredBackup {
  rows: number
  files: number
  /** Files that the rows name and that are gone. */
  missing: string[]
  /** The older backups that went. */
  deleted: string[]
  /** Why older ones could not go. */
  notDeleted?: string
}

/** An older folder was left behind by a process that was killed. Longer than any backup or restore test may take. */
const ABANDONED_AFTER_MS = 24 * 3600 * 1000

/** Gives `use` an empty folder in the data folder, and removes it afterwards, and leftovers before. */
export async function withScratch<T>({ dataDir }: Pick<Config, 'dataDir'>, use: (folder: string) => Promise<T>) {
  const parent = join(dataDir, 'scratch')
  const scratch = openIncoming(parent, ABANDONED_AFTER_MS)
  await scratch.removeAbandoned()
  const used = scratch.withPath(async (folder) => {
    await mkdir(folder, { mode: 0o700 })
    return use(folder)
  })
  // It stays if another process uses it.
  return used.finally(() => rmdir(parent).catch(() => {}))
}

/** The name has a backup's owner and its beginning, so that another Muster's backup is never deleted. */
const NAME = /^muster-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(?:\.age)?$/
const nameOf = (owner: string, now: Date, isEncrypted: boolean) =>
  `muster-${owner}-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar${isEncrypted ? '.age' : ''}`

/** The backups of this Muster, newest first. */
async function ownBackups(store: BackupStore, owner: string) {
  const found = (await store.list()).flatMap((stored) => {
    const [, whose, ...at] = NAME.exec(stored.name) ?? []
    const [year, month, day, hour, minute, second] = at.map(Number) as [number, number, number, number, number, number]
    return whose === owner ? [{ ...stored, time: new Date(Date.UTC(year, month - 1, day, hour, minute, second)) }] : []
  })
  return found.sort((a, b) => b.time.getTime() - a.time.getTime())
}

/** Eight digits that tell this Muster from others, also after a restore. */
async function shortOwner(url: string) {
  const database = connect(url, () => {})
  try {
    return ((await ownerOf(database.orm)) ?? '0'.repeat(8)).slice(-8)
  } finally {
    await database.close()
  }
}

/**
 * Makes a backup in the place of BACKUP_TO, and then deletes older ones that need not be kept. Throws the errors of the
 * database, the files and the place; then the place has all older backups, and nothing new.
 */
export async function makeBackup(
  settings: BackupSettings,
  from: { url: string; files: FileStore },
  now: Date,
  signal?: AbortSignal,
): Promise<MadeBackup> {
  const { backup, backupKey: key, timeZone } = settings
  if (!backup)
    throw new StartError('Say where to with BACKUP_TO, or name a folder: npm run backup -- /backups/2026-11-20')
  const owner = await shortOwner(from.url)
  return withScratch(settings, async (scratch) => {
    const store = await openBackupStore(backup, scratch)
    await store.removeUnfinished()
    const name = nameOf(owner, now, key !== undefined)
    let archive: ArchiveSink | undefined
    const open = async () => {
      archive = await openArchive(store, name, { key, scratch, now, signal })
      return archive
    }
    const { tables, files, missing } = await writeBackup(from, open, now)
    const sent = await (archive as ArchiveSink).stored()
    const all = await ownBackups(store, owner)
    if (all.find((each) => each.name === name)?.size !== sent.size)
      throw new StoreFault(`${store.place} does not list the backup ${name} as it was sent`)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const made = { ...sent, rows, files: files.length, missing, deleted: [] as string[] }
    const old = new Set(
      backupsToDelete(
        all.map(({ time }) => time),
        backup.keep,
        now,
        timeZone,
      ),
    )
    try {
      for (const { name: oldName, time } of all) {
        if (!old.has(time) || oldName === name) continue
        await store.remove(oldName)
        made.deleted.push(oldName)
      }
    } catch (error) {
      return { ...made, notDeleted: (error as Error).message }
    }
    return made
  })
}

/** The newest backup of this Muster in the place of BACKUP_TO. Throws `StartError` if there is none. */
export async function newestBackup(settings: BackupSettings, url: string, scratch: string) {
  const store = await placeOf(settings, scratch)
  const [newest] = await ownBackups(store, await shortOwner(url))
  if (!newest) throw new StartError(`${store.place} contains no backup of this Muster.`)
  return { name: newest.name, source: archiveSource(store, newest.name, settings.backupKey) }
}

/**
 * A backup in the place of BACKUP_TO by its name, or the newest one of `latest`. There must be only one Muster's for
 * that, because an empty database does not know whose it is.
 */
export async function storedBackup(settings: BackupSettings, name: string, scratch: string): Promise<BackupSource> {
  const store = await placeOf(settings, scratch)
  const found = (await store.list()).flatMap((stored) => {
    const [, owner = '', ...at] = NAME.exec(stored.name) ?? []
    return owner ? [{ name: stored.name, owner, time: at.join('') }] : []
  })
  if (name !== 'latest') {
    if (found.some((each) => each.name === name)) return archiveSource(store, name, settings.backupKey)
    throw new StartError(`There is no backup ${name}, neither on this machine nor in ${store.place}.`)
  }
  const [newest] = found.sort((a, b) => b.time.localeCompare(a.time))
  if (!newest) throw new StartError(`${store.place} contains no backup.`)
  if (found.some(({ owner }) => owner !== newest.owner))
    throw new StartError(`${store.place} contains backups of several Musters. Name one, for example: ${newest.name}`)
  return archiveSource(store, newest.name, settings.backupKey)
}

function placeOf({ backup }: BackupSettings, scratch: string) {
  if (!backup) throw new StartError('Say where the backups are with BACKUP_TO.')
  return openBackupStore(backup, scratch)
}
