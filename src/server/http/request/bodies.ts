import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { fairQueue } from '../../base/fair-queue.ts'

/** How many bytes of JSON the server takes, and from how many at once. A body is in memory until its reply has gone. */

/** The most that somebody sends who is not signed in. Signed-in people need more only now and then. */
export const SMALL_BODY = 16_384
/** A text of 20,000 characters, or fifty steps, each character three bytes long. */
const BODY = 262_144
/** For the few endpoints that take many things at once. */
const LARGE_BODY = 1_048_576

/** Bodies that are more than small, of all people and of one. While half of the places are free, one may have more. */
const PLACES = 32
const PLACES_PER_PERSON = 2

/** How many bytes the body of an endpoint may have. */
export function bodyLimitOf({ allow, isLarge }: Pick<Endpoint, 'allow' | 'isLarge'>): number {
  if (allow === 'anyone' || allow === 'kiosk') return SMALL_BODY
  return isLarge ? LARGE_BODY : BODY
}

/** Opens the places for bodies. */
export function openBodyPlaces() {
  let taken = 0
  const places = fairQueue({
    concurrency: PLACES,
    concurrencyPerKey: PLACES_PER_PERSON,
    hasSpareCapacity: () => taken < PLACES / 2,
  })
  /** Waits for a place before a body is read that may be more than small. The place is free again after the reply. */
  return (key: string, { raw: request }: FastifyRequest, { raw: reply }: FastifyReply): Promise<void> =>
    new Promise((resolve) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
      if (encoding === undefined && !(Number(length) > SMALL_BODY)) return resolve()
      void places(key, async () => {
        taken += 1
        resolve()
        // A client may have gone away while it waited.
        if (!request.socket.destroyed) await new Promise((over) => reply.once('finish', over).once('close', over))
        taken -= 1
      })
    })
}
