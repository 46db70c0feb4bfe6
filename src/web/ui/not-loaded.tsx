import type { ReactNode } from 'react'
import { FailedState } from './failed-state.tsx'

/** The state of a read. */
export interface LoadingQuery {
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Several reads that are needed together. Only those that have failed are tried again. */
export const allQueries = (...queries: LoadingQuery[]): LoadingQuery => ({
  isError: queries.some(({ isError }) => isError),
  isFetching: queries.some(({ isFetching }) => isFetching),
  refetch: () => Promise.all(queries.map((query) => query.isError && query.refetch())),
})

/** Stands in place of a query's data: the children while it loads, or that it failed, with a button to try again. */
export function NotLoaded({
  query,
  failure,
  className,
  children,
}: {
  query: LoadingQuery
  /** "The tasks could not be loaded." */
  failure: string
  /** Of the failure. */
  className?: string
  children?: ReactNode
}) {
  if (!query.isError) return children
  return <FailedState message={failure} onRetry={query.refetch} pending={query.isFetching} className={className} />
}
