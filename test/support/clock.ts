import { breaks, clockSessions } from '../../src/server/db/tables/clock.ts'
import type { clockStatuses } from '../../src/shared/clock-session.ts'
import { durationOf } from '../../src/shared/worked-time.ts'
import type { PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Inserts a clock session of a person. Without an end it is running. */
export function putSession({ fixtures, put }: TestApp, name: PersonName, startTime: string, endTime: string | null) {
  const { id: userId, departmentId } = fixtures.people[name]
  const status: (typeof clockStatuses)[number] = endTime === null ? 'active' : 'completed'
  const values = { userId, departmentId, startTime, endTime, status, duration: durationOf({ startTime, endTime }) }
  return put(name, clockSessions, values)
}

/** Inserts a break of a session. */
export async function putBreak(
  { services }: TestApp,
  sessionId: number,
  startTime: string,
  endTime: string | null,
  values: Partial<typeof breaks.$inferInsert> = {},
) {
  const all = { sessionId, startTime, endTime, ...values }
  const [row] = await services.database.orm.insert(breaks).values(all).returning()
  if (!row) throw new Error('No break was inserted')
  return row
}

/** Deletes all clock sessions, or one person's. */
export const clearSessions = ({ services, fixtures }: TestApp, name?: PersonName) =>
  services.database.pool.query('delete from clock_sessions where user_id = coalesce($1, user_id)', [
    name ? fixtures.people[name].id : null,
  ])
