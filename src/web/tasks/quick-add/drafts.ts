import { createRememberedStore, onPersonGone } from '../../store.ts'
import type { Part } from './parse.ts'

/** The text of a quick add that is no task yet. */
export interface Draft {
  text: string
  /** The parts understood already. */
  parts: Part[]
  /** Words that could be a date, and are to stay in the title. */
  plain: string[]
}

export const EMPTY: Draft = { text: '', parts: [], plain: [] }

/** By person and place. They last as long as the tab, and survive a reload. */
export const drafts = createRememberedStore<Readonly<Record<string, Draft>>>(
  'muster.quick-add',
  (text) => JSON.parse(text ?? '{}'),
  (all) => (Object.keys(all).length === 0 ? null : JSON.stringify(all)),
  'sessionStorage',
)

onPersonGone(() => drafts.set({}))

/** The name of a draft. It begins with the person, so that nobody else gets it. */
export const draftKey = (viewerId: string, slot: string) => `${viewerId} ${slot}`

/** Keeps a draft. Forgets an empty one, and drafts of another person who has used this tab before. */
export function keepDraft(viewerId: string, slot: string, draft: Draft) {
  const key = draftKey(viewerId, slot)
  const own = Object.entries(drafts.get()).filter(([other]) => other.startsWith(`${viewerId} `) && other !== key)
  const isEmpty = draft.text.trim() === '' && draft.parts.length === 0
  drafts.set(Object.fromEntries(isEmpty ? own : [...own, [key, draft]]))
}
