import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { departmentNames } from '../../../sample/departments.ts'
import { fold } from '../../shared/words/fold.ts'
import type { Config } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { hashPassword, passwordFault } from '../base/passwords.ts'
import { uuidv7 } from '../base/uuid.ts'
import { contextFor, inTransaction, type OpenContext, type Services } from '../core/context.ts'
import { audit } from '../core/write/audit.ts'
import { insert } from '../core/write/write.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { departments } from '../db/tables/departments.ts'
import { users } from '../db/tables/users.ts'
import { loadSampleHotel } from '../sample/load.ts'

const LOOPBACK = /^(localhost|127\.|::1$)/
/** The key of an advisory lock. Two servers that start on one empty database must not both fill it. */
const FIRST_START_LOCK = 7_350_142

/**
 * Fills an empty database: with the sample hotel if `DEMO=1` is set or only this machine can reach Muster, else with
 * the departments and the first account. Returns whether the database contains the sample hotel. Throws `StartError`
 * when there is no first account, or when `ADMIN_EMAIL` is set for a database with the sample hotel.
 */
export async function prepareFirstStart(services: Omit<Services, 'sample'>, now: Date): Promise<boolean> {
  const ctx = contextFor({ ...services, sample: false }, null, now)
  const passwordHash = await hashForFirstAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    // Another server may be filling the database, which takes a while.
    await tx.db.execute(sql`set local lock_timeout = 0`)
    await tx.db.execute(sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`)
    const { config } = services
    if (await readSetting(tx.db, 'sample')) {
      if (config.adminEmail) {
        throw new StartError(
          'This database contains the sample hotel and cannot become a real one. Name an empty folder with DATA_DIR.',
        )
      }
      return true
    }
    const [anyUser] = await tx.db.select({ id: users.id }).from(users).limit(1)
    if (anyUser) return false
    if (wantsSample(config)) {
      await loadSampleHotel(tx)
      await writeSetting(tx.db, 'sample', true)
      await audit(tx, { action: 'sample.load', resourceType: 'sample', resourceId: null })
      return true
    }
    await createFirstAccount(tx, config, passwordHash)
    return false
  })
}

/**
 * Fills an empty database with the sample hotel, if it is to have one, in a process of its own: so the server keeps
 * nothing of the memory that this takes. That process prints its own errors; then this throws `StartError`.
 *
 * @param url the address of the database
 */
export async function fillSample({ config, database }: Pick<Services, 'config' | 'database'>, url: string) {
  if (!wantsSample(config) || config.adminEmail) return
  const [anyUser] = await database.orm.select({ id: users.id }).from(users).limit(1)
  if (anyUser) return
  const file = import.meta.url.endsWith('.ts') ? '../fill-sample.ts' : './fill-sample.js'
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, DATABASE_URL: url, DEMO: '1' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new StartError('The sample hotel could not be put into the database')
}

const wantsSample = ({ demo, databaseUrl, host, adminEmail, publicUrl, trustProxy }: Config) =>
  demo || (!databaseUrl && LOOPBACK.test(host) && !adminEmail && !publicUrl && !trustProxy)

/** Undefined if the database has an account already, which needs no first one. */
async function hashForFirstAccount({ db, services }: OpenContext) {
  const { adminPassword } = services.config
  const [anyUser] = await db.select({ id: users.id }).from(users).limit(1)
  return anyUser || !adminPassword ? undefined : hashPassword(adminPassword)
}

async function createFirstAccount(ctx: OpenContext, config: Config, passwordHash: string | undefined) {
  const { adminEmail, adminPassword } = config
  if (!adminEmail || !adminPassword || !passwordHash) {
    throw new StartError(
      'The database is empty and nobody could sign in. Set ADMIN_EMAIL and ADMIN_PASSWORD for the first account, or DEMO=1 for the sample hotel.',
    )
  }
  const person = { email: adminEmail, firstName: 'First', lastName: 'Administrator' }
  const fault = await passwordFault(config, adminPassword, person)
  if (fault) throw new StartError(`ADMIN_PASSWORD: ${fault}. For example: ADMIN_PASSWORD=a-long-passphrase`)
  for (const name of departmentNames) await insert(ctx, departments, { name, foldedName: fold(name) })
  await insert(ctx, users, {
    id: uuidv7(ctx.now),
    ...person,
    passwordHash,
    foldedName: fold('First Administrator'),
    role: 'god',
  })
  // The guide opens by itself until somebody has finished it.
  await writeSetting(ctx.db, 'setup', {
    steps: { organisation: 'open', departments: 'open', people: 'open', tasks: 'open' },
    house: null,
    isFinished: false,
  })
}
