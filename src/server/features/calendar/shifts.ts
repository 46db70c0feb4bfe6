import { sql } from 'drizzle-orm'
import type { CalendarEvent } from '../../base/icalendar.ts'
import type { Context } from '../../core/context.ts'
import { read } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { uidOf } from './uid.ts'

/** The shifts in a person's calendar. */

const DAYS_BACK = 14
const DAYS_AHEAD = 60
const DAY_MS = 24 * 3600 * 1000

interface ShiftRow {
  id: number
  title: string | null
  note: string | null
  startTime: string
  endTime: string
  department: string
  version: number | null
  isAsked: boolean
  /** When it was published, or asked about. */
  changedAt: string
}

/**
 * The viewer's published shifts, and shifts that they are asked to take on. Nothing of another draft is in it, not even
 * that there is one.
 */
export function readShifts(ctx: Context): Promise<ShiftRow[]> {
  const s = plannedShifts
  const at = (days: number) => new Date(ctx.now.getTime() + days * DAY_MS).toISOString()
  const isOpenQuestion = sql`(${s.askedAt} is not null and ${s.refusedAt} is null and ${s.userId} = ${ctx.viewer.id})`
  return read<ShiftRow>(
    ctx,
    sql`
      select shift.*, ${departments.name} as department from (
        select ${s.id}, ${s.departmentId}, ${s.publishedTitle} as title, ${s.publishedNote} as note,
          ${s.publishedStartTime} as "startTime", ${s.publishedEndTime} as "endTime", ${s.publishedVersion} as version,
          ${isOpenQuestion} as "isAsked", ${s.publishedAt} as "changedAt"
        from ${s} where ${s.publishedUserId} = ${ctx.viewer.id} and ${s.publishedStartTime} >= ${at(-DAYS_BACK)}
          and ${s.publishedStartTime} < ${at(DAYS_AHEAD)}
        union all
        select ${s.id}, ${s.departmentId}, ${s.title}, ${s.note}, ${s.startTime}, ${s.endTime}, null, true, ${s.askedAt}
        from ${s} where ${isOpenQuestion} and ${s.publishedUserId} is distinct from ${ctx.viewer.id}
          and ${s.startTime} >= ${at(0)} and ${s.startTime} < ${at(DAYS_AHEAD)}
      ) as shift join ${departments} on ${departments.id} = shift.department_id
      order by shift."startTime", shift.id`,
    true,
  )
}

/** A shift makes its person busy. One that they are asked about is not sure yet. No colleague's name is in it. */
export function eventOfShift({ reader, services: { config } }: Context, shift: ShiftRow): CalendarEvent {
  const { publicUrl } = config
  const name = reader.i18n.t('Shift ##planned work of a person')
  return {
    uid: uidOf('shift', shift.id, publicUrl),
    summary: shift.title ?? name,
    description: shift.note ?? undefined,
    categories: [shift.department],
    url: publicUrl && `${publicUrl}/roster`,
    time: { from: shift.startTime, to: shift.endTime },
    createdAt: shift.changedAt,
    updatedAt: shift.changedAt,
    sequence: shift.version ?? 0,
    isTentative: shift.isAsked,
    isBusy: true,
  }
}
