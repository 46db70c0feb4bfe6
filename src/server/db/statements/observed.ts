import type { Database, Pool } from '../connect/connect.ts'
import { derived } from '../connect/derived.ts'
import { type Observe, reportingStatements } from './statements.ts'

/** A database that reports its statements to `observe`, and the database it was made from. */
export interface Observed extends Database {
  source?: Database
  observe?: Observe
}

/** The same database, which reports each statement to `observe` alone. */
export function observed(database: Observed, observe: Observe): Database {
  const { source = database } = database
  const query = reportingStatements(source.pool.query.bind(source.pool) as never, observe)
  // The pool keeps its connections on itself, so it opens them itself.
  const connect = source.pool.connect.bind(source.pool)
  const pool: Pool = Object.create(source.pool, { query: { value: query }, connect: { value: connect } })
  return derived(source, pool, (run) => source.transaction(run, observe), { source, observe })
}

/** Another database that reports its statements to the same place as this one, if this one does. */
export const observedLike = ({ observe }: Observed, other: Database): Database =>
  observe ? observed(other, observe) : other
