import { createContext, use } from 'react'
import type { Status } from '../../shared/tasks.ts'
import type { TaskActions } from './actions.ts'

/** What a card or a column can set off; stays the same object, so that no card renders again for it. */
export interface BoardDeeds extends TaskActions {
  open: (task: number) => void
  openNew: (status?: Status) => void
  openDeleted: () => void
}

export const BoardContext = createContext<BoardDeeds | null>(null)

export function useBoardDeeds() {
  const deeds = use(BoardContext)
  if (!deeds) throw new Error('A card stands outside a board')
  return deeds
}
