import { type ComponentType, lazy, useCallback, useState } from 'react'
import { i18nNow } from '../language.ts'
import { toastError } from './toast.tsx'

/** A component that loads on demand. Unlike React's `lazy`, a failure breaks nothing; later calls try again. */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>) {
  const [Component, setComponent] = useState<ComponentType<P>>()
  const prepare = useCallback(async () => {
    const component = await load()
    setComponent(() => component)
  }, [load])
  return {
    Component,
    /** Loads now, or ahead of time. Rejects if that fails. */
    load: prepare,
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

/**
 * React's `lazy` for a component that `load` loads ahead of time. Then it is drawn at once. For a promise, even a kept
 * one, React would wait 300 ms.
 *
 * @param importIt imports the component
 */
export function lazyAhead<P>(importIt: () => Promise<ComponentType<P>>) {
  let loaded: { default: ComponentType<P> } | undefined
  const load = async () => {
    loaded ??= { default: await importIt() }
    return loaded
  }
  const there = (then: (module: typeof loaded) => unknown) => then(loaded)
  // biome-ignore lint/suspicious/noThenProperty: calls back before it returns, which a promise cannot
  const atOnce = { then: there } as unknown as ReturnType<typeof load>
  return { Component: lazy(() => (loaded ? atOnce : load())), load }
}

/** Milliseconds. */
const FIRST_DELAY = 1000
const MAX_DELAY = 30_000

/** Loads code that the page cannot do without, again and again until it is there. Undefined if `signal` stops it. */
export async function loadUntilThere<M>(load: () => Promise<M>, signal: AbortSignal): Promise<M | undefined> {
  for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, MAX_DELAY)) {
    try {
      const module = await load()
      return signal.aborted ? undefined : module
    } catch {
      await pause(delay, signal)
      if (signal.aborted) return undefined
    }
  }
}

/** Waits so many milliseconds, or until the browser has a network again, or until `signal` stops it. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
