import { expect, test } from 'vitest'
import type { Task } from '../../../shared/tasks.ts'
import { routineGroups } from '../../routines/field-groups.ts'
import { routineBodyOf, routineValuesOf, usualRoutine } from '../../routines/form-values.ts'
import { taskGroups } from '../../task/dialog/field-groups.tsx'
import { taskBodyOf, taskValuesOf } from '../../task/dialog/form-values.ts'

const routine = routineValuesOf(usualRoutine, '2026-07-01')
const task = taskValuesOf({ title: 'Linen', dueDate: null, tags: [] as string[] } as Task, 'Europe/Lisbon')

test.each([
  ['routine', routineGroups, routine, routineBodyOf(routine)],
  ['task', taskGroups, task, taskBodyOf(task, 'Europe/Lisbon')],
] as const)('every field of a %s belongs to one group', (_, groups, values, body) => {
  expect(groups.flatMap(({ sent }) => sent).toSorted()).toEqual(Object.keys(body).toSorted())
  expect(groups.flatMap(({ shown }) => shown).toSorted()).toEqual(Object.keys(values).toSorted())
})
