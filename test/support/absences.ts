import { absences } from '../../src/server/db/tables/absences.ts'
import { absenceSpanOf, type LocalAbsence } from '../../src/shared/absences/absence-times.ts'
import type { PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

type Fields = Partial<LocalAbsence> & Partial<Pick<typeof absences.$inferInsert, 'kind' | 'state' | 'note' | 'userId'>>

/** A day on which nobody has anything to do yet. */
export const dayToCome = () => new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)

/** Inserts an absence directly: a requested vacation of a day, unless the fields say otherwise. */
export function putAbsence(
  { fixtures, put, services }: TestApp,
  person: PersonName,
  {
    from = dayToCome(),
    to = from,
    start = null,
    end = null,
    kind = 'vacation',
    state = 'requested',
    ...rest
  }: Fields = {},
) {
  const userId = rest.userId ?? fixtures.people[person].id
  return put('gita', absences, {
    ...{ userId, kind, state, fromDate: from, toDate: to, start, end, createdBy: userId, note: rest.note ?? null },
    ...absenceSpanOf({ from, to, start, end }, services.config.timeZone),
  })
}

/** Deletes all absences. */
export const clearAbsences = ({ services }: TestApp) => services.database.pool.query('delete from absences')
