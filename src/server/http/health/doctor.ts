import type { FastifyInstance } from 'fastify'
import type { Config } from '../../base/config.ts'
import { trustOf } from '../request/proxies.ts'

/** Names itself in a request of `npm run doctor`, with the address that the request claims to come from. */
export const DOCTOR_HEADER = 'x-muster-doctor'

/** A request as it looks after it has come through the proxies. */
export interface Seen {
  /** From `X-Forwarded-Proto`. */
  proto: string | null
  /** Whether there is an `X-Forwarded-For`. */
  isForwarded: boolean
  /** Whether TRUST_PROXY names who has sent it here. */
  isTrusted: boolean
  /** Whether it may become a live connection. */
  isUpgrade: boolean
  /** Whether the claim counts as the client's address. */
  isBelieved: boolean
}

/** Tells `npm run doctor` how its requests arrived. A caller learns only of their own request, and no address. */
export function answerDoctor(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>) {
  const isTrusted = trustOf(trustProxy)
  app.addHook('onRequest', ({ headers, ip, raw }, reply, done) => {
    const claim = headers[DOCTOR_HEADER]
    if (claim !== undefined) {
      const proto = headers['x-forwarded-proto']
      const seen: Seen = {
        proto: proto === 'http' || proto === 'https' ? proto : null,
        isForwarded: headers['x-forwarded-for'] !== undefined,
        isTrusted: isTrusted(raw.socket.remoteAddress, 0),
        isUpgrade: raw.headers.upgrade?.toLowerCase() === 'websocket' && /upgrade/i.test(raw.headers.connection ?? ''),
        isBelieved: ip === claim,
      }
      reply.header(DOCTOR_HEADER, JSON.stringify(seen))
    }
    done()
  })
}
