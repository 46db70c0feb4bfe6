import type { Finding } from '../../shared/operations.ts'
import { backupPlaceFault } from '../adapters/backup-store.ts'
import type { BackupTimes } from '../base/backup.ts'
import type { Config } from '../base/config.ts'
import type { BackupState } from '../db/settings.ts'
import { fault, ok, warning } from './finding.ts'

const ABOUT = 'Backups'
const HOUR = 3_600_000

/** Whether backups can be kept where BACKUP_TO says. It writes a few bytes there, and removes them. */
export async function checkBackupPlace({ backup, dataDir }: Config): Promise<Finding[]> {
  if (!backup) return []
  const found = await backupPlaceFault(backup, dataDir, { isWritten: true, idleMs: 5_000, pauseMs: 50 })
  if (!found) return [ok(ABOUT, 'BACKUP_TO can be listed and written')]
  return [(found.isToBeMade ? warning : fault)(ABOUT, found.says)]
}

/** Whether the server makes backups, and when it did last. */
export function describeBackups(every: BackupTimes | undefined, state: BackupState | null, now: Date): Finding[] {
  if (!every) {
    const says =
      'Muster makes none by itself, because BACKUP_EVERY is not set. Set it, unless another program makes them.'
    return [warning(ABOUT, says)]
  }
  const { last, test } = state ?? {}
  const why = 'The page "Background work" of administrators says why.'
  if (!last) return [warning(ABOUT, `None has been made yet: a server that runs makes the first at once. ${why}`)]
  const hours = Math.floor((now.getTime() - Date.parse(last.at)) / HOUR)
  const most = 2 * ('hours' in every ? every.hours : 24)
  return [
    hours > most
      ? fault(ABOUT, `The last one, ${last.name}, is ${hours} hours old, though BACKUP_EVERY asks for more. ${why}`)
      : ok(ABOUT, `The last one, ${last.name}, is ${hours} hours old`),
    ...(test?.outcome === 'failed'
      ? [fault(ABOUT, `The newest could not be restored for a trial, so do not rely on it. ${why}`)]
      : []),
  ]
}
