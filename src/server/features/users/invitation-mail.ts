import { inArray } from 'drizzle-orm'
import { INVITATION_DAYS } from '../../../shared/auth.ts'
import { may } from '../../../shared/permissions.ts'
import { type Letter, letter } from '../../adapters/mail.ts'
import { inTransaction, type OpenContext, readerFor } from '../../core/context.ts'
import { jobKind } from '../../core/jobs/jobs.ts'
import { sendNow } from '../../core/notify/mail.ts'
import { addInvitation, dropInvitation, invitationPath } from '../../credentials/invitations.ts'
import { users } from '../../db/tables/users.ts'
import { fullName } from '../notifications/notify.ts'

/**
 * Sends a person a link of their own. It makes the link itself, so that no job holds one: only if those that the
 * inviter has made are still valid. A link that could not be sent is deleted: the next attempt makes another.
 */
export const invitationJob = jobKind<{ userId: string; invitedBy: string }>(
  'invitation',
  async (ctx, payload) => {
    const made = await inTransaction(ctx, (tx) => makeLetter(tx, payload))
    if (!made) return
    await sendNow(ctx, made.message).catch(async (error) => {
      await dropInvitation(ctx, made.row)
      throw error
    })
  },
  { attempts: 8 },
)

async function makeLetter(ctx: OpenContext, { userId, invitedBy }: { userId: string; invitedBy: string }) {
  const found = await ctx.db
    .select()
    .from(users)
    .where(inArray(users.id, [userId, invitedBy]))
    .orderBy(users.id)
    .for('no key update')
  const user = found.find(({ id }) => id === userId)
  const inviter = found.find(({ id }) => id === invitedBy)
  if (!user?.isActive || user.deletedAt || user.email === null || !inviter?.isActive) return undefined
  if (inviter.deletedAt || !may(inviter, 'user:invite', { ...user, userId: user.id })) return undefined
  const made = await addInvitation(ctx, userId, invitedBy)
  if (!made) return undefined
  const address = `${ctx.services.config.publicUrl}${invitationPath(made.token)}`
  const { organisation } = await ctx.services.settings.read(ctx.db)
  return {
    row: made.row,
    message: letter(letterTo(ctx, { ...user, email: user.email }, fullName(inviter), organisation, address)),
  }
}

function letterTo(
  { services }: OpenContext,
  user: typeof users.$inferSelect & { email: string },
  inviter: string,
  organisation: string | undefined,
  address: string,
): Letter {
  const { i18n } = readerFor(services, user)
  return {
    language: user.language ?? services.config.defaultLanguage,
    to: user,
    subject: organisation
      ? i18n.t('Your account for {organisation}', { organisation })
      : i18n.t('Your account for Muster'),
    paragraph: i18n.t('{name} has created an account in Muster for you. Choose your password here:', { name: inviter }),
    link: { label: i18n.t('Choose a password'), address },
    note: i18n.t(
      '{days, plural, one {The link works once, within # day.} other {The link works once, within # days.}} You sign in with {email}.',
      {
        days: INVITATION_DAYS,
        email: user.email,
      },
    ),
  }
}
