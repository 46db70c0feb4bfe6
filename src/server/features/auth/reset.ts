import { randomBytes } from 'node:crypto'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { type authApi, RESET_MINUTES } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { letter } from '../../adapters/mail.ts'
import { conflict, HttpError } from '../../base/errors.ts'
import { mustBeGoodPassword } from '../../base/passwords.ts'
import { inTransaction, type OpenContext, readerFor } from '../../core/context.ts'
import { enqueue, jobKind } from '../../core/jobs/jobs.ts'
import { sendNow } from '../../core/notify/mail.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { auditLimited } from '../../core/write/audit.ts'
import { countAttempt, countDeadLink, WINDOW_MS } from '../../credentials/attempts.ts'
import { rememberDevice } from '../../credentials/devices.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { maySignInByPassword } from '../../credentials/password-allowed.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { passwordResets } from '../../db/tables/auth.ts'
import { users } from '../../db/tables/users.ts'
import { setNewPassword } from './new-password.ts'

/** The e-mails that one account gets within the window, from however many network addresses they are requested. */
const MAX_MAILS = 5
const MINUTE_MS = 60_000

/**
 * Sends a link to a new password. A job looks up the account after the reply, so that the reply and its time are the
 * same whether or not the address has an account whose password counts. Throws 409 when Muster sends no e-mails, 429
 * after too many requests.
 */
export async function requestReset(ctx: OpenContext, { body }: Input<typeof authApi.forgot>): Promise<void> {
  const { mail } = ctx.services
  if (!mail) throw conflict('no_mail', msg('Ask an administrator to set a new password for you'))
  const email = body.email.toLowerCase()
  await countAttempt(ctx, 'forgot', email)
  await inTransaction(ctx, (tx) => enqueue(tx, resetLinkJob, { email }))
}

/**
 * Looks up the account and sends it a link. It creates the link itself, so that no job holds one. A link that could not
 * be sent is deleted: the next attempt creates another.
 */
export const resetLinkJob = jobKind<{ email: string }>(
  'reset-link',
  async (ctx, { email }) => {
    const link = await inTransaction(ctx, (tx) => createLink(tx, email))
    if (!link) return
    await sendNow(ctx, link.message).catch(async (error) => {
      await ctx.db.delete(passwordResets).where(eq(passwordResets.tokenHash, link.tokenHash))
      throw error
    })
  },
  // After ten minutes nobody waits for it any more. Strangers can request links for any number of addresses.
  { attempts: 8, isForgotten: true },
)

/** Creates the link for an active account and ends those sent before; returns the e-mail with it. */
async function createLink(ctx: OpenContext, email: string) {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isActivePerson))
    .for('no key update')
  if (!user || !maySignInByPassword(ctx.services.config, user) || (await countMails(ctx, user.id)) >= MAX_MAILS) return
  await endLinksOf(ctx, [user.id])
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashOfSecret(token)
  await ctx.db.insert(passwordResets).values({
    tokenHash,
    userId: user.id,
    expire: new Date(ctx.now.getTime() + RESET_MINUTES * MINUTE_MS).toISOString(),
    createdAt: ctx.now.toISOString(),
  })
  await auditLimited(ctx, 'ask-password', user.id, {
    action: 'user.ask-password',
    resourceType: 'user',
    resourceId: user.id,
  })
  // The part after the hash sign is in no server's log and goes to no other site.
  return {
    tokenHash,
    message: messageFor(ctx, { ...user, email }, `${ctx.services.config.publicUrl}/login#reset=${token}`),
  }
}

async function countMails({ db, now }: OpenContext, userId: string) {
  const since = new Date(now.getTime() - WINDOW_MS).toISOString()
  const [sent] = await db
    .select({ mails: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.createdAt, since)))
  return sent?.mails ?? 0
}

function messageFor({ services }: OpenContext, user: typeof users.$inferSelect & { email: string }, address: string) {
  const { i18n } = readerFor(services, user)
  return letter({
    language: user.language ?? services.config.defaultLanguage,
    to: user,
    subject: i18n.t('A new password for Muster'),
    paragraph: i18n.t(
      'somebody, most likely you, has asked for a new password for your Muster account. Choose it here:',
    ),
    link: { label: i18n.t('Choose a new password'), address },
    note: i18n.t(
      '{minutes, plural, one {The link works once, within # minute.} other {The link works once, within # minutes.}} If you did not ask for it, do nothing: your password stays as it is.',
      { minutes: RESET_MINUTES },
    ),
  })
}

const deadLink = () =>
  new HttpError(404, 'link_dead', msg('This link has expired or was used already. Ask for a new one.'))

type Reset = Input<typeof authApi.reset>

const validLink = ({ now }: OpenContext, token: string) =>
  and(eq(passwordResets.tokenHash, hashOfSecret(token)), gt(passwordResets.expire, now.toISOString()))

const linkOf = async (ctx: OpenContext, token: string) =>
  (await ctx.db.select().from(passwordResets).where(validLink(ctx, token)))[0]

/**
 * Hashes the new password, before the transaction in which it is stored. Throws 404 for a link that does not work any
 * more, 400 for a password that is too easy to guess, 429 after too many links that do not work.
 */
export async function hashForReset(ctx: OpenContext, { body }: Reset): Promise<string> {
  const link = await linkOf(ctx, body.token)
  if (!link) {
    await countDeadLink(ctx)
    throw deadLink()
  }
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, link.userId))
  if (!owner || !maySignInByPassword(ctx.services.config, owner)) throw deadLink()
  await mustBeGoodPassword(ctx.services.config, body.newPassword, owner)
  return hashInQueue(ctx, body.newPassword)
}

/**
 * Sets a new password with a link that was sent. The link works once, and all sessions of the person end. The browser
 * is known from then on, so that they can sign in while strangers try to guess their password. Throws 404 for a link
 * that does not work.
 */
export async function resetPassword(ctx: OpenContext, { body }: Reset, passwordHash: string): Promise<void> {
  const link = await linkOf(ctx, body.token)
  if (!link) throw deadLink()
  const [user] = await ctx.db.select().from(users).where(eq(users.id, link.userId)).for('no key update')
  // Read again after the person is locked: of two calls at once, only one uses the link.
  const [unused] = await ctx.db.select().from(passwordResets).where(validLink(ctx, body.token)).for('update')
  if (!user?.isActive || user.deletedAt || !unused) throw deadLink()
  if (!maySignInByPassword(ctx.services.config, user)) throw deadLink()
  await setNewPassword(ctx, user, passwordHash, { verb: 'reset-password' })
  await rememberDevice(ctx, user.id)
}
