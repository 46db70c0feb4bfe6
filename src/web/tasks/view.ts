import { useCallback } from 'react'
import { createStore } from '../store.ts'
import { useTaskSearch, type View, views } from './search-params.ts'

const KEY = 'muster.view'

const remembered = createStore<View>(read())

function read(): View {
  try {
    return views.find((view) => view === localStorage.getItem(KEY)) ?? 'kanban'
  } catch {
    return 'kanban'
  }
}

/** Keeps the choice in this browser. */
export function remember(view: View) {
  remembered.set(view)
  try {
    localStorage.setItem(KEY, view)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Table or kanban: what the address says, else what was last chosen in this browser. */
export function useView() {
  const { search, change } = useTaskSearch()
  const last = remembered.use()
  const view = search.view ?? last
  const choose = useCallback(
    async (next: View) => {
      // So that the back button leads to the view that was left, not to the one remembered since.
      await change({ view }, 'replace')
      remember(next)
      await change({ view: next })
    },
    [change, view],
  )
  return { view, choose }
}
