import type { ChangeWithRow } from '../../shared/changes.ts'
import { type ProcedureOfTask, procedureApi } from '../../shared/procedure.ts'
import type { Sop } from '../../shared/sops.ts'
import { type StepList, stepsApi } from '../../shared/steps.ts'
import type { Task } from '../../shared/tasks.ts'
import type { Patches } from './reply-patches.ts'
import type { ReplyContext, RowChange } from './row-changes.ts'
import { type Changed, READ_AGAIN } from './task-changes.ts'

type FilterValues = { taskId: number } | undefined

/** The steps of a task after a change of a step. Rows lack the times, so the task's steps are read again. */
export function changeSteps(
  list: StepList,
  { before, after }: Pick<ChangeWithRow, 'before' | 'after'>,
  _query: object,
  { param }: Pick<ReplyContext, 'param'>,
): Changed<StepList> {
  const taskIds = [before, after].flatMap((filterValues) => (filterValues as FilterValues)?.taskId ?? [])
  return taskIds.length > 0 && !taskIds.includes(Number(param)) ? list : READ_AGAIN
}

/** The procedure of a task after a change of the task. The contents of a task change often, and change nothing here. */
export function changeProcedureByTask(
  reply: ProcedureOfTask,
  { id, row }: RowChange<Task>,
  _query: object,
  { param }: Pick<ReplyContext, 'param'>,
): Changed<ProcedureOfTask> {
  if (id !== Number(param)) return reply
  const isSame = row && row.status !== 'completed' && row.sopId === (reply.procedure?.id ?? null)
  const isSamePage = row && (row.sopPage ?? 1) === (reply.procedure?.page ?? 1)
  return isSame && isSamePage ? reply : READ_AGAIN
}

/** The procedure of a task after a change of an SOP. */
export const changeProcedureBySop = (
  reply: ProcedureOfTask,
  { id }: Pick<RowChange<Sop>, 'id'>,
): Changed<ProcedureOfTask> => (id === reply.procedure?.id ? READ_AGAIN : reply)

/** How changes of steps, tasks and SOPs change the contents of a task. */
export const stepPatches: Patches = [[stepsApi.list, changeSteps]]
export const procedureTaskPatches: Patches = [[procedureApi.get, changeProcedureByTask]]
export const procedureSopPatches: Patches = [[procedureApi.get, changeProcedureBySop]]
