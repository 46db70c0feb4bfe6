import { createContext, use } from 'react'
import type { Status } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'
import type { TaskActions } from './actions.ts'

/** The actions of cards, columns and rows. It stays the same object, so that no card renders again for it. */
export interface BoardActions extends TaskActions {
  open: (task: number) => void
  /** Opens the form of a task. */
  edit: (task: number) => void
  openNew: (status?: Status) => void
  openDeleted: () => void
  /** Lets the person choose another assignee. Only where tasks stand by person. */
  chooseAssignee?: (task: Task) => void
}

export const BoardContext = createContext<BoardActions | null>(null)

export function useBoardActions() {
  const boardActions = use(BoardContext)
  if (!boardActions) throw new Error('BoardContext is missing')
  return boardActions
}
