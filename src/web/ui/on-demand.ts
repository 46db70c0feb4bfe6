import { type ComponentType, useState } from 'react'
import { i18nNow } from '../language.ts'
import { toastError } from './toast.tsx'

/**
 * A component whose code loads on demand. Unlike React's `lazy`, a failure breaks nothing, and the next call tries again.
 */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>) {
  const [Component, setComponent] = useState<ComponentType<P>>()
  const prepare = async () => {
    const component = await load()
    setComponent(() => component)
  }
  return {
    Component,
    /** Loads ahead of time. A failure is ignored. */
    prepare: () => void prepare().catch(() => undefined),
    /** Loads now. Returns false, and shows a toast, if that fails. */
    ready: () =>
      prepare().then(
        () => true,
        () => {
          const i18n = i18nNow()
          toastError(i18n.t('No connection. Please try again.'))
          return false
        },
      ),
  }
}
