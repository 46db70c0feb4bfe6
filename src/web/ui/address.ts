import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/**
 * A screen's state in the address. `read` must stay the same function. The routes do not read it, because all routes
 * are part of the first screen's script.
 */
export function useAddress<T>(read: (search: Record<string, unknown>) => T): T {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  return useMemo(() => read(raw), [read, raw])
}

/**
 * Changes some parameters of the address; undefined removes one. `replace` changes the current entry of the history,
 * and keeps that entry's state. `usually` is the default.
 */
export function useChangeAddress<S extends object>(usually: 'push' | 'replace') {
  const navigate = useNavigate()
  return useCallback(
    (changes: { [K in keyof S]?: S[K] | undefined }, how = usually) =>
      navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...changes })) as never,
        replace: how === 'replace',
        ...(how === 'replace' && { state: true }),
        resetScroll: false,
      }),
    [navigate, usually],
  )
}
