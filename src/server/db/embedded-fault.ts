import { StartError } from '../base/errors.ts'
import { folderFault } from '../base/start-checks.ts'
import { cannotStart } from './embedded-error.ts'

/** What PostgreSQL says in its log, and the code that the system has for it. */
const codes: [said: RegExp, code: string][] = [
  [/No space left on device|Disk quota exceeded|could not resize shared memory/, 'ENOSPC'],
  [/Read-only file system/, 'EROFS'],
  [/wrong ownership|Permission denied|invalid permissions/, 'EACCES'],
  [/EMFILE|Too many open files|insufficient file descriptors/, 'EMFILE'],
]
const DAMAGED =
  /pg_control|control file|checkpoint record|configuration file|invalid (page|data)|is not a database cluster directory|pg_filenode|global\//

/** Why PostgreSQL does not run on this cluster, from the line of its log that tells it. */
export function clusterFault(what: string, said: string, cluster: string): StartError {
  const [, code] = codes.find(([pattern]) => pattern.test(said)) ?? []
  const known = code && folderFault(Object.assign(new Error(said), { code }), cluster)
  if (known instanceof StartError) return known
  if (DAMAGED.test(said)) {
    return new StartError(
      `The database in ${cluster} is damaged: ${said}. Put back a copy of the whole data folder, or restore a backup into an empty one (npm run restore).`,
    )
  }
  return cannotStart(`${what}: ${said}`)
}
