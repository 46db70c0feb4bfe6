import { samplePlaces as signs } from '../../../sample/places.ts'
import { problems as reports } from '../../../sample/problems.ts'
import type { Task } from '../../shared/tasks.ts'
import { createPlace } from '../features/places/places.ts'
import { claimTask } from '../features/tasks/problems/claim.ts'
import { reportProblem } from '../features/tasks/problems/report.ts'
import { updateTask } from '../features/tasks/update.ts'
import { type Action, HOUR, type Hotel, MINUTE, sampleContext } from './hotel.ts'

/** Places with signs, and the problems that people of the sample hotel have reported, taken and solved. */

const SIGNS_SET = 30

/** An administrator prints a sign for each place. */
export const placeActions = ({ ctx, calendar, departmentIds, staff }: Hotel): Action[] =>
  signs.map(({ name, department }, index) => {
    const at = calendar.day(-SIGNS_SET) + 10 * HOUR + index * MINUTE
    const body = { name, departmentId: departmentIds[department] }
    return {
      at,
      act: () => createPlace(sampleContext(ctx, staff.beatriz, at), { params: {}, query: undefined, body }),
    }
  })

/** People report problems, and others take and solve them. */
export const problemActions = ({ ctx, calendar, departmentIds, staff }: Hotel): Action[] =>
  reports.flatMap((report): Action[] => {
    const { title, description, place, department, priority, by, taken, done } = report
    const reported = calendar.now - report.reported * HOUR
    let problem: Task
    const body = { title, description, place, priority, departmentId: departmentIds[department] }
    const act = async () => {
      problem = await reportProblem(sampleContext(ctx, staff[by], reported), { params: {}, query: undefined, body })
    }
    if (!taken) return [{ at: reported, act }]
    const taker = staff[taken[0]]
    const [took, solved] = [reported + taken[1] * MINUTE, done && reported + done * MINUTE]
    const params = () => ({ id: problem.id })
    const take = () =>
      claimTask(sampleContext(ctx, taker, took), { params: params(), query: undefined, body: undefined })
    const begin = () =>
      updateTask(sampleContext(ctx, taker, took + MINUTE), {
        ...{ params: params(), query: undefined, body: { status: 'in_progress' } },
      })
    const actions: Action[] = [
      { at: reported, act },
      { at: took, act: take },
      { at: took + MINUTE, act: begin },
    ]
    if (!solved) return actions
    const solve = () =>
      updateTask(sampleContext(ctx, taker, solved), {
        ...{ params: params(), query: undefined, body: { status: 'completed' } },
      })
    return [...actions, { at: solved, act: solve }]
  })
