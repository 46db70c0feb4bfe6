import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { cannotStart } from './error.ts'

/** The system user that runs PostgreSQL when Muster runs as root. PostgreSQL refuses to run as root. */
export interface DatabaseAccount {
  uid: number
  gid: number
}

/**
 * The account for a cluster when Muster runs as root: the owner of its folder, or for a new cluster the user postgres
 * or nobody. Undefined when Muster does not run as root. Throws `StartError` if there is no such user.
 */
export function serverAccount(cluster: string): DatabaseAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, name]).stdout?.toString() || 0))
    if (uid && gid) return { uid, gid }
  }
  throw cannotStart('PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody"')
}

/** The cluster's path for PostgreSQL's programs, which run in it: their user may not enter the folders above. */
export function clusterArgument(cluster: string, account: DatabaseAccount | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}
