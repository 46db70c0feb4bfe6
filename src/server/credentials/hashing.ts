import { hashPassword } from '../base/passwords.ts'
import type { OpenContext } from '../core/context.ts'
import { inSignInQueue } from './sign-in-queue.ts'

/** Hashes a password when it is the client's turn. Never call it in a transaction, whose connection would wait too. */
export const hashInQueue = ({ origin, viewer }: OpenContext, password: string): Promise<string> =>
  inSignInQueue(origin.ipAddress, viewer && `person ${viewer.id}`, () => hashPassword(password))

/**
 * Hashes many passwords, one after the other, each in a turn of its own. Anyone who signs in meanwhile waits for one of them at
 * most. The hashes have the order of the passwords.
 */
export async function hashManyInQueue(ctx: OpenContext, passwords: string[], onProgress: (done: number) => void) {
  const hashes: string[] = []
  for (const password of passwords) {
    hashes.push(await hashInQueue(ctx, password))
    onProgress(hashes.length)
  }
  return hashes
}
