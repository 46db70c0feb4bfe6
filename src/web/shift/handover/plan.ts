import { MAX_HANDOVER_ITEMS, type NewHandover } from '../../../shared/handovers.ts'
import type { Task } from '../../../shared/tasks.ts'
import type { Choice, Details, HandoverDraft, OwnDraft, TaskDraft } from './draft.ts'

/** What a draft means for the tasks that somebody has. */

type Chosen = Pick<Task, 'id' | 'kind'>

/** What becomes of a task if its person chooses nothing: a problem that they have taken is free for others again. */
export const defaultChoice = ({ kind }: Pick<Task, 'kind'>, mayGiveBack: boolean): Choice =>
  kind === 'problem' && mayGiveBack ? 'back' : 'keep'

/** Faults of the draft: by the task's id, and by the key of an own thing. */
export type DraftFaults = Readonly<Record<string, { text?: string; next?: string; general?: string }>>

const itemOf = ({ severity, next, ifThen, toUserId }: Details) => ({
  severity,
  next: next.trim(),
  ...(ifThen.trim() && { ifThen: ifThen.trim() }),
  ...(toUserId && { toUserId }),
})

export interface Plan<T extends Chosen = Task> {
  done: T[]
  back: T[]
  over: { task: T; details: TaskDraft }[]
  own: readonly OwnDraft[]
  note: string
}

/** What is to be sent. `choiceOf` gives the choice of a task, or its default. */
export const planOf = <T extends Chosen>(
  { note, tasks: chosen, own }: HandoverDraft,
  tasks: readonly T[],
  choiceOf: (task: T) => Choice,
): Plan<T> => ({
  done: tasks.filter((task) => choiceOf(task) === 'done'),
  back: tasks.filter((task) => choiceOf(task) === 'back'),
  over: tasks.flatMap((task) => {
    const details = chosen[task.id]
    return choiceOf(task) === 'over' && details ? [{ task, details }] : []
  }),
  own,
  note: note.trim(),
})

export const isEmptyPlan = ({ done, back, over, own, note }: Plan<Chosen>) =>
  done.length + back.length + over.length + own.length === 0 && note === ''

/** The body of the handover; null if there is none to send. Its items are those of tasks, then the others. */
export function handoverOf({ over, own, note }: Plan<Chosen>): NewHandover | null {
  const items = [
    ...over.map(({ task, details }) => ({ taskId: task.id, ...itemOf(details) })),
    ...own.map((each) => ({ text: each.text.trim(), ...itemOf(each) })),
  ].slice(0, MAX_HANDOVER_ITEMS)
  return items.length === 0 && note === '' ? null : { ...(note && { note }), items }
}

/** The key in the faults of an item of the body, by its place. */
export const keyOfItem = ({ over, own }: Plan<Chosen>, at: number) =>
  String(over[at]?.task.id ?? own[at - over.length]?.key ?? '')

/** What is lacking, in the words of the reader. */
export function faultsOf({ over, own }: Plan<Chosen>, words: { next: string; text: string }): DraftFaults {
  const ofTasks = over
    .filter(({ details }) => details.next.trim() === '')
    .map(({ task }) => [String(task.id), { next: words.next }] as const)
  const ofOwn = own
    .filter(({ text, next }) => text.trim() === '' || next.trim() === '')
    .map(
      ({ key, text, next }) =>
        [
          key,
          { ...(text.trim() === '' && { text: words.text }), ...(next.trim() === '' && { next: words.next }) },
        ] as const,
    )
  return Object.fromEntries([...ofTasks, ...ofOwn])
}
