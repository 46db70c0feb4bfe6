import { and, eq, isNull } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { type kioskApi, PASS_SECONDS } from '../../../shared/kiosks.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError, invalid } from '../../base/errors.ts'
import { isPassword } from '../../base/passwords.ts'
import { type Context, inTransaction, type KioskContext } from '../../core/context.ts'
import { auditApart, auditLimited } from '../../core/write/audit.ts'
import { endPass, givePass, renewPass } from '../../credentials/kiosk-pass.ts'
import { countPinAttempt, forgetPinAttempts } from '../../credentials/pin-attempts.ts'
import { inSignInQueue } from '../../credentials/sign-in-queue.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { pins } from '../../db/tables/pin.ts'
import { users } from '../../db/tables/users.ts'
import { ownKiosk, peopleAtKiosk } from './access.ts'

const wrongPin = () => invalid('pin', msg('This PIN is wrong'))
const kioskEnded = () => new HttpError(401, 'no_kiosk', msg('This device is not a kiosk, or not any more'))

/**
 * Checks the PIN of somebody at a kiosk, and gives them a pass. Each kiosk has its own turn in the queue of sign-ins,
 * so that tries at one hold up nobody else. Throws 400 for a wrong PIN and for a person who may not clock in here, 409
 * `no_pin` for one without a PIN, 429 after too many wrong ones, 401 if the kiosk was revoked meanwhile.
 */
export async function enterKiosk(
  ctx: KioskContext,
  { body }: Input<typeof kioskApi.enter>,
): Promise<Reply<typeof kioskApi.enter>> {
  const { kiosk } = ctx
  return inSignInQueue(ctx.origin.ipAddress, `kiosk ${kiosk.id}`, async () => {
    const attempt = await personAt(ctx, body.userId)
    if (!attempt) throw invalid('userId', msg('This person cannot clock in here'))
    if (attempt.pinHash === null)
      throw new HttpError(
        409,
        'no_pin',
        msg('You have no PIN yet. Set one in your profile, or ask your manager for one.'),
      )
    await countPinAttempt(ctx, body.userId)
    if (!(await isPassword(attempt.pinHash, body.pin))) {
      await logRefusal(ctx, body.userId)
      throw wrongPin()
    }
    return inTransaction(ctx, async (tx) => {
      const within = { ...tx, kiosk }
      const isThere = and(eq(kiosks.id, kiosk.id), isNull(kiosks.pausedAt))
      const [still] = await tx.db.select({ id: kiosks.id }).from(kiosks).where(isThere).for('update')
      if (!still) throw kioskEnded()
      const person = await personAt(within, body.userId)
      if (person?.pinHash !== attempt.pinHash) throw wrongPin()
      await forgetPinAttempts(within, body.userId)
      const pass = await givePass(within, kiosk.id, body.userId)
      return { pass, firstName: person.firstName, language: person.language, secondsLeft: PASS_SECONDS }
    })
  })
}

/** Somebody who may clock in at this kiosk, with the hash of their PIN. */
async function personAt({ db, kiosk }: KioskContext, id: string) {
  const [person] = await db
    .select({ firstName: users.firstName, language: users.language, pinHash: pins.pinHash })
    .from(users)
    .leftJoin(pins, eq(pins.userId, users.id))
    .where(and(eq(users.id, id), peopleAtKiosk(kiosk)))
  return person
}

const logRefusal = (ctx: KioskContext, userId: string) =>
  auditApart(ctx, (tx) =>
    auditLimited(tx, 'session-refusal', userId, {
      ...{ action: 'session.refuse-pin', resourceType: 'session', resourceId: null, userId },
    }),
  )

/** Prolongs the pass of the person at the kiosk. Throws 403 for a person who is at none. */
export async function stayAtKiosk(ctx: Context): Promise<Reply<typeof kioskApi.stay>> {
  return { secondsLeft: await renewPass(ctx, ownKiosk(ctx)) }
}

/** Ends the pass of the person at the kiosk. Throws 403 for a person who is at none. */
export async function leaveKiosk(ctx: Context): Promise<void> {
  await endPass(ctx, ownKiosk(ctx))
}
