import { createPersonalStore } from '../../store.ts'
import type { ParsedPart } from './parse.ts'

/** The text of a quick add that is no task yet. */
export interface QuickAddDraft {
  text: string
  /** The parts understood already. */
  parts: ParsedPart[]
  /** Words that could be a date, and are to stay in the title. */
  plain: string[]
}

export const EMPTY_QUICK_ADD: QuickAddDraft = { text: '', parts: [], plain: [] }

/** By person and place. They last as long as the tab, and survive a reload. */
export const quickAddDrafts = createPersonalStore<Readonly<Record<string, QuickAddDraft>>>(
  {},
  { name: 'muster.quick-add', storage: 'sessionStorage' },
)

/** The name of a draft. It begins with the person, so that nobody else gets it. */
export const quickAddDraftKey = (viewerId: string, slot: string) => `${viewerId} ${slot}`

/** Keeps a draft. Forgets an empty one, and drafts of another person who has used this tab before. */
export function keepQuickAddDraft(viewerId: string, slot: string, draft: QuickAddDraft) {
  const key = quickAddDraftKey(viewerId, slot)
  const own = Object.entries(quickAddDrafts.get()).filter(
    ([other]) => other.startsWith(`${viewerId} `) && other !== key,
  )
  const isEmpty = draft.text.trim() === '' && draft.parts.length === 0
  quickAddDrafts.set(Object.fromEntries(isEmpty ? own : [...own, [key, draft]]))
}
