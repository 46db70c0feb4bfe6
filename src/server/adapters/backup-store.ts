import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupConfig } from '../base/backup.ts'
import { folderFault } from '../base/start-checks.ts'
import { openBackupFolder } from './backup-folder.ts'
import type { BackupStore } from './backups.ts'
import { StoreFault } from './files.ts'
import type { S3Limits } from './s3-client.ts'

/**
 * Opens the place of backups.
 *
 * @param scratch a folder for temporary files
 */
export async function openBackupStore(
  { to }: Pick<BackupConfig, 'to'>,
  scratch: string,
  limits: Partial<S3Limits> = {},
): Promise<BackupStore> {
  if (typeof to === 'string') return openBackupFolder(to)
  const { openBackupBucket } = await import('./backup-bucket.ts')
  return openBackupBucket(to, scratch, limits)
}

interface PlaceFault {
  says: string
  /** A folder is not there yet, and the first backup can make it. */
  isToBeMade: boolean
}

/** Says why backups cannot be kept there; undefined if they can. With `isWritten` it tries by writing a few bytes. */
export async function backupPlaceFault(
  { to }: Pick<BackupConfig, 'to'>,
  dataDir: string,
  { isWritten = false, ...limits }: { isWritten?: boolean } & Partial<S3Limits> = {},
): Promise<PlaceFault | undefined> {
  if (typeof to === 'string') return folderReason(to)
  const store = await openBackupStore({ to }, join(dataDir, 'scratch'), limits)
  try {
    await store.list()
    if (!isWritten) return undefined
    const { name } = await store.put(`check-${randomUUID()}`, Readable.from([Buffer.from('Muster')]))
    await store.remove(name)
    return undefined
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    const says = `${error.message}. Backups go there by BACKUP_TO. Check its host, its bucket, its key and secret and its region, what the key may do (list, read, write, delete), and the clock of this machine.`
    return { says, isToBeMade: false }
  }
}

async function folderReason(folder: string): Promise<PlaceFault | undefined> {
  const existing = nearestFolder(folder)
  try {
    // The dot makes a file in the place of a folder fail.
    await access(`${existing}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = folderFault(error, existing, 'BACKUP_TO') as Error
    return { says: `Backups cannot be kept in ${folder}. ${message}`, isToBeMade: false }
  }
  if (existing === folder) return undefined
  const says = `The folder ${folder} of BACKUP_TO is not there. The first backup makes it. If a disk belongs there, mount it before.`
  return { says, isToBeMade: true }
}

const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)))
