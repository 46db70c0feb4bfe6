import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers, with its migrations in (the start waits for them). */
export function serveHealth(app: FastifyInstance, { database }: Services) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await database.pool.query('select 1')
    return { status: 'ok' }
  })
}
