import { hash, verify } from '@node-rs/argon2'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { authApi, Viewer } from '../../shared/auth.ts'
import type { Input } from '../../shared/endpoint.ts'
import { type Context, inTransaction, type OpenContext } from '../context.ts'
import { departments, signInTries, users } from '../db/tables/people.ts'
import { Refusal, tooManyTries } from '../errors.ts'
import { audit } from '../write.ts'

const WINDOW = 15 * 60_000
const MOST_PER_ACCOUNT = 10
const MOST_PER_ADDRESS = 300

/** OWASP's parameters for argon2id (19 MiB, two passes, one lane), which are the library's algorithm by default. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash that stands for a password in the database. */
export const hashPassword = (password: string) => hash(password, ARGON)

/** What a wrong e-mail is compared with, so that it takes as long as a wrong password. */
const nobodysHash = hashPassword('nobody has this password')

const refused = () => new Refusal(401, 'wrong_credentials', 'Invalid email or password')

/** The session object. */
export const readSession = async (ctx: Context): Promise<Viewer> => ({
  ...ctx.viewer,
  timeZone: ctx.services.config.timeZone,
})

/**
 * Signs in. 401 with the same words and the same cost for an unknown e-mail, a wrong password and a closed account; 429
 * after too many failed tries for this account, or altogether, from this address.
 */
export async function signIn(ctx: OpenContext, { body }: Input<typeof authApi.login>): Promise<Viewer> {
  const email = body.email.toLowerCase()
  const tryId = await countTry(ctx, email)
  const [found] = await ctx.db
    .select({ user: users, department: { id: departments.id, name: departments.name } })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(sql`lower(${users.email})`, email), isNull(users.deletedAt)))
  const isRight = await verify(found?.user.passwordHash ?? (await nobodysHash), body.password)
  if (!found || !isRight || !found.user.isActive) {
    await audit(ctx, {
      action: 'session.refuse',
      resourceType: 'session',
      resourceId: null,
      userId: found?.user.id,
      details: { email },
    })
    throw refused()
  }
  const { id, role, departmentId, firstName, lastName, isActive, profileImageUrl, createdAt } = found.user
  await inTransaction(ctx, async (within) => {
    await within.db.delete(signInTries).where(eq(signInTries.id, tryId))
    await within.session.start(within, id)
    await audit(within, { action: 'session.start', resourceType: 'session', resourceId: null, userId: id })
  })
  return {
    id,
    role,
    departmentId,
    email: found.user.email,
    firstName,
    lastName,
    department: found.department,
    isActive,
    profileImageUrl,
    createdAt,
    timeZone: ctx.services.config.timeZone,
  }
}

/** Ends the session of the browser that asks; without one there is nothing to do. */
export async function signOut(ctx: OpenContext): Promise<void> {
  await ctx.session.end(ctx)
  if (!ctx.viewer) return
  await audit(ctx, { action: 'session.end', resourceType: 'session', resourceId: null })
  ctx.outbox.push({ type: 'access', userId: ctx.viewer.id })
}

/**
 * Counts this try before it is made, so that many at once cannot slip through; a success takes it back. Throws 429 with the
 * seconds until the oldest try that stands in the way has passed.
 */
async function countTry(ctx: OpenContext, email: string) {
  const ipAddress = ctx.origin.ipAddress ?? ''
  const since = new Date(ctx.now.getTime() - WINDOW).toISOString()
  const [mine] = await ctx.db
    .insert(signInTries)
    .values({ email, ipAddress, createdAt: ctx.now.toISOString() })
    .returning({ id: signInTries.id })
  if (!mine) throw new Error('The try was not counted')
  const earlier = await ctx.db
    .select({ email: signInTries.email, createdAt: signInTries.createdAt })
    .from(signInTries)
    .where(and(eq(signInTries.ipAddress, ipAddress), gt(signInTries.createdAt, since), lt(signInTries.id, mine.id)))
    .orderBy(signInTries.createdAt)
  const ofAccount = earlier.filter((each) => each.email === email)
  const inTheWay = ofAccount.at(-MOST_PER_ACCOUNT) ?? earlier.at(-MOST_PER_ADDRESS)
  if (!inTheWay) return mine.id
  await ctx.db.delete(signInTries).where(eq(signInTries.id, mine.id))
  throw tooManyTries(Math.max(1, Math.ceil((Date.parse(inTheWay.createdAt) + WINDOW - ctx.now.getTime()) / 1000)))
}

/** Forgets tries and sessions that count no more. */
export async function forgetExpired({ db, now }: Pick<OpenContext, 'db' | 'now'>) {
  await db.delete(signInTries).where(lt(signInTries.createdAt, new Date(now.getTime() - WINDOW).toISOString()))
  await db.execute(sql`delete from sessions where expire < ${now.toISOString()}`)
}
