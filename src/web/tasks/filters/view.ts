import { useCallback } from 'react'
import { createRememberedStore } from '../../store.ts'
import { useTaskSearch, type View, views } from './search-params.ts'

export const rememberedView = createRememberedStore<View>(
  'muster.view',
  (text) => views.find((view) => view === text) ?? 'kanban',
  (view) => view,
)

/** Table or kanban: what the address says, else what was last chosen in this browser. */
export function useView() {
  const { search, change } = useTaskSearch()
  const last = rememberedView.use()
  const view = search.view ?? last
  const choose = useCallback(
    async (next: View) => {
      // So that the back button leads to the view that was left, not to the one remembered since.
      await change({ view }, 'replace')
      rememberedView.set(next)
      await change({ view: next })
    },
    [change, view],
  )
  return { view, choose }
}
