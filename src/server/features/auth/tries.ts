import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { OpenContext } from '../../context.ts'
import { passwordResets, signInTries } from '../../db/tables/people.ts'
import { tooManyTries } from '../../errors.ts'
import { networkOf } from './network.ts'

export const WINDOW = 15 * 60_000

/** What is tried, and how often from one address: for one account, and altogether. */
const limits = {
  /** A password, to sign in or to set a new one. */
  password: { perAccount: 10, perAddress: 300 },
  /** To be sent a link to a new one. */
  forgot: { perAccount: 5, perAddress: 30 },
}

/**
 * Counts a try before it is made, so that many at once cannot slip through. Throws 429 with the seconds until the oldest try
 * that stands in the way has passed.
 */
export async function countTry(ctx: OpenContext, purpose: keyof typeof limits, email: string) {
  const { perAccount, perAddress } = limits[purpose]
  const ipAddress = networkOf(ctx.origin.ipAddress ?? '')
  const since = new Date(ctx.now.getTime() - WINDOW).toISOString()
  const until = new Date(ctx.now.getTime() + WINDOW).toISOString()
  const [mine] = await ctx.db
    .insert(signInTries)
    .values({ purpose, email, ipAddress, createdAt: ctx.now.toISOString() })
    .returning({ id: signInTries.id })
  if (!mine) throw new Error('The try was not counted')
  const earlier = await ctx.db
    .select({ email: signInTries.email, createdAt: signInTries.createdAt })
    .from(signInTries)
    .where(
      and(
        eq(signInTries.purpose, purpose),
        eq(signInTries.ipAddress, ipAddress),
        gt(signInTries.createdAt, since),
        // What was tried in the hours to come, before the clock was put back, locks nobody out until then.
        lt(signInTries.createdAt, until),
        lt(signInTries.id, mine.id),
      ),
    )
    .orderBy(signInTries.createdAt)
  const ofAccount = earlier.filter((each) => each.email === email)
  const inTheWay = ofAccount.at(-perAccount) ?? earlier.at(-perAddress)
  if (!inTheWay) return mine.id
  await takeBack(ctx, mine.id)
  throw tooManyTries(Math.max(1, Math.ceil((Date.parse(inTheWay.createdAt) + WINDOW - ctx.now.getTime()) / 1000)))
}

/** A try that succeeded counts for nothing. */
export const takeBack = ({ db }: Pick<OpenContext, 'db'>, tryId: number) =>
  db.delete(signInTries).where(eq(signInTries.id, tryId))

/** Forgets tries, links and sessions that count no more. */
export async function forgetExpired({ db, now }: Pick<OpenContext, 'db' | 'now'>) {
  const outside = new Date(now.getTime() - WINDOW).toISOString()
  await db.delete(signInTries).where(lt(signInTries.createdAt, outside))
  await db
    .delete(passwordResets)
    .where(and(lt(passwordResets.createdAt, outside), lt(passwordResets.expire, now.toISOString())))
  await db.execute(sql`delete from sessions where expire < ${now.toISOString()}`)
}
