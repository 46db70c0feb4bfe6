import { routines } from '../../src/server/db/tables/routines.ts'
import { type NewRoutine, type RoutineChanges, routinesApi } from '../../src/shared/routines.ts'
import type { DepartmentName, PersonName } from './people.ts'
import { putTask } from './tasks.ts'
import type { TestApp } from './test-app.ts'

type Columns = Omit<typeof routines.$inferInsert, 'assigneeId' | 'creatorId' | 'departmentId'>
type Fields = Partial<Columns> & {
  assignee?: PersonName | null
  creator?: PersonName
  department?: DepartmentName | null
}

/**
 * Inserts a routine as it is. By default it is Housekeeping's, comes every day at 06:00, is due after two hours and
 * closes after four; it has no next opening, so that no scheduler opens it.
 */
export const putRoutine = (
  { fixtures, put }: TestApp,
  { assignee = null, creator = 'marta', department = 'Housekeeping', ...fields }: Fields = {},
) =>
  put(creator, routines, {
    ...{ title: 'Pool: water test', opensAt: '06:00', dueAfterMinutes: 120, closesAfterMinutes: 240 },
    days: fields.everyDays === undefined ? '* * *' : null,
    ...fields,
    assigneeId: assignee && fixtures.people[assignee].id,
    creatorId: fixtures.people[creator].id,
    departmentId: department && fixtures.departments[department],
  })

/** Inserts an occurrence of a routine directly, open since an hour unless the fields say otherwise. */
export async function putOccurrence(
  muster: TestApp,
  { routineId, department = 'Housekeeping', ...fields }: Parameters<typeof putTask>[1] = {},
) {
  const routine = routineId ?? (await putRoutine(muster, { department })).id
  const now = Date.now()
  const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()
  const times = { occurrenceAt: hours(-1), dueDate: hours(1), closesAt: hours(3), createdAt: hours(-1) }
  return putTask(muster, {
    title: 'Pool: water test',
    kind: 'routine',
    routineId: routine,
    department,
    ...times,
    ...fields,
  })
}

/** The smallest body of a routine of this department. */
export const newRoutine = ({ fixtures }: TestApp, department: DepartmentName, fields: Partial<NewRoutine> = {}) => ({
  ...{ title: 'Pool: water test', departmentId: fixtures.departments[department], days: '* * *', opensAt: '06:00' },
  dueAfterMinutes: 120,
  ...fields,
})

/** The calls for routines, each made as the person named. */
export const routineCalls = (muster: TestApp) => ({
  create: async (name: PersonName, body: NewRoutine) => (await muster.as(name)).call(routinesApi.create, { body }),
  createMany: async (name: PersonName, routines: NewRoutine[]) =>
    (await muster.as(name)).call(routinesApi.createMany, { body: { routines } }),
  update: async (name: PersonName, id: number, body: RoutineChanges) =>
    (await muster.as(name)).call(routinesApi.update, { params: { id }, body }),
  remove: async (name: PersonName, id: number) => (await muster.as(name)).call(routinesApi.remove, { params: { id } }),
  restore: async (name: PersonName, id: number) =>
    (await muster.as(name)).call(routinesApi.restore, { params: { id } }),
  get: async (name: PersonName, id: number) => (await muster.as(name)).call(routinesApi.get, { params: { id } }),
  list: async (name: PersonName, departmentId?: number) =>
    (await (await muster.as(name)).call(routinesApi.list, { query: { departmentId } })).routines,
  week: async (name: PersonName, from: string, to: string, departmentId?: number) =>
    (await (await muster.as(name)).call(routinesApi.week, { query: { from, to, departmentId } })).occurrences,
  occurrences: async (name: PersonName, id: number, query: { before?: string; limit?: number } = {}) =>
    (await muster.as(name)).call(routinesApi.occurrences, { params: { id }, query }),
  skip: async (name: PersonName, id: number, reason = 'The pool is closed') =>
    (await muster.as(name)).call(routinesApi.skip, { params: { id }, body: { reason } }),
  unskip: async (name: PersonName, id: number) => (await muster.as(name)).call(routinesApi.unskip, { params: { id } }),
})
