import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { cannotStart } from './embedded-error.ts'

/** The user that PostgreSQL runs as when that is not ourselves: it refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

/** The account for a cluster in this folder when we are root: whoever owns it, for a new one postgres or nobody. */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, name]).stdout?.toString() || 0))
    if (uid && gid) return { uid, gid }
  }
  throw cannotStart('PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody"')
}

/** How to name a cluster to PostgreSQL, which runs inside it: as another user it may not pass the folders above. */
export function clusterArgument(cluster: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}
