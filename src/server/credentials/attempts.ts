import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { tooManyAttempts } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'
import { signInAttempts } from '../db/tables/auth.ts'
import { networkOf } from './network.ts'
import { knownToBeRefusedUntil, noteRefusal } from './refused-budgets.ts'

/** Attempts count for this long. */
export const WINDOW_MS = 15 * 60_000

/** The attempts in a window: an account from one address, one address in all, an account from any address. */
const limits = {
  /** A password, to sign in or to confirm a change. */
  password: { perAccount: 10, perAddress: 300, everywhere: 20 },
  /** A one-time code or a recovery code: with a million codes and three right ones, 20 tries find nothing. */
  code: { perAccount: 10, perAddress: 300, everywhere: 20 },
  /** A way to the provider of single sign-on costs a row for ten minutes, and a request to it on the return. */
  provider: { perAccount: 300, perAddress: 300, everywhere: Number.POSITIVE_INFINITY },
  /** The answer of a passkey. Nobody guesses a signature, so other people's tries never hold the owner up. */
  passkey: { perAccount: 10, perAddress: 300, everywhere: Number.POSITIVE_INFINITY },
  /** A question about a passkey to somebody who is not known yet: each is a row for ten minutes. */
  challenge: { perAccount: 300, perAddress: 300, everywhere: Number.POSITIVE_INFINITY },
  /** A request for a password link. */
  forgot: { perAccount: 5, perAddress: 30, everywhere: Number.POSITIVE_INFINITY },
  /** A link, or a code for a kiosk, that does not work. Neither can be guessed, with 256 and 60 bits. */
  link: { perAccount: Number.POSITIVE_INFINITY, perAddress: 100, everywhere: Number.POSITIVE_INFINITY },
}

/** The delay after the first attempt beyond `everywhere`. Each further attempt doubles it. */
const FIRST_DELAY_MS = 5_000

interface CountedAttempt {
  id: number
  /** If this attempt fails, the next one must wait. The account's owner then receives a notice. */
  isLast: boolean
}

interface Attempt {
  purpose: (typeof signInAttempts.$inferSelect)['purpose']
  email: string
  ipAddress: string
  ownBudget: string | null
}

/** The key of an advisory lock: attempts are stored one after another. */
const ATTEMPTS_LOCK = 7_350_146

/**
 * Stores an attempt and returns its id. The lock is held until it is committed, and its id is given within it: an
 * attempt with a higher id sees it. Without that, many at once could pass a limit by one that was not committed yet.
 */
export async function insertAttempt({ db, now }: OpenContext, attempt: Attempt): Promise<number> {
  const { purpose, email, ipAddress, ownBudget } = attempt
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${signInAttempts} (purpose, email, ip_address, own_budget, created_at)
    select ${purpose}, ${email}, ${ipAddress}, ${ownBudget}, ${now.toISOString()}::timestamptz
    from (select pg_advisory_xact_lock(${ATTEMPTS_LOCK})) as locked
    returning id`)
  const [stored] = rows
  if (!stored) throw new Error('The attempt was not stored')
  return stored.id
}

/** The budgets of an attempt: an account from an address or with an own budget, an address, an account. */
function budgetsOf({ purpose, email, ipAddress, ownBudget }: Attempt) {
  const name = (...parts: string[]) => JSON.stringify([purpose, ...parts])
  return {
    ofBoth: name('both', email, ownBudget ?? '', ownBudget === null ? ipAddress : ''),
    ofAddress: ownBudget === null ? name('address', ipAddress) : '',
    fromAnywhere: ownBudget === null ? name('account', email) : '',
  }
}

/**
 * Counts an attempt before it is made, so that many attempts at once cannot pass the limit. A known browser or an open
 * session has a budget of its own; all others share the budgets of the address and of the account. Throws 429 with the
 * seconds until the next attempt is allowed.
 */
export async function countAttempt(
  ctx: OpenContext,
  purpose: keyof typeof limits,
  email: string,
  ownBudget: string | null = null,
): Promise<CountedAttempt> {
  const { perAccount, perAddress, everywhere } = limits[purpose]
  const attempt = { purpose, email, ipAddress: networkOf(ctx.origin.ipAddress ?? ''), ownBudget }
  const { config } = ctx.services
  const now = ctx.now.getTime()
  const budgets = budgetsOf(attempt)
  mustBeAllowed(now, knownToBeRefusedUntil(config, Object.values(budgets)))
  const id = await insertAttempt(ctx, attempt)
  const earlier = await attemptsBefore(ctx, id, attempt)
  const ofAccount = earlier.filter((other) => other.email === email)
  const isShared = ownBudget === null
  const ofAddress = isShared ? earlier.filter((other) => other.ipAddress === attempt.ipAddress) : []
  const ofBoth = isShared ? ofAccount.filter((other) => other.ipAddress === attempt.ipAddress) : ofAccount
  const fromAnywhere = isShared ? ofAccount : []
  const allowedAt = {
    ofBoth: endOfLimit(ofBoth, perAccount),
    ofAddress: endOfLimit(ofAddress, perAddress),
    fromAnywhere: endOfDelay(fromAnywhere, everywhere),
  }
  const latest = Math.max(...Object.values(allowedAt))
  if (latest > now) {
    await withdrawAttempt(ctx, id)
    for (const budget of ['ofBoth', 'ofAddress', 'fromAnywhere'] as const)
      if (allowedAt[budget] > now) noteRefusal(config, budgets[budget], allowedAt[budget])
  }
  mustBeAllowed(now, latest)
  return { id, isLast: ofBoth.length + 1 === perAccount || fromAnywhere.length + 1 >= everywhere }
}

/** Throws 429 with the seconds until the next attempt is allowed. Both times are in milliseconds since 1970. */
function mustBeAllowed(now: number, allowedAt: number) {
  if (allowedAt > now) throw tooManyAttempts(Math.max(1, Math.ceil((allowedAt - now) / 1000)))
}

/**
 * Counts a link, or a code for a kiosk, that does not work. It names no account, so only the address has a budget. A
 * link that works is never refused, however many wrong ones somebody else behind the same address tries: it is looked
 * up first.
 */
export const countDeadLink = (ctx: OpenContext) => countAttempt(ctx, 'link', networkOf(ctx.origin.ipAddress ?? ''))

/** Counts a way to the provider. It names no account. A browser with an earlier sign-in has its own attempts. */
export const countProviderAttempt = (ctx: OpenContext, browser: string | null) =>
  countAttempt(ctx, 'provider', networkOf(ctx.origin.ipAddress ?? ''), browser)

/** Counts a question about a passkey to somebody who is not signed in. It is as for the provider, but stays counted. */
export const countChallenge = (ctx: OpenContext, browser: string | null) =>
  countAttempt(ctx, 'challenge', networkOf(ctx.origin.ipAddress ?? ''), browser)

/** The earlier attempts in the window that share a budget with this one, oldest first. */
function attemptsBefore({ db, now }: OpenContext, id: number, { purpose, email, ipAddress, ownBudget }: Attempt) {
  const since = new Date(now.getTime() - WINDOW_MS).toISOString()
  const until = new Date(now.getTime() + WINDOW_MS).toISOString()
  const sharesBudget =
    ownBudget === null
      ? and(
          isNull(signInAttempts.ownBudget),
          or(eq(signInAttempts.ipAddress, ipAddress), eq(signInAttempts.email, email)),
        )
      : and(eq(signInAttempts.ownBudget, ownBudget), eq(signInAttempts.email, email))
  return db
    .select({ email: signInAttempts.email, ipAddress: signInAttempts.ipAddress, createdAt: signInAttempts.createdAt })
    .from(signInAttempts)
    .where(
      and(
        eq(signInAttempts.purpose, purpose),
        sharesBudget,
        gt(signInAttempts.createdAt, since),
        // After the clock is put back, attempts from hours ahead must not lock anybody out.
        lt(signInAttempts.createdAt, until),
        lt(signInAttempts.id, id),
      ),
    )
    .orderBy(signInAttempts.createdAt)
}

type Earlier = { createdAt: string }[]

/** The time at which fewer than `max` attempts are in the window, in milliseconds; 0 if that is so now. */
function endOfLimit(earlier: Earlier, max: number) {
  const oldest = earlier.at(-max)
  return oldest ? Date.parse(oldest.createdAt) + WINDOW_MS : 0
}

/** The time at which the delay after too many attempts ends, in milliseconds; 0 if there is no delay. */
function endOfDelay(earlier: Earlier, max: number) {
  const latest = earlier.at(-1)
  if (!latest || earlier.length < max) return 0
  return Date.parse(latest.createdAt) + Math.min(WINDOW_MS, FIRST_DELAY_MS * 2 ** (earlier.length - max))
}

/** An attempt that succeeded does not count. */
export const withdrawAttempt = ({ db }: Pick<OpenContext, 'db'>, attemptId: number) =>
  db.delete(signInAttempts).where(eq(signInAttempts.id, attemptId))
