import type { ReactNode } from 'react'
import { FailedState } from './failed-state.tsx'

/** Stands in place of a query's data: the children while it loads, or that it failed, with a button to try again. */
export function NotLoaded({
  query,
  failure,
  className,
  children,
}: {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** "The tasks could not be loaded." */
  failure: string
  /** Of the failure. */
  className?: string
  children?: ReactNode
}) {
  if (!query.isError) return children
  return <FailedState message={failure} onRetry={query.refetch} pending={query.isFetching} className={className} />
}
