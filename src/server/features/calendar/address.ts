import { eq } from 'drizzle-orm'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { type CalendarFeed, calendarApi } from '../../../shared/calendar.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { mustKeepLimit } from '../../core/rate-limits.ts'
import { audit } from '../../core/write/audit.ts'
import { lockOwnRole } from '../../credentials/second-step.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { randomCharacters } from '../../credentials/tokens.ts'
import { sessionsChanged } from '../../db/events/events.ts'
import { calendarFeeds } from '../../db/tables/calendar.ts'
import { notifyOfSecurity } from '../notifications/security.ts'

/** Of 62 kinds: 190 bits. */
const SECRET_CHARACTERS = 32

/** Since when the viewer's tasks have an address for calendars, and when it was last read. */
export async function readCalendarAddress({ db, viewer }: Context): Promise<CalendarFeed> {
  const [feed] = await db
    .select({ since: calendarFeeds.createdAt, lastReadAt: calendarFeeds.lastReadAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, viewer.id))
  return feed ?? { since: null, lastReadAt: null }
}

/** Makes a new secret address, and tells the viewer. The one before stops working. */
export async function renewCalendarAddress(ctx: Context): Promise<Reply<typeof calendarApi.renew>> {
  const secret = randomCharacters(SECRET_CHARACTERS)
  const at = ctx.now.toISOString()
  return inTransaction(ctx, async (tx) => {
    await mustKeepLimit(tx, calendarApi.renew)
    await lockOwnRole(tx)
    const values = { tokenHash: hashOfSecret(secret), createdAt: at, lastReadAt: null }
    await tx.db
      .insert(calendarFeeds)
      .values({ userId: tx.viewer.id, ...values })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: values })
    await log(tx, 'user.make-calendar-address')
    await notifyOfSecurity(tx, tx.viewer, { kind: 'calendar-address-made', params: { at }, subject: null })
    return { path: calendarPath(secret) }
  })
}

/** Ends the viewer's address. Without one it does nothing. */
export async function removeCalendarAddress(ctx: Context): Promise<void> {
  const { rowCount } = await ctx.db.delete(calendarFeeds).where(eq(calendarFeeds.userId, ctx.viewer.id))
  if (rowCount) await log(ctx, 'user.end-calendar-address')
}

async function log(ctx: Context, action: string) {
  await audit(ctx, { action, resourceType: 'user', resourceId: ctx.viewer.id })
  ctx.outbox.push(sessionsChanged(ctx.viewer.id))
}

/** Calendars read a person's tasks at this address, by the person's secret. `app.ts` keeps it out of the log. */
const calendarPath = (secret: string) => `${API_PREFIX}/calendar/${secret}.ics`
