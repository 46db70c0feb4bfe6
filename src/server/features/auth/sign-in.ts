import { and, eq, isNull, sql } from 'drizzle-orm'
import type { authApi, Viewer } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { HttpError } from '../../base/errors.ts'
import { isPassword } from '../../base/passwords.ts'
import { type Context, inTransaction, type OpenContext } from '../../core/context.ts'
import { auditApart, auditLimited } from '../../core/write.ts'
import { countAttempt, withdrawAttempt } from '../../credentials/attempts.ts'
import { knownDevice, rememberDevice } from '../../credentials/devices.ts'
import { inSignInQueue } from '../../credentials/sign-in-queue.ts'
import { accessChanged, sessionsChanged } from '../../db/bus.ts'
import { endOldestSessions } from '../../db/sessions.ts'
import { departments, users } from '../../db/tables/people.ts'
import { hasSignedInBefore, notifyOfFailures, notifyOfNewDevice } from './notices.ts'

const refused = () => new HttpError(401, 'wrong_credentials', 'Invalid email or password')

/** The session object. */
export const readSession = async (ctx: Context): Promise<Viewer> => ({
  ...ctx.viewer,
  timeZone: ctx.services.config.timeZone,
})

/**
 * Signs in. 401 with the same words and the same cost for an unknown e-mail, a wrong password and a closed account; 429
 * after too many failed tries for this account, or altogether, from this address, or for this account from browsers that are not
 * known; 503 when too many wait for their turn. The account's owner hears of repeated failures and of a browser that is new.
 */
export async function signIn(ctx: OpenContext, { body }: Input<typeof authApi.login>): Promise<Viewer> {
  const email = body.email.toLowerCase()
  const device = await knownDevice(ctx, email)
  return inSignInQueue(ctx.origin.ipAddress, device, () => signInNow(ctx, email, body.password, device))
}

async function signInNow(ctx: OpenContext, email: string, password: string, device: string | null): Promise<Viewer> {
  const counted = await countAttempt(ctx, 'password', email, device)
  const [found] = await ctx.db
    .select({ user: users, department: { id: departments.id, name: departments.name } })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(sql`lower(${users.email})`, email), isNull(users.deletedAt)))
  const isRight = await isPassword(found?.user.passwordHash ?? null, password)
  if (!found || !isRight || !found.user.isActive) {
    await logRefused(ctx, email, found?.user.id)
    if (counted.isLast && found?.user.isActive) await notifyOfFailures(ctx, found.user)
    throw refused()
  }
  const { id, role, departmentId, firstName, lastName, isActive, profileImageUrl, createdAt } = found.user
  const message = await inTransaction(ctx, async (within) => {
    await mustStillBeSo(within, found.user)
    await withdrawAttempt(within, counted.id)
    await within.session.start(within, id)
    const isNew = (await rememberDevice(within, id)) && (await hasSignedInBefore(within, id))
    const ended = await endOldestSessions(within.db, id)
    await auditLimited(within, 'session', id, {
      action: 'session.start',
      resourceType: 'session',
      resourceId: null,
      userId: id,
    })
    within.outbox.push(...(ended > 0 ? accessChanged(id) : [sessionsChanged(id)]))
    return isNew ? notifyOfNewDevice(within, found.user) : undefined
  })
  if (message) ctx.services.mail?.later(async () => message)
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

/** Of accounts that there are not, which a stranger may make up without end, all together are counted. */
const logRefused = (ctx: OpenContext, email: string, userId: string | undefined) =>
  auditApart(ctx, (within) =>
    auditLimited(within, 'session-refusal', userId ?? 'strangers', {
      action: 'session.refuse',
      resourceType: 'session',
      resourceId: null,
      userId,
      // What is no address may be a password that was typed into the wrong field.
      details: email.includes('@') ? { email } : {},
    }),
  )

/**
 * While the password was compared, it may have been changed, or the account closed. The lock is the one that the notice of a new
 * browser takes: two sign-ins at once that shared a lower one would both wait for the other.
 */
async function mustStillBeSo({ db }: OpenContext, { id, passwordHash }: typeof users.$inferSelect) {
  const same = and(eq(users.id, id), eq(users.passwordHash, passwordHash), eq(users.isActive, true))
  const [still] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(same, isNull(users.deletedAt)))
    .for('no key update')
  if (!still) throw refused()
}

/** Ends the session of the browser that asks; without one there is nothing to do. */
export async function signOut(ctx: OpenContext): Promise<void> {
  await ctx.session.end(ctx)
  if (!ctx.viewer) return
  await auditLimited(ctx, 'session', ctx.viewer.id, {
    action: 'session.end',
    resourceType: 'session',
    resourceId: null,
  })
  ctx.outbox.push(...accessChanged(ctx.viewer.id))
}
