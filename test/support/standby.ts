import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openClient } from '../../src/server/db/connect/connect.ts'
import { clusterArgument, serverAccount } from '../../src/server/db/embedded/account.ts'
import { findBinaries } from '../../src/server/db/embedded/binaries.ts'
import { launch } from '../../src/server/db/embedded/process.ts'
import { superuserAddress } from '../../src/server/db/embedded/running.ts'
import { eventually } from './faults/trial.ts'
import { freePorts } from './free-ports.ts'

/** A standby of an embedded database that runs: a copy that follows it and only reads. */
export interface Standby {
  /** Its address for Muster's role. */
  url: string
  /** Runs a statement on it as a superuser. */
  command<Row extends object>(text: string): Promise<Row[]>
  stop(): Promise<void>
}

/** Copies the database in `dataDir`, which must rest meanwhile, into the folder and lets the copy follow it. */
export async function startStandby(dataDir: string, folder: string): Promise<Standby> {
  const [source, cluster] = [join(dataDir, 'postgres'), join(folder, 'postgres')]
  mkdirSync(folder, { recursive: true })
  const primary = await openClient(superuserAddress(dataDir) ?? '')
  await primary.query(`select pg_backup_start('standby', true)`)
  cpSync(source, cluster, { recursive: true, filter: (path) => !path.includes('postmaster.') })
  const { rows } = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await primary.end()
  writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(cluster, 'standby.signal'), '')
  const { port: primaryPort, username, password } = new URL(superuserAddress(dataDir) ?? '')
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${username} password=${password}'\n`,
  )
  const account = serverAccount(cluster)
  if (account) giveTo(cluster, account)
  const [port = 0] = await freePorts(1)
  const binaries = findBinaries(account, realpathSync(folder), () => {})
  const server = launch(
    binaries.postgres,
    [
      '-D',
      clusterArgument(cluster, account),
      '-p',
      `${port}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    { cluster, ...(account && { account }), logFile: join(folder, 'standby.log'), binaries },
  )
  const addressFrom = (address: string) => Object.assign(new URL(address), { port: `${port}` }).href
  const command = async <Row extends object>(text: string) => {
    const client = await openClient(addressFrom(superuserAddress(dataDir) ?? ''))
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  await eventually('the standby answers', () =>
    command('select 1').then(
      () => true,
      () => false,
    ),
  )
  return {
    url: addressFrom(`postgres://${username}:${password}@127.0.0.1/muster?sslmode=disable`),
    command,
    async stop() {
      server.signal('INT')
      await server.exited
    },
  }
}

function giveTo(path: string, { uid, gid }: { uid: number; gid: number }) {
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) chownSync(join(path, entry), uid, gid)
  chownSync(path, uid, gid)
}
