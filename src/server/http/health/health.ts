import type { FastifyInstance } from 'fastify'
import { type Message, msg } from '../../../shared/words/message.ts'
import { release } from '../../base/config.ts'
import { HttpError } from '../../base/errors.ts'
import type { Services } from '../../core/context.ts'
import { knowsMigration } from '../../db/migrate/known-migrations.ts'
import { stopping } from './stopping.ts'

const READY = `select current_setting('transaction_read_only') = 'on' as standby,
  (select value #>> '{}' from settings where name = 'oldestMigration') as oldest`

/**
 * Serves `/healthz` and `/readyz`. `/healthz` replies 200 while the process lives. `/readyz` replies 200 while the
 * server can take requests, and 503 if it is stopping, if the database does not answer or is a standby, or if a newer
 * Muster has migrated the database so far that this one must not use it. The migrations of this one are applied by
 * then, because the start waits for them.
 */
export function serveHealth(app: FastifyInstance, { database }: Services) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  // However many ask at once, the database is asked once.
  let asking: Promise<unknown> | undefined
  app.get('/readyz', async () => {
    if (app.isStopping()) throw stopping()
    asking ??= mustBeReady().finally(() => {
      asking = undefined
    })
    await asking
    return { status: 'ok' }
  })

  async function mustBeReady() {
    const { rows } = await database.pool.query<{ standby: boolean; oldest: string | null }>(READY)
    const { standby, oldest } = rows[0] ?? {}
    if (standby) throw notReady('database_away', msg('The database is a standby, or read-only'))
    if (oldest && !knowsMigration(oldest)) {
      throw notReady(
        'too_old',
        msg('The database needs a newer Muster than {release}, with the migration {oldest}', { release, oldest }),
      )
    }
  }
}

const notReady = (code: string, message: Message) => new HttpError(503, code, message, { retryAfter: 2 })
