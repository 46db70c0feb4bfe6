import type { Endpoint, Reply } from '../../shared/endpoint.ts'
import { isKeyOf, queryClient } from '../api/queries.ts'

/** The cached replies of an endpoint, with any parameters and query. */
export const cachedReplies = <E extends Endpoint>(endpoint: E): Reply<E>[] =>
  queryClient
    .getQueriesData<Reply<E>>({ predicate: ({ queryKey }) => isKeyOf(endpoint, queryKey) })
    .flatMap(([, reply]) => (reply === undefined ? [] : [reply]))
