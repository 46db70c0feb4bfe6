import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { and, eq, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import pino from 'pino'
import { password as passwordRule } from '../shared/fields.ts'
import { type Config, readConfig } from './config.ts'
import { contextFor, inTransaction, type Services } from './context.ts'
import { openBus } from './db/bus.ts'
import { connect, migrateDatabase } from './db/connect.ts'
import { openEmbedded } from './db/embedded.ts'
import { embeddedAddress, hasEmbedded } from './db/embedded-running.ts'
import { users } from './db/tables/people.ts'
import { StartError } from './errors.ts'
import { giveNewPassword } from './features/auth/new-password.ts'
import { hashPassword } from './passwords.ts'

/**
 * `npm run set-password -- EMAIL`: the way back in for whoever has the server but no password (decisions, section 1). It asks
 * for the password at the terminal, or reads its first line when something is piped in; it works beside a Muster that runs.
 */
async function run([email]: string[]) {
  if (!email) throw new StartError('Name the account. For example: npm run set-password -- you@hotel.example')
  const config = readConfig(process.env)
  const { url, stop } = await databaseOf(config)
  const log = pino({ level: 'silent' })
  const database = connect(url, () => {})
  try {
    const found = and(eq(sql`lower(${users.email})`, email.trim().toLowerCase()), isNull(users.deletedAt))
    const [known] = await database.orm.select({ id: users.id }).from(users).where(found)
    if (!known) throw new StartError(`There is no account with the e-mail address ${email}.`)
    const passwordHash = await hashPassword(await askForPassword(email))
    const bus = await openBus(url, log)
    // Neither files nor e-mails are reached for here.
    const services = { config, database, bus, log, mail: null, sample: false } as Partial<Services> as Services
    const user = await inTransaction(contextFor(services, null, new Date()), async (ctx) => {
      const [row] = await ctx.db.select().from(users).where(found).for('no key update')
      if (!row) throw new StartError(`The account ${email} was deleted meanwhile.`)
      await giveNewPassword(ctx, row, passwordHash, { verb: 'set-password' })
      return row
    })
    await bus.close()
    const closed = user.isActive ? '' : ' The account is deactivated: an administrator has to activate it.'
    process.stdout.write(
      `The new password of ${user.email} is set, and all sessions of that account have ended.${closed}\n`,
    )
  } finally {
    await database.close()
    await stop()
  }
}

interface Opened {
  url: string
  stop(): Promise<void>
}

/** The database that Muster works with: the one named, the embedded one as it runs, or that one started for the moment. */
async function databaseOf({ databaseUrl, dataDir }: Config): Promise<Opened> {
  const stop = async () => {}
  if (databaseUrl) {
    await migrateDatabase(databaseUrl)
    return { url: databaseUrl, stop }
  }
  if (!hasEmbedded(dataDir)) {
    throw new StartError(
      `There is no Muster in ${dataDir}. Set DATA_DIR to its folder, or DATABASE_URL to its database.`,
    )
  }
  const running = embeddedAddress(dataDir)
  if (running && (await answers(running))) return { url: running, stop }
  const embedded = await openEmbedded({ dataDir })
  await migrateDatabase(embedded.url)
  return embedded
}

async function answers(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function askForPassword(email: string) {
  const given = process.stdin.isTTY ? await askTwice(email) : await firstLine()
  const checked = passwordRule.safeParse(given)
  if (!checked.success) throw new StartError(`${checked.error.issues[0]?.message ?? 'This is no password'}.`)
  return given
}

async function firstLine() {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** Asks without showing what is typed. */
async function askTwice(email: string) {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true })
  asking.on('SIGINT', () => process.exit(130))
  const ask = async (question: string) => {
    process.stdout.write(question)
    const answer = await asking.question('')
    process.stdout.write('\n')
    return answer
  }
  const first = await ask(`New password for ${email}: `)
  const second = await ask('Once more: ')
  asking.close()
  if (first !== second) throw new StartError('The two passwords differ. Nothing has changed.')
  return first
}

run(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    const reason = error instanceof StartError ? error.message : `The password could not be set: ${error}`
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  },
)
