import type { Severity } from '../../../shared/handovers.ts'
import { createRememberedStore, onPersonGone } from '../../store.ts'

/** What becomes of a task at the end of a shift: it is done, stays with its person, is free for others, or is handed over. */
export const choices = ['done', 'keep', 'back', 'over'] as const
export type Choice = (typeof choices)[number]

/** What the next shift must know of a thing. `toUserId` is empty for everybody on duty. */
export interface Details {
  severity: Severity
  next: string
  ifThen: string
  toUserId: string
}

export interface TaskDraft extends Details {
  choice: Choice
}

/** A thing without a task. */
export interface OwnDraft extends Details {
  key: string
  text: string
}

/** A handover that is not sent yet. */
export interface HandoverDraft {
  note: string
  /** By the task's id: those of which something was chosen. */
  tasks: Readonly<Record<number, TaskDraft>>
  own: readonly OwnDraft[]
}

export const NO_DETAILS: Details = { severity: 'act', next: '', ifThen: '', toUserId: '' }
const EMPTY: HandoverDraft = { note: '', tasks: {}, own: [] }

/**
 * Of one person at a time. It outlasts a closed sheet, a reload and the end of the session, and the browser too: it may be begun in the
 * middle of a shift. It is forgotten at sign-out.
 */
const drafts = createRememberedStore<{ by: string; draft: HandoverDraft } | null>(
  'muster.handover',
  (text) => (text === null ? null : JSON.parse(text)),
  (kept) => (kept === null ? null : JSON.stringify(kept)),
)
onPersonGone(() => drafts.set(null))

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

/** Whether nobody would miss it. */
export const isEmptyDraft = ({ note, tasks, own }: HandoverDraft) =>
  note.trim() === '' && own.length === 0 && Object.values(tasks).every(({ next, choice }) => !next && choice === 'keep')

export const keepHandoverDraft = (by: string, draft: HandoverDraft) => drafts.set({ by, draft })

/** Changes the draft as it is now. */
export const changeHandoverDraft = (by: string, change: (draft: HandoverDraft) => HandoverDraft) =>
  keepHandoverDraft(by, change(handoverDraft(by)))
