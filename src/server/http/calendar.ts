import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { mayAnywhere } from '../../shared/permissions.ts'
import { msg } from '../../shared/words/message.ts'
import { notFound, rateLimited, throttledWarning } from '../base/errors.ts'
import { type Context, contextFor, type Services } from '../core/context.ts'
import { takeToken } from '../core/rate-limits.ts'
import { lacksSecondStep } from '../credentials/second-step.ts'
import { hashOfSecret } from '../credentials/secrets.ts'
import { type CallLanes, refuse } from './request/lanes.ts'
import { secondStepMissing } from './request/request-context.ts'
import { isSampleFromElsewhere } from './session/sample-guard.ts'
import { VIEWER_COLUMNS, type ViewerRow, viewerFrom } from './session/session.ts'

/** The calendar of a person, at an address that only they and their calendar know. */

const BY_SECRET = {
  name: 'calendar',
  text: `select ${VIEWER_COLUMNS}, coalesce(f.last_read_at < $2, true) as is_noted_late
    from calendar_feeds f join users u on u.id = f.user_id left join departments d on d.id = u.department_id
    where f.token_hash = $1 and u.is_active and u.deleted_at is null`,
}
const HOUR_MS = 3600 * 1000

const noSuchCalendar = () => notFound(msg('There is no such calendar'))
const tooOften = msg('This calendar is read very often.')
const warnNotNoted = throttledWarning('The use of a calendar could not be noted')

/** Serves the calendars. 404 for an unknown address, 403 without a required second step, 429 for many reads. */
export function serveCalendars(
  app: FastifyInstance,
  ofServer: Services,
  lanes: CallLanes,
  readCalendar: (ctx: Context) => Promise<string>,
) {
  app.get<{ Params: { secret: string } }>(
    '/api/v1/calendar/:secret.ics',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const services = request.services ?? ofServer
      if (isSampleFromElsewhere(services, request)) throw noSuchCalendar()
      const now = new Date()
      const { secret } = request.params
      const viewer = await lanes
        .lookUp(secret, () => viewerOf(services, secret, now))
        .catch((error) => refuse(lanes, request, error))
      const { isTaken, wait } = await takeToken(services.database.orm, now, viewer.id, 'calendar')
      if (!isTaken) throw rateLimited(tooOften, wait)
      const text = await lanes.heavy(viewer.id, () => readCalendar(contextFor(services, viewer, now)))
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  )
}

/**
 * The person whose calendar it is. Throws 404 if the address is not in use, or the account is closed, and 403 for a
 * person who has to set up a second step. Notes when it was read, at most once an hour.
 */
async function viewerOf(services: Services, secret: string, now: Date): Promise<Context['viewer']> {
  const { database, log } = services
  const hash = hashOfSecret(secret)
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString()
  const { rows } = await database.pool.query<ViewerRow & { is_noted_late: boolean }>({
    ...BY_SECRET,
    values: [hash, hourAgo],
  })
  const [row] = rows
  if (!row || !mayAnywhere(row.role, 'token:own')) throw noSuchCalendar()
  if (await lacksSecondStep(services, row)) throw secondStepMissing()
  if (row.is_noted_late)
    await database.pool
      .query('update calendar_feeds set last_read_at = $2 where token_hash = $1', [hash, now.toISOString()])
      .catch((error) => warnNotNoted(log, error))
  return viewerFrom(row)
}
