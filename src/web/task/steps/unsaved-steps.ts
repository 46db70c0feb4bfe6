import { useEffect } from 'react'
import { createStore } from '../../store.ts'

/** Whether something is typed into the steps of the open task that goes with it when it is closed. */
export const unsavedSteps = createStore(false)

/** Notes it as long as the steps are shown. */
export function useNoteUnsaved(isUnsaved: boolean) {
  useEffect(() => {
    unsavedSteps.set(isUnsaved)
    return () => unsavedSteps.set(false)
  }, [isUnsaved])
}

/** Lets the browser ask before it leaves the page. */
export function useAskBeforeUnload(isTyped: boolean) {
  useEffect(() => {
    if (!isTyped) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isTyped])
}
