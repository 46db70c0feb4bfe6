import { useLocation, useNavigate } from '@tanstack/react-router'
import { noteOpened, type Opened } from '../api/recently-opened.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { isBoard, useTaskNavigation } from './task-navigation.ts'

/** Opens the command palette's finds. */
export function useOpeners() {
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { openTask } = useTaskNavigation()
  const viewer = useViewer()
  const managesPeople = useCan('user:manage')
  const listsPeople = useCan('person:list')

  const openers: Record<Opened['kind'], (id: never) => unknown> = {
    task: openTask,
    sop: (id: number) => navigate({ to: '/sops', search: { sop: id } }),
    project: (id: number) => navigate({ to: '/tasks', search: { project: id } }),
    // People who cannot open an account see the person's tasks, or that they are on duty.
    person(id: string) {
      if (managesPeople) return navigate({ to: '/admin/users', search: { edit: id } })
      return listsPeople ? navigate({ to: '/tasks', search: { assignee: id } }) : navigate({ to: '/on-duty' })
    },
    place: (code: string) => navigate({ to: '/p/$code', params: { code } }),
    reminder: (id: number) => navigate({ to: '/reminders', search: { reminder: id } }),
  }
  return {
    open(opened: Opened) {
      noteOpened(viewer.id, opened)
      return openers[opened.kind](opened.id as never)
    },
    openPage(sop: Opened, page: number, find: string) {
      noteOpened(viewer.id, sop)
      return navigate({ to: '/sops', search: { sop: sop.id, page, find } })
    },
    /** Opens the log book at a find. */
    openHandovers: (q: string, day: string) => navigate({ to: '/handovers', search: { q, day } }),
    /** Searches on the board. It keeps the filters of the board on the screen. */
    searchBoard: (q: string) =>
      navigate({
        to: isBoard(pathname) ? '.' : '/tasks',
        search: (before: object) => ({ ...(isBoard(pathname) && before), q }),
      }),
  }
}
