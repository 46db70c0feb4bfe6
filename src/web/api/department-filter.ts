import { useSyncExternalStore } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { useReply } from './queries.ts'
import { useCan, useViewer } from './viewer.ts'

const KEY = 'muster.department'
const ALL = 'All Departments'

/** Of this tab, so that it outlives a reload, and of one person. */
let stored = read()
const listeners = new Set<() => void>()

function read(): { viewerId: string; departmentId: number } | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

function store(next: typeof stored) {
  stored = next
  try {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** At sign-out: the next one to sign in starts with all departments. */
export const forgetDepartment = () => store(null)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The department whose things are shown. Managers and above choose one, or none for all; everyone else is fixed to their own,
 * which the server knows: they send nothing.
 */
export function useDepartmentFilter() {
  const viewer = useViewer()
  const mayChoose = useCan('department:choose')
  const departments = useReply(departmentsApi.list, {}, { enabled: mayChoose })
  const kept = useSyncExternalStore(subscribe, () => stored)
  const chosen = mayChoose && kept?.viewerId === viewer.id ? kept.departmentId : undefined

  return {
    /** What to send with a read. */
    departmentId: chosen,
    chosen,
    choose: (id: number | undefined) => store(id === undefined ? null : { viewerId: viewer.id, departmentId: id }),
    mayChoose,
    departments,
    label: mayChoose ? chosenLabel() : (viewer.department?.name ?? ALL),
  }

  function chosenLabel() {
    if (chosen === undefined) return ALL
    if (departments.isPending) return '…'
    return departments.data?.find(({ id }) => id === chosen)?.name ?? 'Unknown Department'
  }
}
