import type { Observed } from '../statements/observed.ts'
import type { Database, Pool } from './connect.ts'
import { derived } from './derived.ts'

/** Runs `use`, which takes one connection of the pool, as soon as it may. */
export type TakeConnection = <T>(use: () => Promise<T>) => Promise<T>

/** The same database, but each statement and each transaction waits until `take` lets it have a connection. */
export function limited(database: Observed, take: TakeConnection): Database {
  const query = database.pool.query.bind(database.pool) as (...statement: unknown[]) => Promise<unknown>
  const pool: Pool = Object.create(database.pool, {
    query: { value: (...statement: unknown[]) => take(() => query(...statement)) },
  })
  const { observe } = database
  return derived(database, pool, (run, by) => take(() => database.transaction(run, by)), { observe })
}
