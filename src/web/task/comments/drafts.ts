import { createPersonalStore } from '../../store.ts'

/** The unsent text in the field of a comment. */
export interface Draft {
  text: string
  /** The people chosen after an @, with the names that stand in the text. */
  mentions: readonly { id: string; name: string }[]
  /** The ids of chosen photos, which are stored in this browser or on the server. */
  photos?: readonly string[]
  /** The task that a message mentions. */
  task?: { id: number; title: string }
}

export const EMPTY: Draft = { text: '', mentions: [] }

/** Where somebody writes: a new comment on a task, a changed comment, or a message in a thread. */
export type DraftPlace = `task ${number}` | `comment ${number}` | `thread ${number}`

/** By person and place. They last as long as the tab, and survive a reload. */
export const drafts = createPersonalStore<Readonly<Record<string, Draft>>>(
  {},
  { name: 'muster.comments', storage: 'sessionStorage' },
)

/** A draft's name. It begins with the person, so that nobody else gets it. */
export const draftKey = (viewerId: string, place: DraftPlace) => `${viewerId} ${place}`

/** Keeps a draft; null forgets it. Forgets drafts of another person who has used this tab before. */
export function keepDraft(viewerId: string, key: string, draft: Draft | null) {
  const own = Object.entries(drafts.get()).filter(([other]) => other.startsWith(`${viewerId} `) && other !== key)
  drafts.set(Object.fromEntries(draft ? [...own, [key, draft]] : own))
}

/** The people of a draft whose names are still in its text. */
export const mentionedIn = ({ text, mentions }: Draft) => [
  ...new Map(mentions.filter(({ name }) => text.includes(`@${name}`)).map((person) => [person.id, person])).values(),
]
