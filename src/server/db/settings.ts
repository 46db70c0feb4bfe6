import { eq, inArray, sql } from 'drizzle-orm'
import type { StoredPayPeriods } from '../../shared/pay-periods.ts'
import type { StoredPayrollFile } from '../../shared/payroll.ts'
import type { Setup } from '../../shared/setup.ts'
import type { StoredWorkRules } from '../../shared/work-rules.ts'
import type { Db } from './connect/connect.ts'
import { settingsTable } from './tables/settings.ts'

/** The stored settings with their values. */
export interface Settings {
  /** Whether the database contains the sample hotel, which never becomes a real one. */
  sample: boolean
  /** The name of a migration: Musters that know it may run on this database. See `known-migrations.ts`. */
  oldestMigration: string
  /** The same for Musters that went by the name of a release, such as "0.2.0". */
  oldestRelease: string
  /** Names the log of events; made anew when a backup is restored, which does not carry the events. */
  eventsEpoch: string
  /** Tasks that fell due up to this time, in ISO 8601, were announced. */
  dueAnnounced: string
  /** Notices of tasks that were due soon, and overdue, by this time, in ISO 8601, were given. */
  dueTold: string
  /**
   * The key pair that identifies this deployment to push services (RFC 8292), base64url. The private key stays here.
   */
  pushKeys: { publicKey: string; privateKey: string }
  /** The name of the organisation, beside the product's own; empty for none. */
  organisation: string
  /** The number that people of the house call if nobody is on duty; empty for none. */
  emergencyPhone: string
  /** The rules about working time. Absent if nobody has chosen any. */
  workRules: StoredWorkRules
  /** How hours are cut into pay periods. Absent if nobody has chosen. One entry more for each period with a change. */
  payPeriods: StoredPayPeriods
  /** How the file of a payroll run is written. Absent if nobody has chosen anything. */
  payrollFile: StoredPayrollFile
  /** How far the guide is. Absent if the deployment is older than the guide, or holds the sample hotel. */
  setup: Setup
  /** By which rules text is folded (`FOLD_VERSION`); 1 if absent. */
  foldVersion: number
  /** Whether `task_sums` holds the tasks from before it was kept. */
  taskSums: boolean
  /** The outcome of the backups that servers make by themselves. Absent before the first. */
  backups: BackupState
}

/** Times are in ISO 8601. */
export interface BackupState {
  /** For when the last backup that was made was planned. */
  planned?: string
  last?: { name: string; at: string; bytes: number; seconds: number }
  /** How many attempts have failed, ever. */
  failures: number
  /** The last restore test; `impossible` if this server cannot do one. */
  test?: { at: string; outcome: 'passed' | 'failed' | 'impossible'; seconds: number }
  /** When one passed last. */
  testPassed?: string
  testFailures: number
}

type SettingName = keyof Settings

/** The value of a setting's row that was locked before it was ever written. */
const NO_VALUE = sql`'null'::jsonb`

/** Reads one stored setting; undefined if it was never written. */
export async function readSetting<N extends SettingName>(db: Db, name: N): Promise<Settings[N] | undefined> {
  const [row] = await db.select({ value: settingsTable.value }).from(settingsTable).where(eq(settingsTable.name, name))
  return (row?.value ?? undefined) as Settings[N] | undefined
}

/** Reads some stored settings in one statement. Those that were never written are absent. */
export async function readSettings<N extends SettingName>(db: Db, names: N[]): Promise<Partial<Pick<Settings, N>>> {
  const rows = await db.select().from(settingsTable).where(inArray(settingsTable.name, names))
  const written = rows.filter(({ value }) => value !== null)
  return Object.fromEntries(written.map(({ name, value }) => [name, value])) as Partial<Pick<Settings, N>>
}

/**
 * Reads one stored setting, and locks it until the end of the transaction. Of one that was never written there is a row
 * without a value from then on, because only a row can be locked.
 */
export async function lockSetting<N extends SettingName>(db: Db, name: N): Promise<Settings[N] | undefined> {
  await db.insert(settingsTable).values({ name, value: NO_VALUE }).onConflictDoNothing()
  const [row] = await db
    .select({ value: settingsTable.value })
    .from(settingsTable)
    .where(eq(settingsTable.name, name))
    .for('update')
  return (row?.value ?? undefined) as Settings[N] | undefined
}

/** Reads one stored setting, and makes it if it was never written. Only one of several servers makes it. */
export async function settingOnce<N extends SettingName>(
  db: Db,
  name: N,
  make: () => Promise<Settings[N]>,
): Promise<Settings[N]> {
  const before = await readSetting(db, name)
  if (before !== undefined) return before
  await db
    .insert(settingsTable)
    .values({ name, value: await make() })
    .onConflictDoNothing()
  const made = await readSetting(db, name)
  if (made === undefined) throw new Error(`The setting ${name} was not written`)
  return made
}

/** Writes one stored setting in the caller's transaction. */
export async function writeSetting<N extends SettingName>(db: Db, name: N, value: Settings[N]): Promise<void> {
  await db
    .insert(settingsTable)
    .values({ name, value })
    .onConflictDoUpdate({ target: settingsTable.name, set: { value } })
}

/**
 * Gives a turn to one of several servers, or prolongs it, for so many seconds by the database's clock. Returns whether
 * this server has it. The turn of a server that is gone ends by itself.
 */
export async function takeTurn(db: Db, name: string, server: string, seconds: number): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${seconds})`
  const { rows } = await db.execute(sql`
    insert into ${settingsTable} (name, value)
    values (${`turn of ${name}`}, jsonb_build_object('server', ${server}::text, 'until', ${until}))
    on conflict (name) do update set value = excluded.value
    where ${settingsTable.value} ->> 'server' = ${server} or (${settingsTable.value} ->> 'until')::timestamptz < now()
    returning name`)
  return rows.length > 0
}
