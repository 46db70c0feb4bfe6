import { type SQL, sql } from 'drizzle-orm'
import type { SectionKind } from '../../../shared/briefing.ts'
import type { Json } from '../../base/json-pieces.ts'
import type { NotificationKind } from '../../base/words/notification-words.ts'
import { ownTasks, unassignedTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { byDueDate, notCompleted } from '../../core/counts/own-tasks.ts'
import { active, allOf, isProblem } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import type { Listed } from '../notifications/suppressed.ts'
import { type FirstTasksSection, readFirstTasks } from './first-tasks.ts'

/** The sections of the briefing that hold tasks. A task stands in one of them at most. */

type WorkKind = Extract<SectionKind, 'unclaimed_problems' | 'overdue' | 'routines_now' | 'due_today'>

/** The tasks of a person's sections: conditions on their own, and on their department's unassigned tasks. */
interface Work {
  own: SQL
  unassigned: SQL | null
  sections: Record<WorkKind, { own: SQL[]; unassigned: SQL[]; by?: SQL }>
}

const isOccurrence = sql`${tasks.kind} = 'routine'`

/**
 * The tasks that the sections cover; with `since`, only tasks that have come to the person after that time: reported,
 * sent, given back, assigned, opened or fallen due.
 */
function workOf(ctx: Context, since: string | null): Work {
  const { overdue, dueToday, open } = byDueDate(ctx)
  const [pastDue, marked] = overdue
  if (!pastDue || !marked) throw new Error('There are two ways to be overdue')
  const isNew = (condition: SQL) => (since === null ? sql`true` : condition)
  const isTaken = sql`${tasks.takenAt} > ${since}`
  const hasCome = isNew(isTaken)
  const hasOpened = isNew(sql`(${tasks.createdAt} > ${since} or ${isTaken})`)
  const both = (...conditions: SQL[]) => allOf(conditions)
  // Managers without a department are expected for no routine but their own.
  const isExpected = ctx.viewer.departmentId === null ? sql`false` : hasOpened
  return {
    own: ownTasks(ctx),
    unassigned: unassignedTasks(ctx),
    sections: {
      unclaimed_problems: {
        own: [],
        unassigned: [both(isProblem, isNew(sql`${tasks.updatedAt} > ${since}`))],
        // Urgent problems come first. There are few of them, so no index is needed.
        by: sql`case when ${tasks.priority} = 'high' then '-infinity' else ${tasks.createdAt} end`,
      },
      overdue: {
        own: [
          both(pastDue, isNew(sql`(${tasks.dueOrNever} > ${since} or ${isTaken})`)),
          both(marked, isNew(sql`${tasks.updatedAt} > ${since}`)),
        ],
        unassigned: [],
      },
      routines_now: {
        own: [...dueToday, ...open].map((part) => both(part, isOccurrence, hasOpened)),
        unassigned: [both(isOccurrence, isExpected)],
      },
      due_today: { own: dueToday.map((part) => both(part, sql`not ${isOccurrence}`, hasCome)), unassigned: [] },
    },
  }
}

/** The conditions of a section's parts. */
function partsOf({ own, unassigned, sections }: Work, kind: WorkKind): SQL[] {
  const section = sections[kind]
  const ofNobody = unassigned === null ? [] : section.unassigned.map((part) => allOf([unassigned, part]))
  return [...section.own.map((part) => allOf([own, part])), ...ofNobody]
}

const workKinds: WorkKind[] = ['unclaimed_problems', 'overdue', 'routines_now', 'due_today']

/** Notifications that say no more than that a task is there. */
const saidByTasks: NotificationKind[] = [
  ...(['task-assigned', 'problem-reported', 'problem-moved', 'problem-waiting', 'due-soon', 'overdue'] as const),
]

/**
 * The tasks in all sections of the briefing, shown or folded, as a list, so that notifications need not repeat them.
 */
export function briefedTasks(ctx: Context, since: string | null): Listed {
  const work = workOf(ctx, since)
  const parts = workKinds.flatMap((kind) => partsOf(work, kind)).map((part) => sql`(${part})`)
  return {
    type: 'task',
    kinds: saidByTasks,
    has: (id) => sql`exists (select from ${tasks} where ${tasks.id} = ${id} and ${active} and ${notCompleted}
      and (${sql.join(parts, sql` or `)}))`,
  }
}

/**
 * The tasks of these sections as the contract's JSON, and how many there are: problems that nobody has taken, the
 * oldest first, and the viewer's tasks, by due date. With `since`, only tasks that are new after that time.
 */
export async function listBriefedTasks(
  ctx: Context,
  kinds: readonly WorkKind[],
  { since, limit }: { since: string | null; limit: number },
): Promise<Record<WorkKind, { items: Json[]; total: number }>> {
  const work = workOf(ctx, since)
  const sections: Record<string, FirstTasksSection> = {}
  for (const kind of kinds) {
    const { by } = work.sections[kind]
    const parts = partsOf(work, kind)
    if (parts.length > 0) sections[kind] = { parts, ...(by && { by }) }
  }
  const isAsked = Object.keys(sections).length > 0
  const [first, counts] = isAsked
    ? await Promise.all([readFirstTasks(ctx, sections, limit), countWork(ctx, work, kinds)])
    : []
  const sectionOf = (kind: WorkKind) => ({
    items: first?.get(kind) ?? [],
    total: counts?.[kind] ?? 0,
  })
  return {
    unclaimed_problems: sectionOf('unclaimed_problems'),
    overdue: sectionOf('overdue'),
    routines_now: sectionOf('routines_now'),
    due_today: sectionOf('due_today'),
  }
}

/** How many tasks the sections have: one look at the viewer's own, and one at those that nobody has. */
async function countWork(ctx: Context, { own, unassigned, sections }: Work, kinds: readonly WorkKind[]) {
  const countsOf = (condition: SQL | null, whose: 'own' | 'unassigned') => {
    const asked = kinds.filter((kind) => sections[kind][whose].length > 0)
    if (condition === null || asked.length === 0) return []
    const counts = asked.map((kind) => {
      const parts = sections[kind][whose].map((part) => sql`(${part})`)
      return sql`${sql.raw(`'${kind}'`)}, count(*) filter (where ${sql.join(parts, sql` or `)})`
    })
    return [
      sql`(select json_build_object(${sql.join(counts, sql`, `)}) from ${tasks}
        where ${allOf([active, notCompleted, condition])}) as ${sql.identifier(whose)}`,
    ]
  }
  const columns = [...countsOf(own, 'own'), ...countsOf(unassigned, 'unassigned')]
  type Counts = Partial<Record<WorkKind, number>>
  const [row] = await read<{ own?: Counts; unassigned?: Counts }>(ctx, sql`select ${sql.join(columns, sql`, `)}`, true)
  const totalOf = (kind: WorkKind) => (row?.own?.[kind] ?? 0) + (row?.unassigned?.[kind] ?? 0)
  return Object.fromEntries(kinds.map((kind) => [kind, totalOf(kind)])) as Record<WorkKind, number>
}
