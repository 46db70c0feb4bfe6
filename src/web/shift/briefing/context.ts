import { createContext, use } from 'react'
import type { SectionKind } from '../../../shared/briefing.ts'
import type { BriefingItem } from './acted.ts'

/** The actions that the items of a briefing need. */
interface BriefingActions {
  /** Notes that the viewer has acted on an item, so that it stays at its place. */
  act: (kind: SectionKind, item: BriefingItem) => void
  isActed: (kind: SectionKind, id: number) => boolean
}

export const BriefingContext = createContext<BriefingActions | null>(null)

export function useBriefingActions() {
  const actions = use(BriefingContext)
  if (!actions) throw new Error('BriefingContext is missing')
  return actions
}
