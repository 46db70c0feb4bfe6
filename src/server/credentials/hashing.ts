import { hashPassword } from '../base/passwords.ts'
import type { OpenContext } from '../core/context.ts'
import { inSignInQueue } from './sign-in-queue.ts'

/**
 * Hashes a password when it is the client's turn. Never call it in a transaction, whose connection would wait too.
 * Throws 401 or 409 if the viewer's session or rights have ended meanwhile.
 */
export async function hashInQueue(ctx: OpenContext, password: string): Promise<string> {
  const hash = await hashAtTurn(ctx, password)
  await ctx.session.recheck()
  return hash
}

const hashAtTurn = ({ origin, viewer }: OpenContext, password: string) =>
  inSignInQueue(origin.ipAddress, viewer && `person ${viewer.id}`, () => hashPassword(password))

/**
 * Hashes many passwords, one after the other, each in a turn of its own. Anyone who signs in meanwhile waits for one of
 * them at most. The hashes have the order of the passwords. Throws as `hashInQueue` does.
 */
export async function hashManyInQueue(ctx: OpenContext, passwords: string[], onProgress: (done: number) => void) {
  const hashes: string[] = []
  for (const password of passwords) {
    hashes.push(await hashAtTurn(ctx, password))
    onProgress(hashes.length)
  }
  // A long file takes minutes, in which its administrator may have been closed.
  await ctx.session.recheck()
  return hashes
}
