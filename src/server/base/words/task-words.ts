import { formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { firstOf, type Words } from './words.ts'

export interface ProblemsParams {
  by: string
  title: string
  place: string | null
  count?: number
}

export interface WaitingParams {
  title: string
  place: string | null
  department: string | null
  minutes: number
}

export interface DueParams {
  /** Of several, the first that is due. */
  title: string
  due: string
  count?: number
}

/** Words about tasks and problems: somebody gets them, or they wait. */
export const taskWords = {
  'task-assigned': ({ by, title }: { by: string; title: string }, { i18n }: Reader): Words => ({
    type: 'task',
    title: i18n.t('New task for you'),
    message: i18n.t('{by} assigned you "{title}"', { by, title }),
  }),
  /** `title` is the first task's title. */
  'task-assigned-many': (
    { by, title, count }: { by: string; title: string; count: number },
    { i18n }: Reader,
  ): Words => ({
    type: 'task',
    title: i18n.t('{count, plural, one {# new task for you} other {# new tasks for you}}', { count }),
    message: i18n.t('{by} assigned you "{title}" and {count} more', { by, title, count: count - 1 }),
  }),
  /** `from` is who has left, and whose open work it was. */
  'work-reassigned': (
    { by, from, tasks, routines }: { by: string; from: string; tasks: number; routines: number },
    { i18n }: Reader,
  ): Words => ({
    type: 'task',
    title: i18n.t('You take over the work of {name}', { name: from }),
    message:
      routines === 0
        ? i18n.t('{by} assigned you {tasks, plural, one {# task} other {# tasks}}', { by, tasks })
        : tasks === 0
          ? i18n.t('{by} assigned you {routines, plural, one {# routine} other {# routines}}', { by, routines })
          : i18n.t(
              '{by} assigned you {tasks, plural, one {# task} other {# tasks}} and {routines, plural, one {# routine} other {# routines}}',
              { by, tasks, routines },
            ),
  }),
  /** `title` and `place` are the first problem's, and `by` the person who reported, sent, solved or took them. */
  'problem-reported': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{count, plural, one {New problem} other {# new problems}}', { count }),
    message: i18n.t('{by}: {problem}', { by, problem: problemOf({ title, place, count }, i18n) }),
  }),
  'problem-moved': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{count, plural, one {A problem was sent to you} other {# problems were sent to you}}', { count }),
    message: i18n.t('{by}: {problem}', { by, problem: problemOf({ title, place, count }, i18n) }),
  }),
  'problem-taken': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{by} takes care of it', { by }),
    message: problemOf({ title, place, count }, i18n),
  }),
  'problem-done': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{count, plural, one {Your problem is solved} other {# of your problems are solved}}', { count }),
    message: i18n.t('{by}: {problem}', { by, problem: problemOf({ title, place, count }, i18n) }),
  }),
  /** Nobody has taken it for so many minutes. */
  'problem-waiting': ({ title, place, department, minutes }: WaitingParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('Nobody has taken a problem for {minutes, plural, one {a minute} other {# minutes}}', { minutes }),
    message: department
      ? i18n.t('{department}: {problem}', { department, problem: problemOf({ title, place, count: 1 }, i18n) })
      : problemOf({ title, place, count: 1 }, i18n),
  }),
  'due-soon': ({ title, due, count = 1 }: DueParams, reader: Reader): Words => ({
    type: 'task',
    title: reader.i18n.t('{count, plural, one {Due at {time}} other {# tasks are due at {time}}}', {
      ...{ count, time: formatTime(due, reader) },
    }),
    message: firstOf({ title, count }, reader),
  }),
  overdue: ({ title, due, count = 1 }: DueParams, reader: Reader): Words => ({
    type: 'task',
    title: reader.i18n.t('{count, plural, one {A task is overdue} other {# tasks are overdue}}', { count }),
    message:
      count === 1
        ? reader.i18n.t('"{title}" was due at {time}', { title, time: formatTime(due, reader) })
        : firstOf({ title, count }, reader),
  }),
  /** For managers on duty. `assignee` is null for a task that nobody has. */
  'overdue-managers': (
    { title, due, count = 1, assignee }: DueParams & { assignee: string | null },
    reader: Reader,
  ): Words => ({
    type: 'task',
    title: reader.i18n.t('{count, plural, one {A task is still overdue} other {# tasks are still overdue}}', { count }),
    message:
      count > 1
        ? firstOf({ title, count }, reader)
        : assignee
          ? reader.i18n.t('"{title}" was due at {time}. {assignee} has it.', {
              ...{ title, time: formatTime(due, reader), assignee },
            })
          : reader.i18n.t('"{title}" was due at {time}. Nobody has taken it.', {
              title,
              time: formatTime(due, reader),
            }),
  }),
}

/** "Tap drips (Room 204)", and how many more. */
function problemOf(
  { title, place, count }: Pick<ProblemsParams, 'title' | 'place'> & { count: number },
  i18n: Reader['i18n'],
) {
  const problem = place ? i18n.t('{title} ({place})', { title, place }) : title
  return count === 1 ? problem : i18n.t('{problem} and {count} more', { problem, count: count - 1 })
}
