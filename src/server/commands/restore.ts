import { resolve } from 'node:path'
import { openFileStore } from '../adapters/file-store.ts'
import { checkBackup, restoreBackup } from '../backup/restore.ts'
import { StartError } from '../base/errors.ts'
import { command } from './command.ts'

/** `npm run restore -- FOLDER` restores a backup into an empty DATA_DIR or DATABASE_URL. If it fails, it leaves no database behind. */
command('Name a folder. For example: npm run restore -- /backups/2026-11-20', async ({ config, reach }, argument) => {
  const folder = resolve(argument)
  const files = await openFileStore(config)
  const manifest = await checkBackup(folder, { files })
  const { url, inUse, discard } = await reach('any')
  if (inUse)
    throw new StartError(`Muster is running on ${config.dataDir}. Stop it, or name an empty folder with DATA_DIR.`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void discard().finally(() => process.exit(1)))
  }
  try {
    await restoreBackup(folder, { url, files }, manifest)
  } catch (error) {
    await discard()
    throw error
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return `Restored ${rows} rows and ${manifest.files.length} files of ${manifest.createdAt}`
})
