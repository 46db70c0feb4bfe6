import { hashPassword } from '../base/passwords.ts'
import type { OpenContext } from '../core/context.ts'
import { inSignInQueue } from './sign-in-queue.ts'

/** The hash of a password, made in the turn of whoever asks. Never within a transaction, whose connection would wait too. */
export const hashInQueue = ({ origin, viewer }: OpenContext, password: string): Promise<string> =>
  inSignInQueue(origin.ipAddress, viewer && `person ${viewer.id}`, () => hashPassword(password))

/**
 * The hashes of many passwords, in their order. One after the other, each in a turn of its own: somebody who signs in meanwhile
 * waits for one at the most.
 */
export async function hashManyInQueue(ctx: OpenContext, passwords: string[], onProgress: (done: number) => void) {
  const hashes: string[] = []
  for (const password of passwords) {
    hashes.push(await hashInQueue(ctx, password))
    onProgress(hashes.length)
  }
  return hashes
}
