import type { Section, SectionKind } from '../../../shared/briefing.ts'

/** An item of any section. */
export type BriefingItem = Section['items'][number]

/** An item that the viewer has acted on. It stays at its place, so that nothing moves below the finger. */
export interface Acted {
  kind: SectionKind
  item: BriefingItem
  /** Its place in its section. */
  at: number
}

/** The items of a section as the server has them, with those that have left it because the viewer has acted on them. */
export function withActed<I extends BriefingItem>(
  kind: SectionKind,
  items: readonly I[],
  acted: readonly Acted[],
): I[] {
  const all = [...items]
  const present = new Set(items.map(({ id }) => id))
  const gone = acted.filter((each) => each.kind === kind && !present.has(each.item.id))
  for (const { item, at } of gone.toSorted((a, b) => a.at - b.at)) all.splice(at, 0, item as I)
  return all
}

/** Adds an item that the viewer has acted on, or replaces it. */
export const addActed = (acted: readonly Acted[], next: Acted): Acted[] => [
  ...acted.filter(({ kind, item }) => kind !== next.kind || item.id !== next.item.id),
  next,
]
