import { randomInt } from 'node:crypto'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { mayAnywhere } from '../../../shared/permissions.ts'
import { isEasyPin, PIN_DIGITS } from '../../../shared/pin.ts'
import type { usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, forbidden } from '../../base/errors.ts'
import { userFor } from '../../core/access/people.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { note } from '../../core/write/write.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { endPassesOf } from '../../credentials/kiosk-pass.ts'
import { forgetPinAttemptsOf } from '../../credentials/pin-attempts.ts'
import { sessionsChanged } from '../../db/events/events.ts'
import { users } from '../../db/tables/users.ts'
import { fullName } from '../notifications/notify.ts'
import { notifyOfSecurity } from '../notifications/security.ts'
import { storePin } from './pin.ts'

/**
 * Makes a new PIN for a person in place of an earlier one. They are told, their pass at a kiosk ends, and their wrong
 * PINs count no longer. Throws 403 for the viewer, and for people who are not theirs to help, 404, and 409 for a closed
 * account and for a guest, who has no use for a PIN.
 *
 * It opens its own transactions, so that no reply with a PIN is stored for a repeated call.
 */
export async function givePin(
  ctx: Context,
  { params }: Input<typeof usersApi.setPin>,
): Promise<Reply<typeof usersApi.setPin>> {
  await inTransaction(ctx, (tx) => personForPin(tx, params.id))
  const pin = newPin()
  const pinHash = await hashInQueue(ctx, pin)
  await inTransaction(ctx, async (tx) => {
    const person = await personForPin(tx, params.id)
    const at = await storePin(tx, person.id, pinHash)
    await endPassesOf(tx, [person.id])
    await forgetPinAttemptsOf(tx, person.id)
    await note(tx, users, person, 'give-pin', {})
    tx.outbox.push(sessionsChanged(person.id))
    const fact = { kind: 'pin-set' as const, params: { at, by: fullName(tx.viewer) }, subject: null }
    await notifyOfSecurity(tx, person, fact)
  })
  return { pin }
}

async function personForPin(ctx: Context, id: string) {
  if (id === ctx.viewer.id) throw forbidden(msg('Choose your own PIN in your profile'))
  const person = await userFor(ctx, id, 'user:set-pin')
  if (!person.isActive) throw conflict('inactive', msg('Only people with an active account can have a PIN'))
  if (!mayAnywhere(person.role, 'clock:use'))
    throw conflict('no_clock', msg('Guests do not clock in, so they need no PIN'))
  return person
}

/** Six random digits that nobody would try first. */
function newPin(): string {
  for (;;) {
    const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')
    if (!isEasyPin(pin)) return pin
  }
}
