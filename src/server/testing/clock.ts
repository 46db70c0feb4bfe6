import { type clockStatuses, durationOf } from '../../shared/clock.ts'
import { clockSessions } from '../db/tables/clock.ts'
import { insert } from '../write.ts'
import type { PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Puts a session of somebody's into the hotel as it is; without an end it runs. */
export function putSession({ hotel, contextOf }: TestApp, name: PersonName, startTime: string, endTime: string | null) {
  const { id: userId, departmentId } = hotel.people[name]
  const status: (typeof clockStatuses)[number] = endTime === null ? 'active' : 'completed'
  const values = { userId, departmentId, startTime, endTime, status, duration: durationOf({ startTime, endTime }) }
  return insert(contextOf(name), clockSessions, values)
}

/** Takes all sessions out of the hotel, or those of one person. */
export const clearSessions = ({ services, hotel }: TestApp, name?: PersonName) =>
  services.database.pool.query('delete from clock_sessions where user_id = coalesce($1, user_id)', [
    name ? hotel.people[name].id : null,
  ])
