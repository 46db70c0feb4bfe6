import { useCallback } from 'react'
import { may, mayAnywhere } from '../../../shared/permissions.ts'
import { type View, views } from '../../../shared/task-query.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useViewer } from '../../api/viewer.ts'
import { createRememberedStore } from '../../store.ts'
import { useTaskSearch } from '../../task/search-params.ts'

/** The view last chosen in this browser. */
export const rememberedView = createRememberedStore<View>(
  'muster.view',
  (text) => views.find((view) => view === text) ?? 'kanban',
  (view) => view,
)

/** Whether the viewer may see the tasks by person: everybody who may assign some of the tasks that are shown. */
export function useMayPlan() {
  const viewer = useViewer()
  const { departmentId } = useDepartmentFilter()
  return departmentId === undefined
    ? mayAnywhere(viewer.role, 'task:update')
    : may(viewer, 'task:update', { departmentId })
}

/** Table, kanban or people: the view in the address, else the one last chosen in this browser. */
export function useView() {
  const { search, change } = useTaskSearch()
  const remembered = rememberedView.use()
  const mayPlan = useMayPlan()
  const chosen = search.view ?? remembered
  const view = chosen === 'people' && !mayPlan ? 'kanban' : chosen
  const choose = useCallback(
    async (next: View) => {
      // The current entry keeps its view, so that the back button leads to it and not to the remembered one.
      await change({ view }, 'replace')
      rememberedView.set(next)
      await change({ view: next })
    },
    [change, view],
  )
  return { view, choose }
}
