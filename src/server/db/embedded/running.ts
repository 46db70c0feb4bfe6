import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ROLE, DATABASE, SUPERUSER } from './roles.ts'

/** The files in a data folder that contain the passwords of the two roles. */
export const SUPERUSER_PASSWORD = 'postgres.password'
export const APP_PASSWORD = 'postgres-app.password'

/**
 * The address of the database in a data folder, as the Muster that opened it has left it there; undefined if none has.
 * Only a connection shows whether the database runs now.
 */
export const embeddedAddress = (dataDir: string) => addressFor(dataDir, APP_ROLE, APP_PASSWORD)

/** The same address for the superuser. It is for tests that change settings of the whole server. */
export const superuserAddress = (dataDir: string) => addressFor(dataDir, SUPERUSER, SUPERUSER_PASSWORD)

function addressFor(dataDir: string, role: string, passwordFile: string): string | undefined {
  const [password, pid] = [passwordFile, 'postgres/postmaster.pid'].map((name) => textIfThere(join(dataDir, name)))
  if (!password || !pid) return undefined
  const [, , , port] = pid.split('\n')
  return `postgres://${role}:${password.trim()}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`
}

/** The text of a file; undefined if there is none. An ending database may remove its files at this very moment. */
export function textIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a data folder contains a database. */
export const hasEmbedded = (dataDir: string) => existsSync(join(dataDir, 'postgres/PG_VERSION'))
