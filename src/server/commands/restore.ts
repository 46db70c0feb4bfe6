import { join, resolve } from 'node:path'
import { restoreBackup } from '../backup/restore.ts'
import { StartError } from '../errors.ts'
import { command } from './command.ts'

/** `npm run restore -- FOLDER`: a backup into an empty DATA_DIR, or an empty DATABASE_URL. */
command('Name a folder. For example: npm run restore -- /backups/2026-11-20', async ({ config, reach }, folder) => {
  const { url, inUse } = await reach('any')
  if (inUse) throw new StartError(`A Muster runs on ${config.dataDir}. Stop it, or name an empty folder with DATA_DIR.`)
  const { tables, createdAt, ...restored } = await restoreBackup(resolve(folder), {
    url,
    files: join(config.dataDir, 'files'),
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `Restored ${rows} rows and ${restored.files.length} files of ${createdAt}`
})
