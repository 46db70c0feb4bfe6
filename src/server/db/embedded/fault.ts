import { StartError } from '../../base/errors.ts'
import { folderFault } from '../../base/start-checks.ts'
import { cannotStart } from './error.ts'

/** Messages in PostgreSQL's log, with the error code of the system for each. */
const codes: [message: RegExp, code: string][] = [
  [/No space left on device|Disk quota exceeded|could not resize shared memory/, 'ENOSPC'],
  [/Read-only file system/, 'EROFS'],
  [/wrong ownership|Permission denied|invalid permissions/, 'EACCES'],
  [/EMFILE|Too many open files|insufficient file descriptors/, 'EMFILE'],
]
const DAMAGED =
  /pg_control|control file|checkpoint record|configuration file|invalid (page|data)|is not a database cluster directory|pg_filenode|global\//

/** Describes why PostgreSQL does not run on this cluster, from the last error in its log. */
export function clusterFault(summary: string, logged: string, cluster: string): StartError {
  const [, code] = codes.find(([pattern]) => pattern.test(logged)) ?? []
  const known = code && folderFault(Object.assign(new Error(logged), { code }), cluster)
  if (known instanceof StartError) return known
  if (DAMAGED.test(logged)) {
    return new StartError(
      `The database in ${cluster} is damaged: ${logged}. Restore a copy of the whole data folder, or restore a backup into an empty folder (npm run restore).`,
    )
  }
  return cannotStart(`${summary}: ${logged}`)
}
