import { useCallback } from 'react'
import { createRememberedStore } from '../../store.ts'
import { useTaskSearch, type View, views } from './search-params.ts'

/** The view last chosen in this browser. */
export const rememberedView = createRememberedStore<View>(
  'muster.view',
  (text) => views.find((view) => view === text) ?? 'kanban',
  (view) => view,
)

/** Table or kanban: the view in the address, else the one last chosen in this browser. */
export function useView() {
  const { search, change } = useTaskSearch()
  const remembered = rememberedView.use()
  const view = search.view ?? remembered
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
