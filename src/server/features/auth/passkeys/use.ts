import { eq } from 'drizzle-orm'
import type { PasskeyAnswer } from '../../../../shared/passkeys.ts'
import { HttpError } from '../../../base/errors.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { auditApart, auditLimited } from '../../../core/write/audit.ts'
import { countAttempt, withdrawAttempt } from '../../../credentials/attempts.ts'
import { knownDevice } from '../../../credentials/devices.ts'
import { noteUse, PASSKEY_COPIED, passkeyRefused, verifyAnswer } from '../../../credentials/passkeys.ts'
import { signInNameOf } from '../../../credentials/sign-in-name.ts'
import { departments } from '../../../db/tables/departments.ts'
import { passkeys } from '../../../db/tables/passkeys.ts'
import { users } from '../../../db/tables/users.ts'
import { notifyOfSecurity } from '../../notifications/security.ts'
import type { Account } from '../accounts.ts'
import { notifyOfFailures } from '../notices.ts'

interface PasskeyUse<T> {
  answer: PasskeyAnswer
  challenge: string
  /** The passkey must belong to this person; null if it says who signs in. */
  userId: string | null
  /** The session whose own budget of attempts this uses. */
  ownBudget?: string | null
  /** Does the action that the passkey allows. It calls `note` in that action's transaction. */
  finish(account: Account, note: (tx: OpenContext) => Promise<void>): Promise<T>
}

/**
 * Uses a passkey: checks its answer, and runs `finish`. Never call it in a transaction. A refusal is logged. The owner
 * is notified of repeated refusals and of a copied passkey. Throws 401 for an unknown or wrong passkey and for a closed
 * account; 401 `passkey_copied`; 409 at an IP address; 429 after too many wrong answers.
 */
export async function usePasskey<T>(ctx: OpenContext, { answer, challenge, ...use }: PasskeyUse<T>): Promise<T> {
  const [found] = await ctx.db
    .select({ user: users, department: { id: departments.id, name: departments.name }, passkey: passkeys })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(passkeys.credentialId, answer.id))
  const isTheirs = use.userId === null || found?.user.id === use.userId
  if (!found || !isTheirs || !found.user.isActive || found.user.deletedAt) {
    await logRefusal(ctx, use.userId ?? undefined)
    throw passkeyRefused()
  }
  const { passkey, ...account } = found
  const { user } = account
  const name = signInNameOf(user)
  const attempt = await countAttempt(ctx, 'passkey', name.value, use.ownBudget ?? (await knownDevice(ctx, name)))
  const verified = await verifyAnswer(ctx, passkey, answer, challenge)
  if (!verified) {
    await logRefusal(ctx, user.id)
    if (attempt.isLast) await notifyOfFailures(ctx, user)
    throw passkeyRefused()
  }
  const note = async (tx: OpenContext) => {
    await noteUse(tx, passkey, verified)
    await withdrawAttempt(tx, attempt.id)
  }
  try {
    return await use.finish(account, note)
  } catch (error) {
    if (error instanceof HttpError && error.code === PASSKEY_COPIED) await logCopy(ctx, user, passkey.name)
    throw error
  }
}

/** Passkeys that nobody has share one limit, because a stranger can invent any number of them. */
const logRefusal = (ctx: OpenContext, userId: string | undefined) =>
  auditApart(ctx, (tx) =>
    auditLimited(tx, 'session-refusal', userId ?? 'strangers', {
      ...{ action: 'session.refuse-passkey', resourceType: 'session', resourceId: null, userId },
    }),
  )

const DAILY = { maxPerDay: 4, minIntervalMs: 0 }

const logCopy = (ctx: OpenContext, user: Account['user'], name: string) =>
  inTransaction(ctx, async (tx) => {
    await auditLimited(tx, 'session-refusal', user.id, {
      ...{ action: 'session.refuse-copied-passkey', resourceType: 'session', resourceId: null, userId: user.id },
    })
    const params = { at: tx.now.toISOString(), name }
    await notifyOfSecurity(tx, user, { kind: 'passkey-copied', params, subject: null }, DAILY)
  })
