/** A statement that has ended. */
export interface RanStatement {
  /** Its text with placeholders, never its values. */
  text: string
  /** When it was asked for, by `performance.now()`. On the pool the wait for a connection counts too. */
  startedAt: number
  endedAt: number
  /** Why it failed. */
  error?: unknown
}

export type Observe = (statement: RanStatement) => void

/** A connection, or a pool of them. */
interface Queryable {
  query: unknown
}

type Query = (statement: string | { text: string }, ...rest: unknown[]) => unknown

/**
 * The same function as `query`, which reports each statement when it has ended. Statements with a callback, which `pg`
 * itself runs, and streams are not reported.
 */
export function reportingStatements(query: Query, observe: Observe): Query {
  return (statement, ...rest) => {
    const startedAt = performance.now()
    const result = query(statement, ...rest)
    if (result instanceof Promise) {
      const text = typeof statement === 'string' ? statement : statement.text
      const report = (error?: unknown) => observe({ text, startedAt, endedAt: performance.now(), error })
      result.then(() => report(), report)
    }
    return result
  }
}

/** Reports the statements of a connection until the returned function is called. */
export function reportStatements(client: Queryable, observe: Observe): () => void {
  const { query } = client
  client.query = reportingStatements((query as Query).bind(client), observe)
  return () => {
    client.query = query
  }
}
