import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { IDEMPOTENCY_HEADER, KEY, KEY_REUSED } from '../../shared/idempotency.ts'
import { conflict, HttpError, invalid } from '../base/errors.ts'
import { inTransaction, type OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { idempotencyKeys } from '../db/tables/idempotency-keys.ts'

/** A write that names itself, so that it is done once however often it arrives. */
export interface IdempotentWrite {
  userId: string
  key: string
  /** Of method, address and body: the same key means the same write. */
  request: string
}

const HEADER = 'Idempotency-Key'
const REMEMBERED_FOR = 48 * 3600 * 1000
/** Of one person. A device that was away for two days sends far fewer. */
const MOST_EACH = 1000

/** The key that a write of somebody who is signed in came with; 400 for what is no key, or where none is taken. */
export function keyOf({ session, headers }: FastifyRequest, taken: boolean) {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined || !session) return undefined
  if (!taken) throw invalid(HEADER, 'This call cannot be made with a key')
  if (typeof key === 'string' && KEY.test(key)) return { userId: session.viewer.id, key }
  throw invalid(HEADER, 'Must be 16 to 64 letters, digits and hyphens, sent once')
}

/**
 * What a request asks for, as a hash; of a body that has passed, as any other could be nested without end. Without passwords: by a
 * hash as fast as this they could be guessed.
 */
export const hashOf = ({ method, url, body }: FastifyRequest, endpoint: Endpoint) =>
  createHash('sha256')
    .update(JSON.stringify([method, url, (endpoint.body && body) ?? null], withoutPasswords))
    .digest('base64url')

const withoutPasswords = (name: string, value: unknown) => (/password/i.test(name) ? undefined : value)

/**
 * Does a write in a transaction unless it has been done, and gives its reply. Another that comes meanwhile with the same key, on
 * whatever server, waits at the index until this one is over. Key, reply and what was done stand or fall together: after a
 * refusal the key is free again. With `readAgain` no reply is kept: whoever comes later is told of the thing as it is then.
 */
export function runOnce(
  ctx: OpenContext,
  write: IdempotentWrite,
  work: (within: OpenContext) => Promise<string | null>,
  readAgain?: (within: OpenContext) => Promise<string | null>,
) {
  return inTransaction(ctx, async (within) => {
    const { db } = within
    const claimed = await db
      .insert(idempotencyKeys)
      .values({ ...write, createdAt: ctx.now.toISOString() })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
    const mine = and(eq(idempotencyKeys.userId, write.userId), eq(idempotencyKeys.key, write.key))
    if (claimed.length === 0) {
      const [done] = await db.select().from(idempotencyKeys).where(mine)
      // It was forgotten in this very moment.
      if (!done) throw new HttpError(503, 'busy', 'Try again', { retryAfter: 1 })
      if (done.request !== write.request) throw conflict(KEY_REUSED, 'This key has been used for something else')
      return readAgain ? readAgain(within) : done.reply
    }
    const reply = await work(within)
    if (reply !== null && !readAgain) await db.update(idempotencyKeys).set({ reply }).where(mine)
    return reply
  })
}

/** Whether a write with this key has been done. */
export async function isDone({ db }: OpenContext, { userId, key }: IdempotentWrite) {
  const mine = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))
  return (await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(mine)).length > 0
}

/** Deletes keys that nobody comes back with, and of each person all but the newest. */
export async function deleteOldKeys({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const old = new Date(now.getTime() - REMEMBERED_FOR).toISOString()
  await deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, old), signal)
  await db.execute(sql`
    delete from ${idempotencyKeys} using (
      select user_id, key, row_number() over (partition by user_id order by created_at desc) as place
      from ${idempotencyKeys} where user_id in (select user_id from ${idempotencyKeys} group by user_id having count(*) > ${MOST_EACH})
    ) as older
    where older.user_id = ${idempotencyKeys.userId} and older.key = ${idempotencyKeys.key} and older.place > ${MOST_EACH}`)
}
