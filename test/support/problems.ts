import { randomBytes } from 'node:crypto'
import { places } from '../../src/server/db/tables/places.ts'
import type { DepartmentName } from './people.ts'
import { putTask } from './tasks.ts'
import type { TestApp } from './test-app.ts'

/** Inserts a problem that nobody has taken. */
export const putProblem = (muster: TestApp, fields: Parameters<typeof putTask>[1] = {}) =>
  putTask(muster, { kind: 'problem', title: 'Tap drips', department: 'Housekeeping', ...fields })

/** Inserts a place with a sign. By default it has no department. */
export const putPlace = (
  { fixtures, put }: TestApp,
  { name = 'Room 204', department = null }: { name?: string; department?: DepartmentName | null } = {},
) =>
  put('gita', places, {
    name,
    departmentId: department && fixtures.departments[department],
    code: randomBytes(10).toString('base64url').slice(0, 10),
  })
