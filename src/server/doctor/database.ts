import { createECDH } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Finding } from '../../shared/operations.ts'
import { type Config, release } from '../base/config.ts'
import { checkDatabase as checkConnection } from '../db/connect/check.ts'
import { openClient } from '../db/connect/connect.ts'
import { knownMigrations, knowsMigration } from '../db/migrate/known-migrations.ts'
import type { BackupState } from '../db/settings.ts'
import { describeBackups } from './backups.ts'
import { describeClock } from './clock.ts'
import { describeMissing, missingDepartments } from './departments.ts'
import { fault, ok, warning } from './finding.ts'

const ABOUT = 'Database'
const CONNECTIONS = 'Connections'
const STANDBY = 'Standby'
const MIGRATIONS = 'Migrations'
const PUSH = 'Push'
/** For a backup or another command beside the servers. */
const FOR_COMMANDS = 2
const MAX_LAG_SECONDS = 60

/** The facts that the database reports. */
export async function checkDatabaseSetup(config: Config, url: string): Promise<Finding[]> {
  const client = await openClient(url)
  try {
    return [
      await checkVersion(client, config),
      await checkClock(client),
      await checkConnections(client, config),
      ...(await checkStandby(client)),
      ...(await checkTables(client, config)),
    ]
  } finally {
    await client.end()
  }
}

const row = async (client: pg.Client, text: string) => (await client.query(text)).rows[0]

async function checkVersion(client: pg.Client, { databaseUrl }: Config) {
  const { version } = await row(client, `select current_setting('server_version') as version`)
  return ok(ABOUT, `PostgreSQL ${version}${databaseUrl ? '' : ', the embedded one'}`)
}

async function checkClock(client: pg.Client) {
  const before = Date.now()
  const { now } = await row(client, 'select extract(epoch from clock_timestamp())::float8 * 1000 as now')
  const after = Date.now()
  return describeClock('the database', now - (before + after) / 2, (after - before) / 2)
}

async function checkConnections(client: pg.Client, { databasePool }: Config) {
  const { limit, servers, others } = await row(
    client,
    `select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as limit,
      (select count(*)::int from pg_stat_activity where application_name = 'muster live' and datname = current_database()) as servers,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and application_name not in ('muster', 'muster live')) as others`,
  )
  return describeConnections({ limit, servers, others, pool: databasePool })
}

interface Connections {
  /** How many there may be. */
  limit: number
  /** The servers that run now. */
  servers: number
  /** The connections of other programs. */
  others: number
  pool: number
}

export function describeConnections({ limit, servers, others, pool }: Connections): Finding {
  const needed = Math.max(1, servers) * (pool + 1)
  const who = servers > 1 ? `${servers} servers with DATABASE_POOL=${pool} open` : `DATABASE_POOL=${pool} opens`
  const says = `${who} up to ${needed}, other programs have ${others} now, and the database allows ${limit}`
  const how = 'Raise max_connections of PostgreSQL (or the limit of the role), or lower DATABASE_POOL.'
  if (needed + others > limit) return fault(CONNECTIONS, `${says}. ${how}`)
  return needed + others + FOR_COMMANDS > limit
    ? warning(CONNECTIONS, `${says}. None is left for backups and other commands. ${how}`)
    : ok(CONNECTIONS, says)
}

/** The connection through a pooler, if there is a direct one too. Without that, all other checks use it anyway. */
export async function checkPooler({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  if (!databaseUrl || !databaseDirectUrl) return []
  await checkConnection(databaseUrl, databaseDirectUrl)
  return [ok('Pooler', 'DATABASE_URL carries what Muster does, and DATABASE_DIRECT_URL leads past it')]
}

/** The standby for long reads. */
export async function checkReplica({ databaseReadUrl }: Config): Promise<Finding[]> {
  if (!databaseReadUrl) return []
  const client = await openClient(databaseReadUrl)
  try {
    const { standby, lag } = await row(
      client,
      `select pg_is_in_recovery() as standby, case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as lag`,
    )
    if (!standby)
      return [fault(STANDBY, 'DATABASE_READ_URL names no standby, so it is never used. Name one, or take it away.')]
    return [describeLag('DATABASE_READ_URL', 'streaming', lag)]
  } finally {
    await client.end()
  }
}

async function checkStandby(client: pg.Client): Promise<Finding[]> {
  const { standby, readonly } = await row(
    client,
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as readonly`,
  )
  if (standby || readonly)
    return [fault(STANDBY, 'The database is a standby, or read-only. Name the primary in DATABASE_URL.')]
  // A database user without the right to look sees no lag.
  const { rows } = await client.query<{ name: string; state: string | null; lag: number | null }>(
    `select application_name as name, state, extract(epoch from replay_lag)::float8 as lag from pg_stat_replication`,
  )
  return rows.map(({ name, state, lag }) => describeLag(name, state, lag))
}

export function describeLag(name: string, state: string | null, lag: number | null): Finding {
  if (state === null) return ok(STANDBY, `"${name}" follows. How far behind it is, the role pg_monitor may see`)
  if (state !== 'streaming' || (lag ?? 0) > MAX_LAG_SECONDS) {
    return warning(
      STANDBY,
      `"${name}" is ${state === 'streaming' ? `${Math.round(lag ?? 0)} s behind` : state}. If the database fails now, it lacks what came since. Look at its log and its network.`,
    )
  }
  return ok(STANDBY, `"${name}" is ${(lag ?? 0).toFixed(1)} s behind`)
}

/** The migrations that have run. If there are tables, also their facts about pushes, backups and groups. */
async function checkTables(client: pg.Client, config: Config): Promise<Finding[]> {
  const known = knownMigrations
  const { migrated, stored } = await row(
    client,
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrated, to_regclass('settings') is not null as stored`,
  )
  if (!migrated) return [warning(MIGRATIONS, 'The database is empty. The first start of Muster makes the tables.')]
  const { done } = await row(client, 'select count(*)::int as done from drizzle.__drizzle_migrations')
  if (!stored) return [describeMigrations(done, known, null)]
  const { oldest, keys, backups } = await row(
    client,
    `select (select value #>> '{}' from settings where name = 'oldestMigration') as oldest,
      (select value from settings where name = 'pushKeys') as keys,
      (select value from settings where name = 'backups') as backups`,
  )
  return [
    describeMigrations(done, known, oldest),
    describeKeys(keys),
    ...describeBackups(config.backup?.every, backups as BackupState | null, new Date()),
    // Until the last migration has run, some tables may be missing.
    ...(done < known ? [] : [await checkJobs(client), ...(await checkGroups(client, config))]),
  ]
}

async function checkGroups(client: pg.Client, { provider }: Config) {
  const missing = await missingDepartments(drizzle(client), provider?.groups)
  return missing.length > 0 ? [warning('Single sign-on', describeMissing(missing))] : []
}

async function checkJobs(client: pg.Client) {
  return describeJobs(
    (await row(client, 'select count(*)::int as failed from jobs where failed_at is not null')).failed,
  )
}

/** @param failed how many jobs have failed for good */
export const describeJobs = (failed: number): Finding =>
  failed === 0
    ? ok('Background work', 'Nothing has failed')
    : warning(
        'Background work',
        `${failed} ${failed === 1 ? 'job has' : 'jobs have'} failed for good. The page "Background work" of administrators says why.`,
      )

export function describeMigrations(done: number, known: number, oldest: string | null): Finding {
  if (oldest && !knowsMigration(oldest)) {
    return fault(
      MIGRATIONS,
      `The database needs a newer Muster than this ${release}, one with the migration ${oldest}. Install a newer one.`,
    )
  }
  if (done < known) {
    const says = `${known - done} of ${known} migrations are to come. The next start runs them. Back up before.`
    return warning(MIGRATIONS, says)
  }
  return done > known
    ? warning(
        MIGRATIONS,
        `A newer Muster has run ${done - known} more than this one, ${release}, knows. It may run beside.`,
      )
    : ok(MIGRATIONS, `All ${known} are done`)
}

export function describeKeys(keys: { publicKey: string; privateKey: string } | null): Finding {
  if (!keys) return ok(PUSH, 'The keys are made when the first device wants notifications')
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(keys.privateKey, 'base64url')
  } catch {
    return fault(PUSH, BAD_KEYS)
  }
  return pair.getPublicKey('base64url') === keys.publicKey ? ok(PUSH, 'The keys are there') : fault(PUSH, BAD_KEYS)
}

const BAD_KEYS =
  'The two keys do not fit each other, so no device is told. Restore them from a backup, or delete the row pushKeys of the table settings; then people have to turn notifications on again.'
