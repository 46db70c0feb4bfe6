import { and, desc, eq, gt } from 'drizzle-orm'
import {
  describeNotification,
  type NotificationFact,
  type NotificationKind,
} from '../../base/words/notification-words.ts'
import { type OpenContext, readerFor } from '../../core/context.ts'
import { enqueue } from '../../core/jobs/jobs.ts'
import { mailJob } from '../../core/notify/mail.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { users } from '../../db/tables/users.ts'
import { notify } from './notify.ts'

const DAY_MS = 24 * 3600 * 1000

export type AccountOwner = Pick<typeof users.$inferSelect, 'id' | 'email' | 'firstName' | 'language'>

/** How often a notification of one kind may come. */
interface NotificationLimit {
  /** How many within 24 hours. */
  maxPerDay: number
  /** The milliseconds between one and the next. */
  minIntervalMs: number
}

/**
 * Notifies a person of something about the security of their account, in the bell and by e-mail if Muster sends
 * e-mails and the person has an address, in their language. Beyond `limit` it does nothing, so that nobody can flood
 * the bell or the inbox of somebody else.
 */
export async function notifyOfSecurity(
  ctx: OpenContext,
  owner: AccountOwner,
  fact: NotificationFact,
  limit?: NotificationLimit,
): Promise<void> {
  if (limit && (await isBeyond(limit, ctx, owner, fact.kind))) return
  await notify(ctx, [owner.id], fact)
  const { publicUrl } = ctx.services.config
  if (!ctx.services.mail || !publicUrl || owner.email === null) return
  const reader = readerFor(ctx.services, owner)
  const { title, message } = describeNotification(fact, reader)
  await enqueue(ctx, mailJob, {
    language: owner.language ?? ctx.services.config.defaultLanguage,
    to: { email: owner.email, firstName: owner.firstName },
    subject: title,
    paragraph: message ?? '',
    link: { label: reader.i18n.t('Open your profile'), address: `${publicUrl}/profile` },
    note: reader.i18n.t('There you see where you are signed in and can change your password.'),
  })
}

async function isBeyond(
  { maxPerDay, minIntervalMs }: NotificationLimit,
  ctx: OpenContext,
  owner: AccountOwner,
  kind: NotificationKind,
) {
  // The lock lets calls for one person follow each other: two at once would not see each other's notification.
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for('no key update')
  const since = new Date(ctx.now.getTime() - DAY_MS).toISOString()
  const ofLastDay = and(eq(notifications.userId, owner.id), gt(notifications.createdAt, since))
  const recent = await ctx.db
    .select({ createdAt: notifications.createdAt })
    .from(notifications)
    .where(and(ofLastDay, eq(notifications.kind, kind)))
    .orderBy(desc(notifications.createdAt))
    .limit(maxPerDay)
  const [latest] = recent
  const isTooSoon = latest !== undefined && ctx.now.getTime() - Date.parse(latest.createdAt) < minIntervalMs
  return isTooSoon || recent.length >= maxPerDay
}
