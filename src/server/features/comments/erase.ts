import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { comments } from '../../db/tables/comments.ts'

const BATCH = 1_000

/**
 * Empties the comments that can no longer be restored, in batches: their texts are nowhere else. Their place in the
 * list stays. Rows that somebody has locked stay until the next time.
 */
export async function eraseDeletedComments({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const old = sql`${comments.deletedAt} <= ${restoreLimit(now)} and ${comments.text} <> ''`
  for (let erased = BATCH; erased === BATCH && !signal?.aborted; ) {
    const batch = sql`select ctid from ${comments} where ${old} limit ${BATCH} for update skip locked`
    const { rowCount } = await db
      .update(comments)
      .set({ text: '', searchText: '', mentions: [] })
      .where(sql`ctid = any(array(${batch}))`)
    erased = rowCount ?? 0
  }
}
