import { type SQL, sql } from 'drizzle-orm'
import { isoFromPostgres } from '../../db/columns.ts'
import { hoursApprovals } from '../../db/tables/hours.ts'
import type { OpenContext } from '../context.ts'

/** The approval of a person's pay period that counts: the latest one, unless it was withdrawn. */
export interface Approval {
  id: number
  userId: string
  periodStart: string
  periodEnd: string
  /** The paid minutes of each day that has any. */
  minutes: Record<string, number>
  hash: string
  approvedBy: string
  approvedAt: string
  /** When managers were told that the hours differ from these. */
  toldAt: string | null
}

interface Row extends Record<string, unknown> {
  id: number
  user_id: string
  period_start: string
  period_end: string
  minutes: Record<string, number>
  hash: string
  approved_by: string
  approved_at: string
  told_at: string | null
}

/**
 * The approvals of people's pay periods that count, by person and period.
 *
 * @param userIds the people; null for everybody
 * @param touched the first and the last day: every period that has one of these days
 */
export async function approvedHours(
  { db }: Pick<OpenContext, 'db'>,
  userIds: readonly string[] | null,
  { start, end }: { start: string; end: string },
): Promise<Approval[]> {
  const ofPeople = userIds === null ? sql`true` : sql`approval.user_id = any(${sql.param(userIds)}::uuid[])`
  const { rows } = await db.execute<Row>(sql`
    select * from (
      select distinct on (approval.user_id, approval.period_start) approval.* from ${hoursApprovals} as approval
      where ${ofPeople} and ${touchesDays(sql`approval`, start, end)}
      order by approval.user_id, approval.period_start, approval.id desc
    ) as latest
    where latest.withdrawn_at is null order by latest.user_id, latest.period_start`)
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    minutes: row.minutes,
    hash: row.hash,
    approvedBy: row.approved_by,
    approvedAt: isoFromPostgres(row.approved_at),
    toldAt: row.told_at && isoFromPostgres(row.told_at),
  }))
}

/** The longest pay period has so many days. It bounds how far before a day the index is read. */
const LONGEST = 31

const touchesDays = (approval: SQL, start: string, end: string) => sql`
  ${approval}.period_start between ${start}::date - ${sql.raw(String(LONGEST))} and ${end}::date
  and ${approval}.period_end >= ${start}::date`
