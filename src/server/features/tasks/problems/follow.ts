import { inArray } from 'drizzle-orm'
import { groupBy } from '../../../base/group-by.ts'
import type { NotificationFact } from '../../../base/words/notification-words.ts'
import type { Context } from '../../../core/context.ts'
import { isActivePerson } from '../../../core/people/active.ts'
import { peopleOnDuty } from '../../../core/people/duty.ts'
import type { tasks } from '../../../db/tables/tasks.ts'
import { users } from '../../../db/tables/users.ts'
import { fullName, notifyEach } from '../../notifications/notify.ts'
import { startWaiting } from './waiting.ts'

type TaskRow = typeof tasks.$inferSelect
interface Change {
  before: TaskRow | undefined
  after: TaskRow
}
interface ProblemNotice {
  recipients: string[]
  fact: NotificationFact
}

/** Whether a problem waits for somebody who takes it. */
const waits = ({ assigneeId, status, deletedAt }: TaskRow) =>
  assigneeId === null && status !== 'completed' && deletedAt === null

/**
 * Notifies people when problems are reported or changed, by any way. Everybody on duty in a department learns of a
 * problem that is new there. Its reporter learns that somebody has it, and that it is solved. The time until managers
 * learn that nobody has taken it begins when it begins to wait, and anew in another department. Nobody is told of their
 * own action, and one change of many problems is one notification for each person. A release and a deletion are told to
 * nobody: both may be taken back.
 *
 * @param befores the rows before the change; a problem without one is new
 * @param afters the rows after it, of any kind
 */
export async function followProblems(ctx: Context, befores: TaskRow[], afters: TaskRow[]) {
  const formerly = new Map(befores.map((task) => [task.id, task]))
  const changes = afters
    .filter(({ kind }) => kind === 'problem')
    .map((after): Change => ({ before: formerly.get(after.id), after }))
  if (changes.length === 0) return
  const arrived = changes.filter(({ before, after }) => waits(after) && before?.departmentId !== after.departmentId)
  const begun = changes.filter(({ before, after }) => waits(after) && !(before && waits(before)))
  await notifyEach(ctx, [...(await noticesOfArrived(ctx, arrived)), ...(await noticesForReporters(ctx, changes))])
  await startWaiting(
    ctx,
    [...new Set([...arrived, ...begun])].map(({ after }) => after.id),
  )
}

/** The news for everybody on duty in the departments that problems have come to. */
async function noticesOfArrived(ctx: Context, arrived: Change[]): Promise<ProblemNotice[]> {
  const byDepartment = groupBy(arrived, ({ after }) => after.departmentId)
  const departmentIds = [...byDepartment.keys()].filter((id) => id !== null)
  if (departmentIds.length === 0) return []
  const people = await peopleOnDuty(ctx, { departmentIds })
  return [...byDepartment].map(([departmentId, changes]) => ({
    recipients: people
      .filter((person) => person.departmentId === departmentId && person.id !== ctx.viewer.id)
      .map(({ id }) => id),
    fact: factOf(
      changes.some(({ before }) => before) ? 'problem-moved' : 'problem-reported',
      fullName(ctx.viewer),
      changes.map(({ after }) => after),
    ),
  }))
}

/** News for reporters whose problems are solved now, or have an assignee now and had none before. */
async function noticesForReporters(ctx: Context, changes: Change[]): Promise<ProblemNotice[]> {
  const ofOthers = changes.filter(({ before, after }) => before && after.creatorId !== ctx.viewer.id)
  const done = ofOthers.filter(({ before, after }) => before?.status !== 'completed' && after.status === 'completed')
  const taken = ofOthers.filter(
    ({ before, after }) =>
      before?.assigneeId === null &&
      after.assigneeId !== null &&
      after.assigneeId !== after.creatorId &&
      after.status !== 'completed',
  )
  if (done.length + taken.length === 0) return []
  const people = await peopleOf(ctx, [...done, ...taken])
  const noticesOf = (kind: 'problem-done' | 'problem-taken', list: Change[], by: (task: TaskRow) => string) =>
    [...groupBy(list, ({ after }) => `${after.creatorId} ${by(after)}`).values()].flatMap((group): ProblemNotice[] => {
      const [first] = group
      const reporter = first && people.get(first.after.creatorId)
      if (!first || !reporter?.isActive) return []
      const tasks = group.map(({ after }) => after)
      return [{ recipients: [reporter.id], fact: factOf(kind, by(first.after), tasks) }]
    })
  const assigneeOf = ({ assigneeId }: TaskRow) => {
    const assignee = people.get(assigneeId ?? '')
    return assignee ? fullName(assignee) : ''
  }
  return [
    ...noticesOf('problem-done', done, () => fullName(ctx.viewer)),
    ...noticesOf('problem-taken', taken, assigneeOf),
  ]
}

/** The reporters and the assignees of these problems, by their ids. */
async function peopleOf({ db }: Context, changes: Change[]) {
  const ids = changes.flatMap(({ after: { creatorId, assigneeId } }) =>
    assigneeId ? [creatorId, assigneeId] : [creatorId],
  )
  const { id, firstName, lastName } = users
  const found = await db
    .select({ id, firstName, lastName, isActive: isActivePerson })
    .from(users)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(found.map((person) => [person.id, person]))
}

/** One fact about these problems. There is one at least. */
function factOf(
  kind: 'problem-reported' | 'problem-moved' | 'problem-taken' | 'problem-done',
  by: string,
  [first, ...others]: TaskRow[],
): NotificationFact {
  if (!first) throw new Error('There are no problems to tell of')
  const { title, place } = first
  return others.length === 0
    ? { kind, params: { by, title, place }, subject: { type: 'task', id: first.id } }
    : { kind, params: { by, title, place, count: others.length + 1 }, subject: null }
}
