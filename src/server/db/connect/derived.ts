import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database, Db, Pool } from './connect.ts'

/**
 * A database like another one, whose statements go through a pool of its own. To make one costs less than a
 * microsecond: its ORM is made when it is first asked for.
 */
export function derived<More extends object>(
  { url, close }: Database,
  pool: Pool,
  transaction: Database['transaction'],
  more: More,
): Database & More {
  let orm: Db | undefined
  return {
    pool,
    get orm() {
      orm ??= drizzle(pool)
      return orm
    },
    ...{ transaction, url, close, ...more },
  }
}
