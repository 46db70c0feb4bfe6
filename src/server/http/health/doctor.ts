import type { FastifyInstance } from 'fastify'
import type { Config } from '../../base/config.ts'
import { DOCTOR_HEADER, type Seen } from '../../doctor/header.ts'
import { trustOf } from '../request/proxies.ts'

/** Tells an examination how its requests arrived. A caller learns only of their own request, and no address. */
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
