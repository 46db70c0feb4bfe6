import { desc, eq, sql } from 'drizzle-orm'
import { MAX_BRIEFING_DAYS } from '../../../shared/briefing.ts'
import { SAME_SHIFT_MINUTES } from '../../../shared/duty.ts'
import type { Context } from '../../core/context.ts'
import { dutySince } from '../../core/people/duty.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Since when a person has been away. */
export interface LastShift {
  /** The end of their last shift, `MAX_BRIEFING_DAYS` ago at most. */
  since: string
  /** Whether they have come back to the same shift, as after a break. */
  isSameShift: boolean
  /** Whether they have ended no shift yet. */
  isFirstShift: boolean
  /** Whether they have been away for longer than `since` says, or were never there. */
  isLongAgo: boolean
}

/** Since when the viewer has been away. Nobody's sessions overlap, so the last to start is the last to end. */
export async function readLastShift({ db, now, viewer }: Context): Promise<LastShift> {
  const { startTime, endTime, confirmedAt } = clockSessions
  const [latest, before] = await runPrepared(
    db
      .select({ startTime, endTime, confirmedAt })
      .from(clockSessions)
      .where(eq(clockSessions.userId, viewer.id))
      .orderBy(desc(startTime), sql`${endTime} desc nulls first`)
      .limit(2),
  )
  const onDutySince = dutySince(latest ?? null, now)
  const ended = latest?.endTime ?? before?.endTime ?? null
  const earliest = new Date(now.getTime() - MAX_BRIEFING_DAYS * DAY_MS).toISOString()
  const isLongAgo = ended === null || ended < earliest
  const away = onDutySince !== null && ended !== null ? Date.parse(onDutySince) - Date.parse(ended) : Infinity
  const isSameShift = away <= SAME_SHIFT_MINUTES * MINUTE_MS
  return { since: isLongAgo ? earliest : ended, isSameShift, isFirstShift: ended === null, isLongAgo }
}
