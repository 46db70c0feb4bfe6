import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { openBackupFolder } from '../adapters/backup-folder.ts'
import { openFileStore } from '../adapters/file-store.ts'
import { archiveSource } from '../backup/archive.ts'
import { storedBackup, withScratch } from '../backup/make.ts'
import { checkBackup, restoreBackup } from '../backup/restore.ts'
import { testRestore } from '../backup/restore-test.ts'
import { type BackupSource, folderSource } from '../backup/source.ts'
import type { Config } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { type CommandContext, command } from './command.ts'

const USAGE =
  'Name a folder, a file, or a backup in BACKUP_TO. For example: npm run restore -- /backups/2026-11-20, or npm run restore -- latest; with --test it is only tried'
const TEST = '--test'

/**
 * `npm run restore -- FOLDER` restores a backup into an empty DATA_DIR or DATABASE_URL. The backup may also be a file,
 * the name of one in BACKUP_TO, or `latest`. If it fails, it leaves no database behind. With `--test` it restores into
 * a database that goes afterwards, beside a Muster that may run meanwhile.
 */
command(USAGE, restore, [TEST])

async function restore(context: CommandContext, argument: string) {
  const isFolder = (await typeOf(resolve(argument)))?.isDirectory()
  if (isFolder && !context.options.has(TEST)) return reallyRestore(context, folderSource(resolve(argument)))
  return withScratch(context.config, async (scratch) => {
    const source = await sourceOf(context.config, argument, scratch)
    return context.options.has(TEST) ? tryRestore(context, source, scratch) : reallyRestore(context, source)
  })
}

function typeOf(path: string) {
  return stat(path).catch(() => undefined)
}

async function sourceOf(config: Config, argument: string, scratch: string): Promise<BackupSource> {
  const path = resolve(argument)
  const found = await typeOf(path)
  if (found?.isDirectory()) return folderSource(path)
  if (found) return archiveSource(openBackupFolder(dirname(path)), basename(path), config.backupKey)
  if (!config.backup) return folderSource(path)
  return storedBackup(config, argument, scratch)
}

async function tryRestore({ config, reach }: CommandContext, source: BackupSource, scratch: string) {
  const { url } = await reach('existing')
  const manifest = await testRestore(source, { config, url, scratch })
  return `${source.place} can be restored: ${rowsOf(manifest)} rows and ${manifest.files.length} files of ${manifest.createdAt}`
}

async function reallyRestore({ config, reach }: CommandContext, source: BackupSource) {
  const files = await openFileStore(config)
  const manifest = await checkBackup(source, { files })
  const { url, inUse, discard } = await reach('any')
  if (inUse)
    throw new StartError(`Muster is running on ${config.dataDir}. Stop it, or name an empty folder with DATA_DIR.`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void discard().finally(() => process.exit(1)))
  }
  try {
    await restoreBackup(source, { url, files }, manifest)
  } catch (error) {
    await discard()
    throw error
  }
  return `Restored ${rowsOf(manifest)} rows and ${manifest.files.length} files of ${manifest.createdAt}`
}

function rowsOf({ tables }: { tables: { rows: number }[] }) {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
