import { join, resolve } from 'node:path'
import { writeBackup } from '../backup/write.ts'
import { command } from './command.ts'

/** `npm run backup -- FOLDER`: the database and the files into an empty folder, while Muster runs. */
command('Name a folder. For example: npm run backup -- /backups/2026-11-20', async ({ config, reach }, folder) => {
  const { url } = await reach('existing')
  const files = join(config.dataDir, 'files')
  const { tables, ...written } = await writeBackup({ url, files }, resolve(folder), new Date())
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const missing = written.missing.map((name) => `\nMissing from ${files}, and so from the backup: ${name}`)
  return `Backed up ${rows} rows and ${written.files.length} files to ${resolve(folder)}${missing.join('')}`
})
