import type { FastifyReply, FastifyRequest } from 'fastify'
import { msg } from '../../../shared/words/message.ts'
import { HttpError, throttledWarning } from '../../base/errors.ts'
import type { Kiosk, Services } from '../../core/context.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { kioskCookieOf, setKioskCookie } from './session.ts'

/** The tablet at a door that calls for itself: its cookie names the kiosk, as a session's names a person. */

/** It is noted once a minute that a kiosk was seen. */
const SEEN_EVERY_MS = 60_000

const FIND = {
  name: 'kiosk',
  text: 'select id, name, department_id, last_seen_at, paused_at from kiosks where token_hash = $1',
}

/** 401: the browser is no kiosk, or is none any more. */
const noKiosk = () => new HttpError(401, 'no_kiosk', msg('This device is not a kiosk, or not any more'))

/** 403: it is one, and shows nobody until an administrator takes it over. */
const isPaused = () =>
  new HttpError(403, 'kiosk_paused', msg('This kiosk is paused. An administrator can take it over under Kiosks.'))

/** The kiosk that makes a request. Throws 401 `no_kiosk`, 403 `kiosk_paused`. */
export async function kioskOf(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Kiosk> {
  const cookie = kioskCookieOf(services, request)
  if (!cookie) throw noKiosk()
  const { rows } = await services.database.pool.query<{
    id: number
    name: string
    department_id: number | null
    last_seen_at: string | null
    paused_at: string | null
  }>({ ...FIND, values: [hashOfSecret(cookie)] })
  const [row] = rows
  if (!row) throw noKiosk()
  if (row.paused_at !== null) throw isPaused()
  const { id, name, department_id: departmentId, last_seen_at: seenAt } = row
  const isSeenLately = seenAt !== null && Math.abs(request.now.getTime() - Date.parse(seenAt)) < SEEN_EVERY_MS
  if (!isSeenLately) await noteSeen(services, request, reply, { id, cookie })
  return { id, name, departmentId }
}

const warnNotNoted = throttledWarning('It could not be noted that a kiosk was seen')

/** Notes that the kiosk was seen, and renews its cookie. If the database refuses to write, the request goes on. */
async function noteSeen(
  { database, ...rest }: Services,
  { now, log }: FastifyRequest,
  reply: FastifyReply,
  { id, cookie }: { id: number; cookie: string },
) {
  try {
    await database.pool.query('update kiosks set last_seen_at = $2 where id = $1', [id, now.toISOString()])
  } catch (error) {
    return warnNotNoted(log, error)
  }
  setKioskCookie({ database, ...rest }, reply, cookie, now)
}
