import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { fairQueue } from '../../base/fair-queue.ts'

/** Limits for bodies of JSON. A body stays in memory until its reply has been sent. */

/** The limit for people who are not signed in. Signed-in people rarely send more. */
export const SMALL_BODY = 16_384
/** Enough for a text of 20,000 characters, or for fifty steps, if each character has three bytes. */
const BODY = 262_144
/** For the few endpoints that take many things at once. */
const LARGE_BODY = 1_048_576

/** How many bodies above `SMALL_BODY` one person may have in memory at once. */
const PLACES_PER_PERSON = 4

/** How many bytes the body of an endpoint may have. */
export function bodyLimitOf({ allow, isLarge }: Pick<Endpoint, 'allow' | 'isLarge'>): number {
  if (allow === 'anyone' || allow === 'kiosk') return SMALL_BODY
  return isLarge ? LARGE_BODY : BODY
}

/** Opens the places for large bodies. A slow sender takes places of their own alone. */
export function openBodyPlaces() {
  const places = fairQueue({ concurrencyPerKey: PLACES_PER_PERSON })
  /** Waits for a place before a large body is read. The place is free again after the reply. */
  return (key: string, { raw: request }: FastifyRequest, { raw: reply }: FastifyReply): Promise<void> =>
    new Promise((resolve) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
      if (encoding === undefined && !(Number(length) > SMALL_BODY)) return resolve()
      void places(key, async () => {
        resolve()
        // A client may have gone away while it waited.
        if (!request.socket.destroyed) await new Promise((over) => reply.once('finish', over).once('close', over))
      })
    })
}
