import type { NewStep } from '../../../shared/step-fields.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import type { Context } from '../context.ts'
import { searchTextOf } from '../write/search-text.ts'
import { insertMany } from '../write/write.ts'

/** Adds steps to a task, behind the position `last`. The caller counts them on the task. */
export const insertSteps = (ctx: Context, taskId: number, steps: readonly NewStep[], last = 0) =>
  insertMany(
    ctx,
    taskSteps,
    steps.map((step, at) => ({ ...step, taskId, position: last + at + 1, searchText: searchTextOf(step.text) })),
  )
