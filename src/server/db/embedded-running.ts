import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ROLE, DATABASE, SUPERUSER } from './embedded-roles.ts'

/** The files in a data folder with the passwords of the two roles. */
export const SUPERUSER_PASSWORD = 'postgres.password'
export const APP_PASSWORD = 'postgres-app.password'

/**
 * The address of a data folder's database, as the Muster that runs it has left it there; undefined when none has run it. Whether
 * it runs now only a connection tells.
 */
export const embeddedAddress = (dataDir: string) => addressFor(dataDir, APP_ROLE, APP_PASSWORD)

/** The same for the superuser: for tests, which change what the server does for all databases. */
export const superuserAddress = (dataDir: string) => addressFor(dataDir, SUPERUSER, SUPERUSER_PASSWORD)

function addressFor(dataDir: string, role: string, passwordFile: string): string | undefined {
  const [password, pid] = [passwordFile, 'postgres/postmaster.pid'].map((name) => join(dataDir, name))
  if (!password || !pid || !existsSync(password) || !existsSync(pid)) return undefined
  const [, , , port] = readFileSync(pid, 'utf8').split('\n')
  return `postgres://${role}:${readFileSync(password, 'utf8').trim()}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`
}

/** Whether a data folder has a database at all. */
export const hasEmbedded = (dataDir: string) => existsSync(join(dataDir, 'postgres/PG_VERSION'))
