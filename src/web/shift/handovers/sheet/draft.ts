import type { HandoverItem, NewHandover, Severity } from '../../../../shared/handovers.ts'
import { randomHex } from '../../../api/call.ts'
import type { HandoverTask } from '../../../offline/queued-writes.ts'
import { createPersonalStore } from '../../../store.ts'

/** Choices for a task at a shift's end: done, stays with its person, free for others, or handed over. */
export const choices = ['done', 'keep', 'back', 'over'] as const
export type HandoverChoice = (typeof choices)[number]

/** The details of an item for the next shift. `toUserId` is empty for everybody on duty. */
export interface Details {
  severity: Severity
  next: string
  ifThen: string
  toUserId: string
}

export interface TaskDraft extends Details {
  choice: HandoverChoice
  task: HandoverTask
}

/** A thing without a task. */
export interface OwnDraft extends Details {
  key: string
  text: string
  /** Of something that its person has received and hands over again: the id of that item. */
  fromItemId?: number
}

/** A handover that is not sent yet. */
export interface HandoverDraft {
  note: string
  /** By the task's id: only tasks with a choice. */
  tasks: Readonly<Record<number, TaskDraft>>
  own: readonly OwnDraft[]
}

export const NO_DETAILS: Details = { severity: 'act', next: '', ifThen: '', toUserId: '' }
const EMPTY: HandoverDraft = { note: '', tasks: {}, own: [] }

interface Kept {
  by: string
  draft: HandoverDraft
}

/** A draft as the browser has kept it. Drafts of the first builds lack the facts about their tasks. */
export function readKept(text: string): Kept {
  const { by, draft } = JSON.parse(text) as Kept
  const tasks = Object.entries(draft.tasks).map(([id, entry]) => [
    id,
    { ...entry, task: entry.task ?? { id: Number(id), title: `#${id}`, place: null, departmentId: null } },
  ])
  return { by, draft: { ...draft, tasks: Object.fromEntries(tasks) } }
}

/**
 * Of one person at a time. It outlasts a closed sheet, a reload and the end of the session, and the browser too: it may
 * be begun in the middle of a shift. It is forgotten at sign-out.
 */
const drafts = createPersonalStore<Kept | null>(null, { name: 'muster.handover', read: readKept })

/** Hook: the draft of a person. */
export function useHandoverDraft(by: string): HandoverDraft {
  const kept = drafts.use()
  return kept?.by === by ? kept.draft : EMPTY
}

/** The draft of a person, outside of components. */
export function handoverDraft(by: string): HandoverDraft {
  const kept = drafts.get()
  return kept?.by === by ? kept.draft : EMPTY
}

/** Whether something was typed for a thing. */
export const isTyped = ({ next, ifThen }: Details) => next.trim() !== '' || ifThen.trim() !== ''

/** Whether nobody would miss it. */
export const isEmptyDraft = ({ note, tasks, own }: HandoverDraft) =>
  note.trim() === '' &&
  own.length === 0 &&
  Object.values(tasks).every((entry) => !isTyped(entry) && entry.choice === 'keep')

/** The draft in which a task's typed text becomes an item without a task, with this key: the task is gone. */
export function withoutTask(draft: HandoverDraft, id: number, key: string): HandoverDraft {
  const { [id]: entry, ...tasks } = draft.tasks
  if (!entry) return draft
  const { choice: _, task, ...details } = entry
  return { ...draft, tasks, own: [...draft.own, { ...details, key, text: task.title }] }
}

/**
 * The draft with a handover that the server has refused. Later drafting stays: if both say something about a task, the
 * older becomes an item without a task.
 */
export function withHandover(
  draft: HandoverDraft,
  { note, items }: NewHandover,
  sentTasks: readonly HandoverTask[] = [],
): HandoverDraft {
  const tasks = { ...draft.tasks }
  const own: OwnDraft[] = []
  for (const { taskId, text, severity, next, ifThen, toUserId } of items) {
    const details: Details = { severity, next, ifThen: ifThen ?? '', toUserId: toUserId ?? '' }
    const task = sentTasks.find(({ id }) => id === taskId)
    if (task && !draft.tasks[task.id]) tasks[task.id] = { ...details, choice: 'over', task }
    else own.push({ ...details, key: randomHex(8), text: text ?? task?.title ?? '' })
  }
  return { note: [note, draft.note].filter(Boolean).join('\n\n'), tasks, own: [...own, ...draft.own] }
}

/** Puts its person's received items into the draft, to hand them over again. */
export function draftAgain(by: string, { id, text, severity, next, ifThen }: HandoverItem) {
  changeHandoverDraft(by, (draft) => {
    if (draft.own.some(({ fromItemId }) => fromItemId === id)) return draft
    const details: Details = { severity, next, ifThen: ifThen ?? '', toUserId: '' }
    return { ...draft, own: [...draft.own, { ...details, key: randomHex(8), text: text ?? '', fromItemId: id }] }
  })
}

export const keepHandoverDraft = (by: string, draft: HandoverDraft) => drafts.set({ by, draft })

/** Changes the draft as it is now. */
export const changeHandoverDraft = (by: string, change: (draft: HandoverDraft) => HandoverDraft) =>
  keepHandoverDraft(by, change(handoverDraft(by)))
