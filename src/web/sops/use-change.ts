import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SopSearch } from './search-params.ts'

/** Changes what the address says, without a step in the history. */
export function useChange() {
  const navigate = useNavigate()
  return useCallback(
    (changes: { [K in keyof SopSearch]?: SopSearch[K] | undefined }) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...changes })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}
