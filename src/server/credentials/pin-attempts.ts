import { and, eq, gt, lt, or } from 'drizzle-orm'
import { msg } from '../../shared/words/message.ts'
import { HttpError } from '../base/errors.ts'
import type { KioskContext, OpenContext } from '../core/context.ts'
import { signInAttempts } from '../db/tables/auth.ts'
import { insertAttempt } from './attempts.ts'

/**
 * Wrong PINs at a kiosk. They are counted apart from wrong passwords, so that tries at a door keep nobody from signing
 * in elsewhere. They count for a day: with a million PINs, the forty tries that a day allows for one person find
 * nothing.
 */

const HOUR_MS = 3600_000
/** Wrong PINs count for this long. */
export const PIN_WINDOW_MS = 24 * HOUR_MS

interface Limit {
  /** Wrong PINs that cost nothing. */
  free: number
  /** Only wrong PINs of the last so many milliseconds count. */
  window: number
  /** How long the first try beyond waits; each further one doubles it, up to `longest`. */
  first: number
  longest: number
}
/** Of one person at one kiosk. */
const OF_PERSON: Limit = { free: 5, window: PIN_WINDOW_MS, first: 30_000, longest: HOUR_MS }
/** For a kiosk, over all people: nobody tries one common PIN with all names. */
const OF_KIOSK: Limit = { free: 30, window: HOUR_MS, first: 60_000, longest: HOUR_MS / 4 }

const waitSentence = {
  person: (minutes: number) =>
    msg(
      'Too many wrong PINs. Try again in {minutes, plural, one {a minute} other {# minutes}}, or clock in on your phone.',
      { minutes },
    ),
  kiosk: (minutes: number) =>
    msg(
      'Too many wrong PINs at this kiosk. Try again in {minutes, plural, one {a minute} other {# minutes}}, or clock in on your phone.',
      { minutes },
    ),
}

/**
 * Counts a try before it is made, so that many tries at once cannot pass the limit. Throws 429 with the seconds until
 * the next one is allowed. Never call it in a transaction: the refusal would roll the counted try back.
 */
export async function countPinAttempt(ctx: KioskContext, userId: string): Promise<number> {
  const { db, now } = ctx
  const id = await insertAttempt(ctx, { purpose: 'pin', ...subjectOf(ctx, userId), ipAddress: '' })
  const earlier = await db
    .select({ userId: signInAttempts.ownBudget, createdAt: signInAttempts.createdAt })
    .from(signInAttempts)
    .where(
      and(
        eq(signInAttempts.purpose, 'pin'),
        eq(signInAttempts.email, subjectOf(ctx, userId).email),
        // After the clock is put back, tries from hours ahead must not lock anybody out.
        lt(signInAttempts.createdAt, new Date(now.getTime() + HOUR_MS / 4).toISOString()),
        or(
          gt(signInAttempts.createdAt, new Date(now.getTime() - OF_KIOSK.window).toISOString()),
          and(
            eq(signInAttempts.ownBudget, userId),
            gt(signInAttempts.createdAt, new Date(now.getTime() - OF_PERSON.window).toISOString()),
          ),
        ),
        lt(signInAttempts.id, id),
      ),
    )
    .orderBy(signInAttempts.createdAt)
  const ofPerson = waitOf(
    earlier.filter((other) => other.userId === userId),
    OF_PERSON,
    now,
  )
  const ofKiosk = waitOf(earlier, OF_KIOSK, now)
  const wait = Math.max(ofPerson, ofKiosk)
  if (wait <= 0) return id
  await db.delete(signInAttempts).where(eq(signInAttempts.id, id))
  const seconds = Math.ceil(wait / 1000)
  const sentence = waitSentence[ofPerson >= ofKiosk ? 'person' : 'kiosk']
  throw new HttpError(429, 'too_many_tries', sentence(Math.ceil(seconds / 60)), { retryAfter: seconds })
}

/** After the right PIN, the wrong ones of this person at this kiosk count no longer. */
export const forgetPinAttempts = (ctx: KioskContext, userId: string) => {
  const { email, ownBudget } = subjectOf(ctx, userId)
  const isOwn = and(eq(signInAttempts.email, email), eq(signInAttempts.ownBudget, ownBudget))
  return ctx.db.delete(signInAttempts).where(and(eq(signInAttempts.purpose, 'pin'), isOwn))
}

/** Wrong PINs of a person count at no kiosk any longer, because they have a new one. */
export const forgetPinAttemptsOf = ({ db }: Pick<OpenContext, 'db'>, userId: string) =>
  db.delete(signInAttempts).where(and(eq(signInAttempts.purpose, 'pin'), eq(signInAttempts.ownBudget, userId)))

/** The table's e-mail column is indexed and names the tried thing, here the kiosk. No address has a space. */
const subjectOf = ({ kiosk }: KioskContext, userId: string) => ({ email: `kiosk ${kiosk.id}`, ownBudget: userId })

/** Milliseconds until the next try is allowed; 0 or less if it is allowed now. */
function waitOf(earlier: { createdAt: string }[], { free, window, first, longest }: Limit, now: Date) {
  const counted = earlier.filter(({ createdAt }) => Date.parse(createdAt) > now.getTime() - window)
  const latest = counted.at(-1)
  if (!latest || counted.length < free) return 0
  const delay = Math.min(longest, first * 2 ** Math.min(20, counted.length - free))
  return Date.parse(latest.createdAt) + delay - now.getTime()
}
