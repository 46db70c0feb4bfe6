import type { FastifyReply, FastifyRequest } from 'fastify'
import { TAB_HEADER } from '../../shared/changes.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { mayAnywhere } from '../../shared/permissions.ts'
import { forbidden, notSignedIn } from '../base/errors.ts'
import { i18nFor, languageOf } from '../base/texts.ts'
import type { OpenContext, Origin, Services } from '../core/context.ts'
import { Outbox } from '../core/outbox.ts'
import { isSampleFromElsewhere, SAMPLE_IS_LOCAL } from './sample-guard.ts'
import { renewSession, type Session, sessionCookieOf, sessionKeeperFor, sessionOf } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    now: Date
  }
}

/**
 * Finds the request's session and checks the role, before the body is read: nobody who may not call the endpoint can make the
 * server read a body. 401 without a session, 403 for a role that may not call the endpoint.
 */
export async function authenticate(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (isSampleFromElsewhere(services, request))
    throw endpoint.allow === 'anyone' ? forbidden(SAMPLE_IS_LOCAL) : notSignedIn()
  request.session = await sessionOf(services, sessionCookieOf(services, request), request.now)
  if (endpoint.allow === 'anyone') return
  if (!request.session) throw notSignedIn()
  if (endpoint.allow !== 'signed-in' && !mayAnywhere(request.session.viewer.role, endpoint.allow)) throw forbidden()
  await renewSession(services, request, reply, request.session, request.now)
}

/** The context of a request whose session is known. Its statements run outside a transaction. */
export function contextOf(services: Services, request: FastifyRequest, reply: FastifyReply): OpenContext {
  return {
    services,
    db: services.database.orm,
    now: request.now,
    viewer: request.session?.viewer ?? null,
    reader: { i18n: i18nOf(services, request), timeZone: services.config.timeZone },
    origin: originOf(request),
    session: sessionKeeperFor(services, request, reply),
    outbox: new Outbox(false),
  }
}

/** The words of the request's reader. */
export const i18nOf = ({ config }: Services, { session, headers }: FastifyRequest) =>
  i18nFor(languageOf(session?.viewer, headers['accept-language'], config.defaultLanguage))

/** Characters of the columns of the audit log. */
const MAX_IP_ADDRESS = 45
const MAX_USER_AGENT = 500
const TAB = /^[0-9a-f]{8,64}$/

/** Where a request came from. What its headers claim is cut to the length of the columns. */
function originOf({ ip, headers }: FastifyRequest): Origin {
  const tab = headers[TAB_HEADER]
  return {
    // A connection that the client has closed has no address any more.
    ipAddress: (ip as string | undefined)?.slice(0, MAX_IP_ADDRESS) ?? null,
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
    tab: typeof tab === 'string' && TAB.test(tab) ? tab : null,
  }
}
