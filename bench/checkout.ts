import pg from 'pg'
import { connect } from '../src/server/db/connect/connect.ts'
import { APP_ROLE, DATABASE } from '../src/server/db/embedded/roles.ts'
import { embeddedAddress, superuserAddress } from '../src/server/db/embedded/running.ts'
import { fillTasks } from './fill.ts'
import { startMuster } from './programs.ts'

/** The account that signs in to a Muster of `startCheckout`. */
export const ADMIN = { email: 'first@hotel.example', password: 'a-long-passphrase' }

/**
 * Starts the built server of a checkout on a new database of the embedded PostgreSQL in `folder`, and fills that with
 * tasks. Each version has a database of its own, because their tables differ.
 *
 * @param checkout the folder of another version's sources, with its build; this one's if undefined
 */
export async function startCheckout(folder: string, checkout: string | undefined, tasks: number) {
  const url = await createDatabase(folder, checkout ? 'other' : 'own')
  const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const muster = await startMuster(folder, { DATABASE_URL: url, DATA_DIR: folder, ...admin }, undefined, checkout)
  const { pool, close } = connect(url, () => {})
  await fillTasks(pool, tasks)
  await close()
  return { ...muster, url }
}

/** Creates a database beside the embedded one; returns its address. */
export async function createDatabase(folder: string, name: string) {
  const client = new pg.Client({ connectionString: superuserAddress(folder) })
  await client.connect()
  await client.query(`create database ${name} owner ${APP_ROLE}`)
  await client.end()
  return (embeddedAddress(folder) ?? '').replace(`/${DATABASE}?`, `/${name}?`)
}
