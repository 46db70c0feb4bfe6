import { resolve } from 'node:path'
import { openFileStore } from '../adapters/file-store.ts'
import { writeBackup } from '../backup/write.ts'
import { command } from './command.ts'

/** `npm run backup -- FOLDER` writes the database and the files to an empty folder. Muster may run meanwhile. */
command('Name a folder. For example: npm run backup -- /backups/2026-11-20', async ({ config, reach }, folder) => {
  const { url } = await reach('existing')
  const files = await openFileStore(config)
  const { tables, ...written } = await writeBackup({ url, files }, resolve(folder), new Date())
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const missing = written.missing.map(
    (name) => `\nThis file is missing from ${files.place} and from the backup: ${name}`,
  )
  return `Backed up ${rows} rows and ${written.files.length} files to ${resolve(folder)}${missing.join('')}`
})
