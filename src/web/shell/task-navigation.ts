import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTaskDialogs } from '../tasks/filters/search-params.ts'

/** The screens that have a board. */
const BOARDS = ['/', '/dashboard', '/tasks']

/** Opens a task, or the form for a new one, from any screen. It uses the board of this screen, or else the one on `/tasks`. */
export function useTaskNavigation() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const { openTask, openNew } = useTaskDialogs()
  return {
    openTask: (task: number) =>
      pathname === '/tasks' ? openTask(task) : void navigate({ to: '/tasks', search: { task } }),
    openNew: () => (BOARDS.includes(pathname) ? openNew() : void navigate({ to: '/tasks', search: { new: true } })),
  }
}
