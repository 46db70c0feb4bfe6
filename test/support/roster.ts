import { plannedShifts, shiftAsks, shiftExchanges, shiftTemplates } from '../../src/server/db/tables/roster.ts'
import type { NewShift, Roster, RosterShift, ShiftChanges } from '../../src/shared/roster/shapes.ts'
import { type LocalShift, shiftSpanOf } from '../../src/shared/roster/shift-times.ts'
import { rosterApi } from '../../src/shared/roster.ts'
import type { DepartmentName, PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

interface Fields extends Partial<LocalShift> {
  person?: PersonName | null
  department?: DepartmentName
  isPublished?: boolean
  title?: string | null
  note?: string | null
  breakMinutes?: number
}

/** Inserts a planned shift directly: a draft of Housekeeping from 06:00 to 14:00, unless the fields say otherwise. */
export function putShift(
  { fixtures, put, services }: TestApp,
  {
    person = null,
    department = 'Housekeeping',
    isPublished = false,
    date = '2026-12-10',
    start = '06:00',
    end = '14:00',
    title = null,
    note = null,
    breakMinutes = 0,
  }: Fields = {},
) {
  const userId = person && fixtures.people[person].id
  const { startTime, endTime } = shiftSpanOf({ date, start, end }, services.config.timeZone)
  const published = {
    ...{ publishedUserId: userId, publishedStartTime: startTime, publishedEndTime: endTime, publishedTitle: title },
    ...{ publishedNote: note, publishedBreakMinutes: breakMinutes, publishedVersion: 1 },
    ...{ publishedAt: '2026-11-01T09:00:00.000Z', publishedBy: fixtures.people.gita.id },
  }
  return put('gita', plannedShifts, {
    departmentId: fixtures.departments[department],
    ...{ userId, startTime, endTime, title, note, breakMinutes },
    ...(isPublished && published),
  })
}

/** Inserts a shift template directly. */
export const putTemplate = ({ fixtures, put }: TestApp, department: DepartmentName = 'Housekeeping') =>
  put('gita', shiftTemplates, {
    departmentId: fixtures.departments[department],
    ...{ name: 'Early', start: '06:00', end: '14:00', breakMinutes: 30, colour: 'amber' },
  })

/** Inserts an exchange directly: of a published shift of a person, which is given to another one. */
export const putExchange = (
  { fixtures, put }: TestApp,
  { id: shiftId, departmentId }: { id: number; departmentId: number },
  from: PersonName,
  to: PersonName,
  state: 'asked' | 'waiting' = 'asked',
) =>
  put('gita', shiftExchanges, {
    ...{ shiftId, departmentId, state, shiftVersion: 1 },
    ...{ fromUserId: fixtures.people[from].id, toUserId: fixtures.people[to].id },
    ...(state === 'waiting' && { acceptedAt: '2026-11-01T09:00:00.000Z' }),
  })

/** Inserts a question of a planner to a person directly: whether they could come for a shift. */
export const putAsk = (
  { fixtures, put }: TestApp,
  { id: shiftId, departmentId }: { id: number; departmentId: number },
  person: PersonName,
) =>
  put('gita', shiftAsks, {
    ...{ shiftId, departmentId, userId: fixtures.people[person].id, askedBy: fixtures.people.gita.id },
  })

/** Deletes all planned shifts and templates. */
export const clearRoster = ({ services }: TestApp) =>
  services.database.pool.query('delete from planned_shifts; delete from shift_templates')

type NewFields = Omit<Partial<NewShift>, 'departmentId' | 'userId'> & { person?: PersonName | null }

/** The calls of planners, about Housekeeping in the week of December 7, 2026. */
export const rosterCalls = (muster: TestApp) => {
  const departmentId = () => muster.fixtures.departments.Housekeeping
  const week = { from: '2026-12-07', to: '2026-12-13' }
  const idOf = (person: PersonName | null) => person && muster.fixtures.people[person].id
  const newShift = ({ person = 'uli', ...fields }: NewFields = {}): NewShift => ({
    ...{ departmentId: departmentId(), userId: idOf(person), date: '2026-12-10', start: '06:00', end: '14:00' },
    ...fields,
  })
  return {
    newShift,
    create: async (fields: NewFields = {}, name: PersonName = 'marta') =>
      (await muster.as(name)).call(rosterApi.create, { body: newShift(fields) }),
    change: async (id: number, body: ShiftChanges, name: PersonName = 'marta') =>
      (await muster.as(name)).call(rosterApi.update, { params: { id }, body }),
    remove: async (id: number, name: PersonName = 'marta') =>
      (await muster.as(name)).call(rosterApi.remove, { params: { id } }),
    read: async (name: PersonName, days = week): Promise<Roster> =>
      (await muster.as(name)).call(rosterApi.list, { query: { ...days, departmentId: departmentId() } }),
    preview: async (days = week, name: PersonName = 'marta') =>
      (await muster.as(name)).call(rosterApi.preview, { query: { ...days, departmentId: departmentId() } }),
    async publish({
      reason,
      days = week,
      name = 'marta',
    }: {
      reason?: string
      days?: typeof week
      name?: PersonName
    } = {}) {
      const browser = await muster.as(name)
      const { expected } = await browser.call(rosterApi.preview, { query: { ...days, departmentId: departmentId() } })
      const body = { ...days, departmentId: departmentId(), expected, ...(reason && { reason }) }
      return browser.call(rosterApi.publish, { body })
    },
    /** "Uli 2026-12-10 06:00–14:00", and who has it. */
    inWords: (shifts: RosterShift[]) =>
      shifts.map(({ userId, date, start, end }) => {
        const person = Object.values(muster.fixtures.people).find(({ id }) => id === userId)
        return `${person?.firstName ?? 'nobody'} ${date} ${start}–${end}`
      }),
  }
}
