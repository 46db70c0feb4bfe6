import { sql } from 'drizzle-orm'
import { departmentNames } from '../../../sample/departments.ts'
import { fold } from '../../shared/fold.ts'
import type { Config } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { hashPassword, passwordFault } from '../base/passwords.ts'
import { uuidv7 } from '../base/uuid.ts'
import { contextFor, inTransaction, type OpenContext, type Services } from '../core/context.ts'
import { audit, insert } from '../core/write.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { departments, users } from '../db/tables/people.ts'
import { loadSampleHotel } from '../sample/load.ts'

const LOOPBACK = /^(localhost|127\.|::1$)/
/** Any number will do; two servers starting on one empty database must not both fill it. */
const FIRST_START_LOCK = 7_350_142

/**
 * Fills an empty database (decisions, section 1): with the sample hotel where that is asked for or harmless, else with the
 * departments and the first account. Says whether the database holds the sample hotel; throws `StartError` when there is
 * nothing to sign in with, or a sample hotel where a real one is wanted.
 */
export async function prepareFirstStart(services: Omit<Services, 'sample'>, now: Date): Promise<boolean> {
  const ctx = contextFor({ ...services, sample: false }, null, now)
  const passwordHash = await hashForFirstAccount(ctx)
  return inTransaction(ctx, async (within) => {
    // Another server may be filling it, which takes its time.
    await within.db.execute(sql`set local lock_timeout = 0`)
    await within.db.execute(sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`)
    const { config } = services
    if (await readSetting(within.db, 'sample')) {
      if (config.adminEmail) {
        throw new StartError(
          'This database holds the sample hotel and cannot become a real one. Name an empty folder with DATA_DIR.',
        )
      }
      return true
    }
    const [anybody] = await within.db.select({ id: users.id }).from(users).limit(1)
    if (anybody) return false
    if (wantsSample(config)) {
      await loadSampleHotel(within)
      await writeSetting(within.db, 'sample', true)
      await audit(within, { action: 'sample.load', resourceType: 'sample', resourceId: null })
      return true
    }
    await openForBusiness(within, config, passwordHash)
    return false
  })
}

const wantsSample = ({ demo, databaseUrl, host, adminEmail, publicUrl, trustProxy }: Config) =>
  demo || (!databaseUrl && LOOPBACK.test(host) && !adminEmail && !publicUrl && !trustProxy)

/** Where there is an account already, none is made. */
async function hashForFirstAccount({ db, services }: OpenContext) {
  const { adminPassword } = services.config
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1)
  return anybody || !adminPassword ? undefined : hashPassword(adminPassword)
}

async function openForBusiness(ctx: OpenContext, config: Config, passwordHash: string | undefined) {
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
}
