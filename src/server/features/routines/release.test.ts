import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { newRoutine, putOccurrence, routineCalls } from '../../../../test/support/routines.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { aside, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { departmentsApi } from '../../../shared/departments.ts'
import type { NewRoutine } from '../../../shared/routines.ts'
import { sopsApi } from '../../../shared/sops.ts'
import { usersApi } from '../../../shared/users.ts'
import { contextFor } from '../../core/context.ts'
import { departments } from '../../db/tables/departments.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { openDue } from './open.ts'

/** Routines after the departure of a person or a department. */

const muster = useTestApp()
const { create, update, remove, restore } = routineCalls(muster)
const body = (fields: Partial<NewRoutine> = {}) => newRoutine(muster, 'Housekeeping', fields)
const idOf = (name: 'lea') => muster.fixtures.people[name].id
const rowOf = async (id: number) =>
  (await muster.services.database.orm.select().from(routines).where(eq(routines.id, id)))[0]
const issuesOf = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return [status, ...(reply?.issues ?? []).map(({ path }) => path)]
}

afterEach(() => muster.services.database.pool.query('delete from tasks; delete from routines'))

describe('a person who is gone', () => {
  test.each(['deleted', 'deactivated'])(
    'and %s leaves their routines to the department, or switched off',
    async (how) => {
      const uli = await muster.as('gita').then((gita) =>
        gita.call(usersApi.create, {
          body: {
            ...{
              firstName: 'Jo',
              lastName: 'Leaver',
              email: `${how}@hotel.example`,
              role: 'user',
              password: 'correct horse',
            },
            departmentId: muster.fixtures.departments.Housekeeping,
          },
        }),
      )
      const shared = await create('marta', body({ assigneeId: uli.id }))
      const own = await create('marta', body({ assigneeId: uli.id, departmentId: null }))
      const gita = await muster.as('gita')
      if (how === 'deleted') await gita.call(usersApi.remove, { params: { id: uli.id } })
      else await gita.call(usersApi.update, { params: { id: uli.id }, body: { isActive: false } })
      expect(await rowOf(shared.id)).toMatchObject({
        assigneeId: null,
        isActive: true,
        nextOccurrence: shared.nextOccurrence,
      })
      expect(await rowOf(own.id)).toMatchObject({ assigneeId: uli.id, isActive: false, nextOccurrence: null })
      expect(await issuesOf(update('marta', own.id, { isActive: true }))).toEqual([400, 'assigneeId'])
      expect(await update('marta', own.id, { isActive: true, assigneeId: idOf('lea') })).toMatchObject({
        isActive: true,
      })
    },
  )
})

test('a procedure that is deleted leaves the routine without one', async () => {
  const { id: sopId } = await putSop(muster)
  const { id } = await create('marta', body({ sopId, sopPage: 1 }))
  await (await muster.as('gita')).call(sopsApi.remove, { params: { id: sopId } })
  const { orm } = muster.services.database
  await orm
    .update(routines)
    .set({ nextOccurrence: '2026-11-03T05:00:00.000Z', days: '3 11 *' })
    .where(eq(routines.id, id))
  await aside(() => openDue(contextFor(muster.services, null, new Date('2026-11-03T05:00:00.000Z'))))
  const [task] = await orm.select().from(tasks).where(eq(tasks.routineId, id))
  expect(task).toMatchObject({ sopId: null, sopPage: null })
  expect(await update('marta', id, { title: 'Sauna' })).toMatchObject({ sopId: null, title: 'Sauna' })
})

describe('a department', () => {
  const spa = () => muster.put('gita', departments, { name: 'Spa', foldedName: `spa ${Math.random()}` })
  const drop = async (id: number) => (await muster.as('gita')).call(departmentsApi.remove, { params: { id } })
  const dropMany = async (id: number) =>
    (await muster.as('gita')).call(departmentsApi.updateMany, { body: { remove: [id] } })

  test.each([
    ['alone', drop],
    ['with others', dropMany],
  ])(
    'is not deleted %s while a routine belongs to it; closed tasks and deleted routines do not hold it',
    async (_, erase) => {
      const { id: departmentId } = await spa()
      const routine = await create('gita', body({ departmentId }))
      const named = await create('gita', body({ departmentId, assigneeId: idOf('lea') }))
      const missed = { outcome: 'missed', closedAt: '2026-11-03T09:00:00.000Z', department: null } as const
      const { id: taskId } = await putOccurrence(muster, { routineId: routine.id, ...missed })
      const { orm } = muster.services.database
      await orm.update(tasks).set({ departmentId }).where(eq(tasks.id, taskId))
      expect(await httpErrorOf(erase(departmentId))).toMatchObject({ status: 409, reply: { code: 'not_empty' } })
      for (const { id } of [routine, named]) await remove('gita', id)
      await erase(departmentId)
      expect(await rowOf(routine.id)).toBeUndefined()
      expect(await rowOf(named.id)).toMatchObject({ departmentId: null, assigneeId: idOf('lea') })
      const [task] = await orm.select().from(tasks).where(eq(tasks.id, taskId))
      expect(task).toMatchObject({ departmentId: null, routineId: null, outcome: 'missed' })
      expect(await restore('gita', named.id)).toMatchObject({ departmentId: null })
    },
  )
})
