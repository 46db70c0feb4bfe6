import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { type authApi, RESET_MINUTES } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { letter, type Message } from '../../adapters/mail.ts'
import { conflict, HttpError } from '../../base/errors.ts'
import { mustBeGoodPassword } from '../../base/passwords.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { auditLimited } from '../../core/write.ts'
import { countAttempt, WINDOW_MS } from '../../credentials/attempts.ts'
import { rememberDevice } from '../../credentials/devices.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { passwordResets, users } from '../../db/tables/people.ts'
import { setNewPassword } from './new-password.ts'

/** More e-mails than this within the window nobody gets, from however many addresses they are asked for. */
const MOST_MAILS = 5
const MINUTE = 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Sends a link to a new password. Whether the address has an account is looked up after the reply, which so is the same for
 * every address, and as fast.
 */
export async function askForReset(ctx: OpenContext, { body }: Input<typeof authApi.forgot>): Promise<void> {
  const { mail } = ctx.services
  if (!mail) throw conflict('no_mail', 'Ask an administrator to set a new password for you')
  const email = body.email.toLowerCase()
  await countAttempt(ctx, 'forgot', email)
  mail.later(() => inTransaction(ctx, (within) => makeLink(within, email)))
}

/** Makes the link for an active account, in place of those sent before, and the message that carries it. */
async function makeLink(ctx: OpenContext, email: string): Promise<Message | undefined> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNull(users.deletedAt), eq(users.isActive, true)))
    .for('no key update')
  if (!user || (await mailsOf(ctx, user.id)) >= MOST_MAILS) return
  await endLinksOf(ctx, user.id)
  const token = randomBytes(32).toString('base64url')
  await ctx.db.insert(passwordResets).values({
    tokenHash: hashOf(token),
    userId: user.id,
    expire: new Date(ctx.now.getTime() + RESET_MINUTES * MINUTE).toISOString(),
    createdAt: ctx.now.toISOString(),
  })
  await auditLimited(ctx, 'ask-password', user.id, {
    action: 'user.ask-password',
    resourceType: 'user',
    resourceId: user.id,
  })
  // Behind the hash sign it reaches no server's log and no other site.
  return messageFor(user, `${ctx.services.config.publicUrl}/login#reset=${token}`)
}

async function mailsOf({ db, now }: OpenContext, userId: string) {
  const since = new Date(now.getTime() - WINDOW_MS).toISOString()
  const [sent] = await db
    .select({ mails: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.createdAt, since)))
  return sent?.mails ?? 0
}

const messageFor = (user: { email: string; firstName: string }, address: string) =>
  letter({
    to: user,
    subject: 'A new password for Muster',
    paragraph: 'somebody, most likely you, has asked for a new password for your Muster account. Choose it here:',
    link: { label: 'Choose a new password', address },
    note: `The link works once, within ${RESET_MINUTES} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
  })

const dead = () => new HttpError(404, 'link_dead', 'This link has expired or was used already. Ask for a new one.')

type Reset = Input<typeof authApi.reset>

const validLink = ({ now }: OpenContext, token: string) =>
  and(eq(passwordResets.tokenHash, hashOf(token)), gt(passwordResets.expire, now.toISOString()))

async function linkFor(ctx: OpenContext, token: string) {
  const [link] = await ctx.db.select().from(passwordResets).where(validLink(ctx, token))
  if (!link) throw dead()
  return link
}

/** Hashes the new password for whoever has a link that works, before the transaction in which it is set. */
export async function hashForReset(ctx: OpenContext, { body }: Reset): Promise<string> {
  const link = await linkFor(ctx, body.token)
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, link.userId))
  if (!owner) throw dead()
  await mustBeGoodPassword(ctx.services.config, body.newPassword, owner)
  return hashInQueue(ctx, body.newPassword)
}

/**
 * Sets a new password by the link that was sent: it works once, and ends all sessions of that person. The browser is known from
 * then on, so that they can sign in while strangers try to.
 */
export async function resetPassword(ctx: OpenContext, { body }: Reset, passwordHash: string): Promise<void> {
  const link = await linkFor(ctx, body.token)
  const [user] = await ctx.db.select().from(users).where(eq(users.id, link.userId)).for('no key update')
  // Looked at again behind the person's lock: of two at once, one uses it.
  const [still] = await ctx.db.select().from(passwordResets).where(validLink(ctx, body.token)).for('update')
  if (!user?.isActive || user.deletedAt || !still) throw dead()
  await setNewPassword(ctx, user, passwordHash, { verb: 'reset-password' })
  await rememberDevice(ctx, user.id)
}
