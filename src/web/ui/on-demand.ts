import { type ComponentType, useState } from 'react'
import { toastError } from './toast.tsx'

/**
 * A component whose code is loaded when it is first reached for. Unlike React's `lazy` it breaks nothing when the network is
 * away, and is tried anew.
 */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>) {
  const [Component, setComponent] = useState<ComponentType<P>>()
  const prepare = async () => {
    const component = await load()
    setComponent(() => component)
  }
  return {
    Component,
    /** Ahead of time, quietly. */
    prepare: () => void prepare().catch(() => undefined),
    /** Now; false, and a toast, when it cannot be had. */
    ready: () =>
      prepare().then(
        () => true,
        () => {
          toastError('No connection. Please try again.')
          return false
        },
      ),
  }
}
