import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, KEY_REUSED } from '../../../shared/idempotency.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, HttpError, invalid } from '../../base/errors.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { prepared } from '../../db/connect/connect.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { idempotencyKeys } from '../../db/tables/idempotency-keys.ts'

/** A key with the person who sent it: two people may send the same key. */
export interface IdempotencyKey {
  userId: string
  key: string
}

/** A write that came with a key, and is done once however often it arrives. */
interface IdempotentWrite extends IdempotencyKey {
  /** The hash of method, address and body. The same key must come with the same write. */
  request: string
}

const HEADER = 'Idempotency-Key'
const KEY_TTL_MS = 48 * 3600 * 1000
/** A device that was offline for two days sends far fewer. */
const MAX_KEYS_PER_PERSON = 1000

/**
 * The idempotency key of a write, undefined if it has none or nobody is signed in. 400 if the header is no key, or if
 * the endpoint does not accept one.
 */
export function idempotencyKeyOf({ caller, headers }: FastifyRequest, isAccepted: boolean): IdempotencyKey | undefined {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined || !caller) return undefined
  if (!isAccepted) throw invalid(HEADER, msg('This call cannot be made with a key'))
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return { userId: caller.viewer.id, key }
  throw invalid(HEADER, msg('Must be 16 to 64 letters, digits and hyphens, sent once'))
}

/**
 * The hash of a request. It covers the body only if the contract has one, because any other body may be nested without
 * end. It leaves out passwords, because this hash is so fast that they could be guessed from it.
 */
export const requestHash = ({ method, url, body }: FastifyRequest, endpoint: Endpoint) =>
  createHash('sha256')
    .update(JSON.stringify([method, url, (endpoint.body && body) ?? null], withoutPasswords))
    .digest('base64url')

const withoutPasswords = (name: string, value: unknown) => (/password/i.test(name) ? undefined : value)

const { userId, key, createdAt } = idempotencyKeys
const [ofUser, sent] = [sql.placeholder('userId'), sql.placeholder('key')]

/**
 * Writes a key unless it is known, and deletes all but the newest thousand of its person: endless writes fill no disk.
 * A key that another write has locked stays until the next one.
 */
const insertKey = prepared<{ key: string }>(sql`
  with older as (
    select key from ${idempotencyKeys} where user_id = ${ofUser}
    order by created_at desc offset ${sql.raw(String(MAX_KEYS_PER_PERSON - 1))}
  ), surplus as (
    select stored.key from older join ${idempotencyKeys} as stored on stored.user_id = ${ofUser} and stored.key = older.key
    where stored.key <> ${sent} for update of stored skip locked
  ), deleted as (
    delete from ${idempotencyKeys} as stored using surplus where stored.user_id = ${ofUser} and stored.key = surplus.key
  )
  insert into ${idempotencyKeys} (user_id, key, request, created_at)
  values (${ofUser}, ${sent}, ${sql.placeholder('request')}, ${sql.placeholder('createdAt')})
  on conflict do nothing returning key`)

const isKey = (sent: IdempotencyKey) => and(eq(userId, sent.userId), eq(key, sent.key))

/**
 * Runs a write in a transaction unless it has been done, and returns its reply. A second request with the same key, on
 * any server, waits at the index until the first is over. Key, reply and rows stand or fall together: after an error
 * the key is free again. With `readAgain` no reply is stored: a repeated request gets the state at that time.
 *
 * @throws 409 `key_reused` if the key came with another request before
 */
export function runOnce(
  ctx: OpenContext,
  write: IdempotentWrite,
  run: (txCtx: OpenContext) => Promise<string | null>,
  readAgain?: (txCtx: OpenContext) => Promise<string | null>,
) {
  return inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    const inserted = await insertKey(db, { ...write, createdAt: ctx.now.toISOString() })
    if (inserted.length === 0) {
      const [done] = await db.select().from(idempotencyKeys).where(isKey(write))
      // The key was deleted in this very moment.
      if (!done) throw new HttpError(503, 'busy', msg('Try again'), { retryAfter: 1 })
      if (done.request !== write.request) throw conflict(KEY_REUSED, msg('This key has been used for something else'))
      return readAgain ? readAgain(txCtx) : done.reply
    }
    const reply = await run(txCtx)
    if (reply !== null && !readAgain) await db.update(idempotencyKeys).set({ reply }).where(isKey(write))
    return reply
  })
}

/** Whether a write with this key has been done. */
export async function isDone({ db }: OpenContext, sent: IdempotencyKey) {
  return (await db.select({ key }).from(idempotencyKeys).where(isKey(sent))).length > 0
}

/** Deletes the keys that are too old, in batches. */
export function deleteOldKeys({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const oldest = new Date(now.getTime() - KEY_TTL_MS).toISOString()
  return deleteInBatches(db, idempotencyKeys, lt(createdAt, oldest), signal)
}
