import { resolve } from 'node:path'
import { openFileStore } from '../adapters/file-store.ts'
import { makeBackup } from '../backup/make.ts'
import { writeFolder } from '../backup/write.ts'
import { type CommandContext, command } from './command.ts'

const USAGE = 'Name a folder, for example: npm run backup -- /backups/2026-11-20. Or name none, and set BACKUP_TO'

/**
 * `npm run backup -- FOLDER` writes the database and the files to an empty folder, as they are. `npm run backup` makes
 * a backup in the place of BACKUP_TO, as the server does on schedule. Muster may run meanwhile.
 */
command(USAGE, backup, [], '')

async function backup({ config, reach }: CommandContext, folder: string) {
  const { url } = await reach('existing')
  const files = await openFileStore(config)
  if (folder) {
    const { tables, ...written } = await writeFolder({ url, files }, resolve(folder), new Date())
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Backed up ${rows} rows and ${written.files.length} files to ${resolve(folder)}${named(written.missing, files.place)}`
  }
  const made = await makeBackup(config, { url, files }, new Date())
  const lines = [
    `Backed up ${made.rows} rows and ${made.files} files as ${made.name} (${made.size} bytes)${named(made.missing, files.place)}`,
    ...made.deleted.map((name) => `Deleted ${name}`),
    ...(made.notDeleted ? [`Older backups could not be deleted: ${made.notDeleted}`] : []),
  ]
  return lines.join('\n')
}

const named = (missing: string[], place: string) =>
  missing.map((name) => `\nThis file is missing from ${place} and from the backup: ${name}`).join('')
