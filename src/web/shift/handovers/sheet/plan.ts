import { MAX_HANDOVER_ITEMS, type NewHandover } from '../../../../shared/handovers.ts'
import type { Task } from '../../../../shared/tasks.ts'
import {
  type Details,
  type HandoverChoice,
  type HandoverDraft,
  isTyped,
  type OwnDraft,
  type TaskDraft,
} from './draft.ts'

/** The meaning of a draft for a person's tasks. */

type Chosen = Pick<Task, 'id' | 'kind'>

/** The default choice for a task: a problem that they have taken is free for others again. */
export const defaultChoice = ({ kind }: Pick<Task, 'kind'>, mayGiveBack: boolean): HandoverChoice =>
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
  /** At most `MAX_HANDOVER_ITEMS`, with `own`. */
  over: TaskDraft[]
  own: readonly OwnDraft[]
  note: string
}

/**
 * Drafts for tasks that are not among these: they belong to somebody else by now, are completed, are beyond the end of
 * the lists, or the lists are out of reach.
 */
export const draftedElsewhere = ({ tasks: chosen }: HandoverDraft, tasks: readonly Chosen[]): TaskDraft[] =>
  Object.values(chosen).filter(
    (entry) => (entry.choice === 'over' || isTyped(entry)) && !tasks.some(({ id }) => id === entry.task.id),
  )

/** The plan to send. `choiceOf` gives the choice of a task, or its default. */
export function planOf<T extends Chosen>(
  draft: HandoverDraft,
  tasks: readonly T[],
  choiceOf: (task: T) => HandoverChoice,
): Plan<T> {
  const over = [...tasks.flatMap(({ id }) => draft.tasks[id] ?? []), ...draftedElsewhere(draft, tasks)]
    .filter(({ choice }) => choice === 'over')
    .slice(0, MAX_HANDOVER_ITEMS)
  return {
    done: tasks.filter((task) => choiceOf(task) === 'done'),
    back: tasks.filter((task) => choiceOf(task) === 'back'),
    over,
    own: draft.own.slice(0, MAX_HANDOVER_ITEMS - over.length),
    note: draft.note.trim(),
  }
}

/**
 * The draft as it is now, without the sent parts.
 *
 * @param before the draft that the plan was made from: later changes were not sent
 * @param faults the parts that could not be sent
 * @param isWhole whether the lists of tasks were there: without them no other choice than `over` was shown and done
 */
export function withoutSent(
  draft: HandoverDraft,
  before: HandoverDraft,
  { over, own, note }: Plan<Chosen>,
  faults: DraftFaults,
  isWhole: boolean,
): HandoverDraft {
  const isSent = (id: string, entry: TaskDraft) => {
    if (entry !== before.tasks[Number(id)] || faults[id]) return false
    return over.includes(entry) || (isWhole && entry.choice !== 'over')
  }
  return {
    note: draft.note.trim() === note ? '' : draft.note,
    own: draft.own.filter((each) => !own.includes(each)),
    tasks: Object.fromEntries(Object.entries(draft.tasks).filter(([id, entry]) => !isSent(id, entry))),
  }
}

export const isEmptyPlan = ({ done, back, over, own, note }: Plan<Chosen>) =>
  done.length + back.length + over.length + own.length === 0 && note === ''

/** The body of the handover; null if there is none to send. Items about tasks come first. */
export function handoverOf({ over, own, note }: Plan<Chosen>): NewHandover | null {
  const items = [
    ...over.map((each) => ({ taskId: each.task.id, ...itemOf(each) })),
    ...own.map(({ text, fromItemId, ...details }) => ({
      text: text.trim(),
      ...itemOf(details),
      ...(fromItemId !== undefined && { fromItemId }),
    })),
  ]
  return items.length === 0 && note === '' ? null : { ...(note && { note }), items }
}

/** The key in the faults of an item of the body, by its place. */
export const keyOfItem = ({ over, own }: Plan<Chosen>, at: number) =>
  String(over[at]?.task.id ?? own[at - over.length]?.key ?? '')

/** The missing parts, in the words of the reader. */
export function planFaultsOf({ over, own }: Plan<Chosen>, words: { next: string; text: string }): DraftFaults {
  const ofTasks = over
    .filter(({ next }) => next.trim() === '')
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
