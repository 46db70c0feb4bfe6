import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { I18n } from '@lingui/core'
import pino from 'pino'
import { asciiEmail } from '../../shared/email-address.ts'
import { password as passwordRule } from '../../shared/fields.ts'
import { signInName } from '../../shared/sign-in-name.ts'
import { contractMessage, english, msg, translate } from '../../shared/words/message.ts'
import { StartError } from '../base/errors.ts'
import { hashPassword, passwordFault } from '../base/passwords.ts'
import { i18nFor } from '../base/texts.ts'
import { contextFor, inTransaction, type Services } from '../core/context.ts'
import { byEmail, hasSignInName, typedName } from '../credentials/sign-in-name.ts'
import { connect } from '../db/connect/connect.ts'
import { openBus } from '../db/events/bus.ts'
import { migrateDatabase } from '../db/migrate/migrate.ts'
import { users } from '../db/tables/users.ts'
import { setNewPassword } from '../features/auth/new-password.ts'
import { clearSecondSteps } from '../features/auth/second-step/clear.ts'
import { type CommandContext, command } from './command.ts'

const ACCOUNT = 'Name the account. For example: npm run set-password -- you@hotel.example'

const CLEAR = '--clear-second-step'

/**
 * `npm run set-password -- EMAIL`, or with a user name, sets a password when nobody can sign in to reset it. It asks
 * for the password at the terminal, or reads the first line of piped input. With `--clear-second-step` it also takes
 * away the account's second steps, for a person who has lost them. Muster may run meanwhile.
 */
command(ACCOUNT, setPassword, [CLEAR])

async function setPassword({ config, reach, options }: CommandContext, typed: string) {
  const name = asciiEmail(typed.trim())
  const i18n = i18nFor(config.defaultLanguage)
  const { url } = await reach('existing')
  await migrateDatabase(url)
  const database = connect(url, () => {})
  try {
    const isMeant = hasSignInName(name.includes('@') ? byEmail(name) : typedName({ username: name }))
    const [account] = await database.orm.select().from(users).where(isMeant)
    if (!account) throw new StartError(noAccount(name, i18n))
    const password = await askForPassword(name, i18n)
    const fault = await passwordFault(config, password, account)
    if (fault) throw new StartError(translate(i18n, msg('{fault}.', { fault })))
    const passwordHash = await hashPassword(password)
    const bus = await openBus(url, pino({ level: 'silent' }))
    // This command uses neither files nor e-mails.
    const services = { config, database, bus, mail: null, sample: false } as Partial<Services> as Services
    const user = await inTransaction(contextFor(services, null, new Date()), async (ctx) => {
      const [row] = await ctx.db.select().from(users).where(isMeant).for('no key update')
      if (!row) throw new StartError(i18n.t('The account {email} has just been deleted.', { email: name }))
      await setNewPassword(ctx, row, passwordHash, { verb: 'set-password' })
      if (options.has(CLEAR)) await clearSecondSteps(ctx, row)
      return row
    })
    await bus.close()
    const done = i18n.t('The new password of {email} is set. All sessions of this account have ended.', {
      email: signInName(user),
    })
    return user.isActive ? done : `${done} ${i18n.t('The account is not active. An administrator has to activate it.')}`
  } finally {
    await database.close()
  }
}

const noAccount = (name: string, i18n: I18n) =>
  name.includes('@')
    ? i18n.t('There is no account with the e-mail address {email}.', { email: name })
    : i18n.t('There is no account with the user name {name}.', { name })

async function askForPassword(email: string, i18n: I18n) {
  const entered = process.stdin.isTTY ? await askTwice(email, i18n) : await firstLine()
  const checked = passwordRule.safeParse(entered)
  if (!checked.success) {
    const fault = contractMessage(checked.error.issues[0]?.message ?? english('This is not a password'))
    throw new StartError(translate(i18n, msg('{fault}.', { fault })))
  }
  return entered
}

async function firstLine() {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** Asks for the password twice without showing it. */
async function askTwice(email: string, i18n: I18n) {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  terminal.on('SIGINT', () => process.exit(130))
  const ask = async (question: string) => {
    process.stdout.write(question)
    const answer = await terminal.question('')
    process.stdout.write('\n')
    return answer
  }
  const first = await ask(`${i18n.t('New password for {email}:', { email })} `)
  const second = await ask(`${i18n.t('Once more:')} `)
  terminal.close()
  if (first !== second) throw new StartError(i18n.t('The two passwords differ. Nothing has changed.'))
  return first
}
