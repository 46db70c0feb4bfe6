import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The address of a data folder's database, as the Muster that runs it has left it there; undefined when none has run it. Whether
 * it runs now only a connection tells.
 */
export function embeddedAddress(dataDir: string): string | undefined {
  const [password, pid] = ['postgres.password', 'postgres/postmaster.pid'].map((name) => join(dataDir, name))
  if (!password || !pid || !existsSync(password) || !existsSync(pid)) return undefined
  const [, , , port] = readFileSync(pid, 'utf8').split('\n')
  return `postgres://muster:${readFileSync(password, 'utf8').trim()}@127.0.0.1:${port}/muster?sslmode=disable`
}

/** Whether a data folder has a database at all. */
export const hasEmbedded = (dataDir: string) => existsSync(join(dataDir, 'postgres/PG_VERSION'))
