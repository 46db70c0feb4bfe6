import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTaskDialogs } from '../task/search-params.ts'

/** The screens that have a board. */
const BOARDS = ['/', '/dashboard', '/tasks']
export const isBoard = (pathname: string) => BOARDS.includes(pathname)

/** The screens that show the dialogs of tasks. */
const OPENERS = [...BOARDS, '/today', '/routines', '/problems']

/** Opens a task, or the form for a new one, from any screen. The screens without their dialogs lead to the board. */
export function useTaskNavigation() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const { openTask, openNew } = useTaskDialogs()
  return {
    openTask: (task: number) =>
      pathname === '/tasks' ? openTask(task) : void navigate({ to: '/tasks', search: { task } }),
    openNew: () => (OPENERS.includes(pathname) ? openNew() : void navigate({ to: '/tasks', search: { new: true } })),
  }
}
