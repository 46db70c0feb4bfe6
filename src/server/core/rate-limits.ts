import { and, lt, lte, sql } from 'drizzle-orm'
import type { Endpoint } from '../../shared/endpoint.ts'
import { rankOf } from '../../shared/permissions.ts'
import { type RateLimit, rateLimits } from '../../shared/rate-limits.ts'
import { rateLimited } from '../base/errors.ts'
import { type Db, executePrepared } from '../db/connect/connect.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { rateBuckets } from '../db/tables/rate-limits.ts'
import type { OpenContext } from './context.ts'

/**
 * Limits for audit entries without a change, so that nobody can fill the log. Entries beyond the limit are counted, and
 * the next entry contains their number.
 */
const logLimits = {
  /** Refused changes and wrong current passwords of one person. */
  refusal: { burst: 100, perHour: 20 },
  /** Sign-ins and sign-outs of one person. */
  session: { burst: 60, perHour: 12 },
  /** Refused sign-ins to one account. All accounts that do not exist share one limit. */
  'session-refusal': { burst: 60, perHour: 12 },
  /** Password links that somebody requested for one person. */
  'ask-password': { burst: 10, perHour: 2 },
  /** Reading the audit log: one entry in a quarter of an hour. */
  'audit-log-read': { burst: 1, perHour: 4 },
}
const readLimits = {
  /** Readings of one person's calendar, by however many programs. */
  calendar: { burst: 60, perHour: 60 },
  /** Copies of personal data that one person asks for. */
  'data-copy': { burst: 5, perHour: 2 },
}
const limits = { ...rateLimits, ...logLimits, ...readLimits }
export type LogLimit = keyof typeof logLimits

/** Servers whose clocks differ by less use the later time. If a clock is put back, no bucket stops for longer. */
const CLOCK_SKEW = '1 minute'

/**
 * Takes a token, or several, from a bucket, after adding the tokens for the time that has passed. The row's lock puts
 * calls of all servers in order.
 *
 * @returns whether there were so many, how many calls found too few since the last that found enough, and the seconds
 *   until there are
 */
export async function takeToken(db: Db, now: Date, subject: string, kind: keyof typeof limits, tokens = 1) {
  const { burst, perHour } = limits[kind]
  const available = sql`least(${burst}::float8, bucket.tokens
    + greatest(0, extract(epoch from excluded.updated_at - bucket.updated_at)) * ${perHour / 3600}::float8)`
  const [row] = await executePrepared<{ tokens: number; missed: number }>(
    db,
    sql`
    insert into ${rateBuckets} as bucket (subject, kind, tokens, missed, updated_at)
    values (${subject}, ${kind}, ${burst - tokens}, 0, ${now.toISOString()})
    on conflict (subject, kind) do update set
      tokens = ${available} - case when ${available} >= ${tokens} then ${tokens}::float8 else 0 end,
      missed = case when ${available} >= ${tokens} then -greatest(bucket.missed, 0) else greatest(bucket.missed, 0) + 1 end,
      updated_at = greatest(excluded.updated_at, least(bucket.updated_at, excluded.updated_at + ${CLOCK_SKEW}::interval))
    returning tokens, missed`,
  )
  if (!row) throw new Error('The bucket was not written')
  const isTaken = row.missed <= 0
  const wait = isTaken ? 0 : Math.max(1, Math.ceil(((tokens - row.tokens) * 3600) / perHour))
  return { isTaken, missed: Math.abs(row.missed), wait }
}

/**
 * Counts a call of an endpoint that has a rate limit; a call of many rows takes several tokens. Throws 429 when the
 * limit is exceeded. It runs in the call's transaction, so that a refused call does not count. Managers and above have
 * no limit unless it is one `ofAll`, and no statement is sent for them.
 */
export async function mustKeepLimit(
  { db, now, viewer }: OpenContext,
  { limit, tokens }: Pick<Endpoint, 'limit' | 'tokens'>,
  body?: unknown,
) {
  if (!limit || !viewer) return
  const { ofAll }: RateLimit = rateLimits[limit]
  if (rankOf(viewer.role) >= rankOf('manager') && !ofAll) return
  const { isTaken, wait } = await takeToken(db, now, viewer.id, limit, tokens?.(body as never))
  if (!isTaken) throw rateLimited(rateLimits[limit].action, wait)
}

const MAX_FILL_TIME_MS = Math.max(...Object.values(limits).map(({ burst, perHour }) => burst / perHour)) * 3600_000

/** Deletes buckets that are full again. A bucket stays if the number of its missed entries is not logged yet. */
export function deleteFullBuckets({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const fullBefore = new Date(now.getTime() - MAX_FILL_TIME_MS).toISOString()
  return deleteInBatches(
    db,
    rateBuckets,
    and(lte(rateBuckets.missed, 0), lt(rateBuckets.updatedAt, fullBefore)),
    signal,
  )
}
