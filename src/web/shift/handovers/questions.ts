import { createPersonalStore } from '../../store.ts'

/** Unsent text about an item: a question, or an answer. It survives a reload and the end of the session. */
const typed = createPersonalStore<Readonly<Record<string, string>>>(
  {},
  { name: 'muster.handover-questions', storage: 'sessionStorage' },
)

/** Hook: this person's typed text about an item, and the function that keeps it; null forgets it. */
export function useTyped(viewerId: string, kind: 'ask' | 'answer', itemId: number) {
  const key = `${viewerId} ${kind} ${itemId}`
  const text = typed.use()[key] ?? null
  const keep = (next: string | null) => {
    const { [key]: _, ...others } = typed.get()
    typed.set(next === null ? others : { ...others, [key]: next })
  }
  return [text, keep] as const
}
