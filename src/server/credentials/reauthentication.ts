import { msg } from '../../shared/words/message.ts'
import { HttpError } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'

/**
 * A proof of who sits at the keyboard: a sign-in, or since then a password, a code or a passkey. Changes that would let
 * a stranger keep an account that somebody left open need one that is recent.
 */

/** 403: the last proof is too old. The page asks for another, and sends the call again. */
const reauthenticationNeeded = () => new HttpError(403, 'proof_needed', msg('Confirm that it is you'))

type Proving = Pick<OpenContext, 'session' | 'now' | 'services'>

/** Whether the viewer has proved who they are within `PROOF_MINUTES`. Tokens and kiosks prove nothing. */
export function isProved({ session: { provedAt }, now, services: { config } }: Proving): boolean {
  return provedAt !== null && now.getTime() - Date.parse(provedAt) <= config.proofMinutes * 60_000
}

/**
 * Reads the proof again, in the transaction that needs it: a second step that was set up meanwhile has ended earlier
 * proofs. Throws 401, 403. A call that comes with no session was let in without a proof.
 */
export async function mustStillBeProved(ctx: OpenContext): Promise<void> {
  if (ctx.session.current === null) return
  mustBeProved({ ...ctx, session: { ...ctx.session, provedAt: await ctx.session.readProof(ctx) } })
}

/** Throws 403 `proof_needed` unless the viewer has proved lately who they are. */
export function mustBeProved(ctx: Proving): void {
  if (!isProved(ctx)) throw reauthenticationNeeded()
}
