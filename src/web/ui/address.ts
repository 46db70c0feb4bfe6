import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/**
 * What the address says to a screen, as its own function reads it. The screens do this themselves, not their routes, which
 * all are part of the first screen's script.
 */
export function useAddress<T>(read: (search: Record<string, unknown>) => T): T {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  return useMemo(() => read(raw), [read, raw])
}
