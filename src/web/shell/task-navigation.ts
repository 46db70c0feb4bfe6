import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTaskDialogs } from '../tasks/filters/search-params.ts'

/** Screens on which the board stands. */
const BOARDS = ['/', '/dashboard', '/tasks']

/** The ways to a task and to a new one from anywhere: on the board that is there, or else over the one on `/tasks`. */
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
