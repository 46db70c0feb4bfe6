import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { type authApi, RESET_MINUTES } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { inTransaction, type OpenContext } from '../../context.ts'
import { passwordResets, users } from '../../db/tables/people.ts'
import { conflict, Refusal } from '../../errors.ts'
import type { Message } from '../../mail.ts'
import { hashPassword } from '../../passwords.ts'
import { audit } from '../../write.ts'
import { endLinksOf, giveNewPassword } from './new-password.ts'
import { countTry, WINDOW } from './tries.ts'

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
  await countTry(ctx, 'forgot', email)
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
  await audit(ctx, { action: 'user.ask-password', resourceType: 'user', resourceId: user.id })
  // Behind the hash sign it reaches no server's log and no other site.
  return messageFor(user, `${ctx.services.config.publicUrl}/login#reset=${token}`)
}

async function mailsOf({ db, now }: OpenContext, userId: string) {
  const since = new Date(now.getTime() - WINDOW).toISOString()
  const [sent] = await db
    .select({ mails: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.createdAt, since)))
  return sent?.mails ?? 0
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function messageFor({ email, firstName }: { email: string; firstName: string }, link: string): Message {
  const lines = [
    `Hello ${firstName},`,
    'somebody, most likely you, has asked for a new password for your Muster account. Choose it here:',
    `The link works once, within ${RESET_MINUTES} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
  ] as const
  const [hello, asked, note] = lines
  return {
    to: email,
    subject: 'A new password for Muster',
    text: `${hello}\n\n${asked}\n\n${link}\n\n${note}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1f2421">
<p>${escaped(hello)}</p><p>${asked}</p>
<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5c4d;color:#fff;text-decoration:none">Choose a new password</a></p>
<p style="color:#5c625f">${note}</p></body></html>`,
  }
}

const dead = () => new Refusal(404, 'link_dead', 'This link has expired or was used already. Ask for a new one.')

/** Sets a new password by the link that was sent: it works once, and ends all sessions of that person. */
export async function resetPassword(ctx: OpenContext, { body }: Input<typeof authApi.reset>): Promise<void> {
  const valid = and(eq(passwordResets.tokenHash, hashOf(body.token)), gt(passwordResets.expire, ctx.now.toISOString()))
  const [link] = await ctx.db.select().from(passwordResets).where(valid)
  if (!link) throw dead()
  const passwordHash = await hashPassword(body.newPassword)
  const [user] = await ctx.db.select().from(users).where(eq(users.id, link.userId)).for('no key update')
  // Looked at again behind the person's lock: of two at once, one uses it.
  const [still] = await ctx.db.select().from(passwordResets).where(valid).for('update')
  if (!user?.isActive || user.deletedAt || !still) throw dead()
  await giveNewPassword(ctx, user, passwordHash, { verb: 'reset-password' })
}
