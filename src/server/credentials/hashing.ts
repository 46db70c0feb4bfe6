import type { OpenContext } from '../context.ts'
import { hashPassword } from '../passwords.ts'
import { inTurn } from './turns.ts'

/** The hash of a password, made in the turn of whoever asks. Never within a transaction, whose connection would wait too. */
export const hashInTurn = ({ origin, viewer }: OpenContext, password: string): Promise<string> =>
  inTurn(origin.ipAddress, viewer && `person ${viewer.id}`, () => hashPassword(password))

/**
 * The hashes of many passwords, in their order. One after the other, each in a turn of its own: somebody who signs in meanwhile
 * waits for one at the most.
 */
export async function hashManyInTurn(ctx: OpenContext, passwords: string[], onProgress: (done: number) => void) {
  const hashes: string[] = []
  for (const password of passwords) {
    hashes.push(await hashInTurn(ctx, password))
    onProgress(hashes.length)
  }
  return hashes
}
