import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { tooManyAttempts } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'
import { signInAttempts } from '../db/tables/people.ts'
import { networkOf } from './network.ts'

export const WINDOW = 15 * 60_000

/** What is tried, and how often: for one account from one address, from one address altogether, for one account from anywhere. */
const limits = {
  /** A password, to sign in or to prove who one is. */
  password: { perAccount: 10, perAddress: 300, everywhere: 20 },
  /** To be sent a link to a new one. */
  forgot: { perAccount: 5, perAddress: 30, everywhere: Number.POSITIVE_INFINITY },
}

/** How long an account that is tried from everywhere rests after the first attempt too many; each further one doubles it. */
const FIRST_REST = 5_000

export interface CountedAttempt {
  id: number
  /** Should it fail, there is a wait before the next: the account's owner is to hear of it. */
  isLast: boolean
}

/**
 * Counts a try before it is made, so that many at once cannot slip through. What has a budget of its own, a known browser or an
 * open session, counts there alone; all others share those of the address and of the account. Throws 429 with the seconds until
 * the next is allowed.
 */
export async function countAttempt(
  ctx: OpenContext,
  purpose: keyof typeof limits,
  email: string,
  ownBudget: string | null = null,
): Promise<CountedAttempt> {
  const { perAccount, perAddress, everywhere } = limits[purpose]
  const ipAddress = networkOf(ctx.origin.ipAddress ?? '')
  const since = new Date(ctx.now.getTime() - WINDOW).toISOString()
  const until = new Date(ctx.now.getTime() + WINDOW).toISOString()
  const [mine] = await ctx.db
    .insert(signInAttempts)
    .values({ purpose, email, ipAddress, ownBudget, createdAt: ctx.now.toISOString() })
    .returning({ id: signInAttempts.id })
  if (!mine) throw new Error('The try was not counted')
  const earlier = await ctx.db
    .select({ email: signInAttempts.email, ipAddress: signInAttempts.ipAddress, createdAt: signInAttempts.createdAt })
    .from(signInAttempts)
    .where(
      and(
        eq(signInAttempts.purpose, purpose),
        ownBudget === null
          ? and(
              isNull(signInAttempts.ownBudget),
              or(eq(signInAttempts.ipAddress, ipAddress), eq(signInAttempts.email, email)),
            )
          : and(eq(signInAttempts.ownBudget, ownBudget), eq(signInAttempts.email, email)),
        gt(signInAttempts.createdAt, since),
        // What was tried in the hours to come, before the clock was put back, locks nobody out until then.
        lt(signInAttempts.createdAt, until),
        lt(signInAttempts.id, mine.id),
      ),
    )
    .orderBy(signInAttempts.createdAt)
  const ofAccount = earlier.filter((each) => each.email === email)
  const fromHere = ownBudget === null ? earlier.filter((each) => each.ipAddress === ipAddress) : []
  const ofBoth = ownBudget === null ? ofAccount.filter((each) => each.ipAddress === ipAddress) : ofAccount
  const shared = ownBudget === null ? ofAccount : []
  const free = Math.max(endOf(ofBoth, perAccount), endOf(fromHere, perAddress), restOf(shared, everywhere))
  if (free > ctx.now.getTime()) {
    await withdrawAttempt(ctx, mine.id)
    throw tooManyAttempts(Math.max(1, Math.ceil((free - ctx.now.getTime()) / 1000)))
  }
  return { id: mine.id, isLast: ofBoth.length + 1 === perAccount || shared.length + 1 >= everywhere }
}

type Earlier = { createdAt: string }[]

/** When there is room for another among so many within the window; 0 when there is now. */
function endOf(earlier: Earlier, most: number) {
  const inTheWay = earlier.at(-most)
  return inTheWay ? Date.parse(inTheWay.createdAt) + WINDOW : 0
}

/** When an account that was tried so often has rested. */
function restOf(earlier: Earlier, most: number) {
  const latest = earlier.at(-1)
  if (!latest || earlier.length < most) return 0
  return Date.parse(latest.createdAt) + Math.min(WINDOW, FIRST_REST * 2 ** (earlier.length - most))
}

/** A try that succeeded counts for nothing. */
export const withdrawAttempt = ({ db }: Pick<OpenContext, 'db'>, attemptId: number) =>
  db.delete(signInAttempts).where(eq(signInAttempts.id, attemptId))
