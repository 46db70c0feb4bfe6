import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/**
 * What the address says to a screen, as its own function reads it. The screens do this themselves, not their routes, which
 * all are part of the first screen's script.
 */
export function useAddress<T>(read: (search: Record<string, unknown>) => T): T {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  return useMemo(() => read(raw), [read, raw])
}

/**
 * Changes a part of what the address says: `replace` without a step in the history, whose entry stays what else it is;
 * undefined takes a parameter out.
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
