import type { BackupConfig } from '../base/backup.ts'
import { openBackupFolder } from './backup-folder.ts'
import type { BackupStore } from './backups.ts'

/**
 * Opens the place of backups.
 *
 * @param scratch a folder for temporary files
 */
export async function openBackupStore({ to }: Pick<BackupConfig, 'to'>, scratch: string): Promise<BackupStore> {
  if (typeof to === 'string') return openBackupFolder(to)
  const { openBackupBucket } = await import('./backup-bucket.ts')
  return openBackupBucket(to, scratch)
}
