import { describe, expect, test } from 'vitest'
import type { ProcedureOfTask } from '../../shared/procedure.ts'
import type { Task } from '../../shared/tasks.ts'
import type { RowChange } from './row-changes.ts'
import { changeProcedureBySop, changeProcedureByTask, changeSteps } from './step-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

const of = { param: 7 }

describe('the steps of a task', () => {
  const list = { steps: [] }
  test('are read again after a change of one of them, and not of others', () => {
    expect(changeSteps(list, { before: { taskId: 7 }, after: { taskId: 7 } }, {}, of)).toBe(READ_AGAIN)
    expect(changeSteps(list, { after: { taskId: 7 } }, {}, of)).toBe(READ_AGAIN)
    expect(changeSteps(list, { before: { taskId: 8 }, after: { taskId: 8 } }, {}, of)).toBe(list)
    expect(changeSteps(list, {}, {}, of)).toBe(READ_AGAIN)
  })
})

describe('the procedure of a task', () => {
  const reply = { procedure: { id: 3, page: 2 }, canRead: true, changed: null } as ProcedureOfTask
  const change = (id: number, row: Partial<Task> | null) =>
    ({ resource: 'tasks', id, row: row as Task | null }) satisfies RowChange<Task>
  const same = { sopId: 3, sopPage: 2, status: 'pending' as const }
  test('is read again when the task has another, or was completed', () => {
    for (const row of [{ ...same, sopId: 4 }, { ...same, sopPage: 1 }, { ...same, status: 'completed' as const }, null])
      expect(changeProcedureByTask(reply, change(7, row), {}, of)).toBe(READ_AGAIN)
  })

  test('stays when something else of the task has changed, or another task', () => {
    expect(changeProcedureByTask(reply, change(7, { ...same, stepsDone: 4 }), {}, of)).toBe(reply)
    expect(changeProcedureByTask(reply, change(8, { ...same, sopId: 4 }), {}, of)).toBe(reply)
  })

  test('is read again when the procedure itself has changed', () => {
    expect(changeProcedureBySop(reply, { id: 3 })).toBe(READ_AGAIN)
    expect(changeProcedureBySop(reply, { id: 4 })).toBe(reply)
  })
})
