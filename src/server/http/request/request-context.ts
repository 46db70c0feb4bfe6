import type { FastifyReply, FastifyRequest } from 'fastify'
import { TAB_HEADER } from '../../../shared/changes.ts'
import { AGE_HEADER } from '../../../shared/device-time.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { mayAnywhere } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { changedMeanwhile, forbidden, HttpError, notSignedIn } from '../../base/errors.ts'
import { i18nFor, languageOf } from '../../base/texts.ts'
import type { Kiosk, OpenContext, Origin, Services } from '../../core/context.ts'
import { Outbox } from '../../core/write/outbox.ts'
import { mustBeProved } from '../../credentials/reauthentication.ts'
import { limited, type TakeConnection } from '../../db/connect/limited.ts'
import { bearerCallerOf, bearerMustBeAllowed, bearerOf } from '../session/bearer.ts'
import { kioskOf } from '../session/kiosk.ts'
import { isSampleFromElsewhere, SAMPLE_IS_LOCAL } from '../session/sample-guard.ts'
import {
  type Caller,
  kioskCookieOf,
  renewSession,
  sessionCookieOf,
  sessionKeeperFor,
  sessionOf,
} from '../session/session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** The tablet whose own call this is. */
    kiosk: Kiosk | undefined
    now: Date
  }
}

/** 403: the person has to set up a second step before anything else. */
export const secondStepMissing = () =>
  new HttpError(403, 'second_step_missing', msg('Set up a second step for your sign-in first'))

/** Runs `find` when it is the turn of this session or token. Without a secret it runs at once. */
type LookUp = <T>(secret: string | undefined, find: () => Promise<T>) => Promise<T>

/**
 * Finds the request's session and checks the role, before the body is read: nobody who may not call the endpoint can
 * make the server read a body. 401 without a session, 403 for a role, a token or a pass that may not call the endpoint,
 * without a second step that is required, and without a recent proof that the endpoint needs. A kiosk's own call is
 * made by no person, even if somebody is signed in: 401 `no_kiosk` without its cookie.
 */
export async function authenticate(
  ofServer: Services,
  lookUp: LookUp,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const services = request.services ?? ofServer
  if (isSampleFromElsewhere(services, request))
    throw endpoint.allow === 'anyone' ? forbidden(SAMPLE_IS_LOCAL) : notSignedIn()
  if (endpoint.allow === 'kiosk') {
    const find = () => kioskOf(services, request, reply)
    request.kiosk = await lookUp(kioskCookieOf(services, request), find)
    return
  }
  const secret = bearerOf(request) ?? sessionCookieOf(services, request)
  request.caller = await lookUp(secret, () => callerOf(services, request, request.now))
  const { caller } = request
  // A kiosk may make calls that anyone may make. A token signs nobody in.
  if (caller?.bearer && (endpoint.allow !== 'anyone' || 'token' in caller.bearer)) bearerMustBeAllowed(caller, endpoint)
  if (endpoint.allow === 'anyone') return
  if (!caller) throw notSignedIn()
  if (caller.needsSecondStep && !endpoint.beforeSecondStep) throw secondStepMissing()
  if (endpoint.allow !== 'signed-in' && !mayAnywhere(caller.viewer.role, endpoint.allow)) throw forbidden()
  if (endpoint.proof) mustBeProved(contextOf(services, request, reply))
  await renewSession(services, request, reply, caller, request.now)
}

/** The caller of a request: by the bearer if it came with one, else by the cookie of a session. */
function callerOf(services: Services, request: FastifyRequest, now: Date): Promise<Caller | undefined> {
  const bearer = bearerOf(request)
  return bearer === undefined
    ? sessionOf(services, sessionCookieOf(services, request), now)
    : bearerCallerOf(services, bearer, now)
}

/** Age at which a request's session is read again: bodies take minutes, and calls wait in the queue. */
export const RECHECK_SESSION_AFTER_MS = 1000

/**
 * Reads the session again, for a request that has been on its way or in a queue for long. Throws 401 if the session has
 * ended since, and 409 `changed_meanwhile` if the person's role or department has changed.
 */
export async function recheckSession({ services, viewer }: OpenContext, request: FastifyRequest) {
  if (!viewer) return
  const session = await callerOf(services, request, new Date())
  if (!session) throw notSignedIn()
  const { role, departmentId } = session.viewer
  if (role === viewer.role && departmentId === viewer.departmentId) return
  throw changedMeanwhile()
}

/** Reads the session again if the request has been on its way for long, and throws as `recheckSession`. */
export async function recheckIfLate(ctx: OpenContext, request: FastifyRequest) {
  if (Date.now() - request.now.getTime() > RECHECK_SESSION_AFTER_MS) await recheckSession(ctx, request)
}

/**
 * The context of a request whose session is known. Its statements run outside a transaction.
 *
 * @param take how they take connections; absent if they may use all that are free
 */
export function contextOf(
  ofServer: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  take?: TakeConnection,
): OpenContext {
  const known = request.services ?? ofServer
  const services = take ? { ...known, database: limited(known.database, take) } : known
  const ctx: OpenContext = {
    services,
    db: services.database.orm,
    now: request.now,
    viewer: request.caller?.viewer ?? null,
    reader: { i18n: i18nOf(services, request), timeZone: services.config.timeZone },
    origin: originOf(request),
    session: sessionKeeperFor(services, request, reply, () => recheckSession(ctx, request)),
    kiosk: request.kiosk ?? kioskOfPass(request),
    age: ageOf(request),
    outbox: new Outbox(false),
  }
  return ctx
}

/** How long ago the action happened on the device; undefined for anything that is no number of milliseconds. */
function ageOf({ headers }: FastifyRequest) {
  const age = headers[AGE_HEADER]
  return typeof age === 'string' && /^\d{1,12}$/.test(age) ? Number(age) : undefined
}

/** The kiosk at which the caller has entered their PIN. */
const kioskOfPass = ({ caller }: FastifyRequest) =>
  caller?.bearer && 'kiosk' in caller.bearer ? caller.bearer.kiosk : undefined

/** The words of the request's reader. */
export const i18nOf = ({ config }: Services, { caller, headers }: FastifyRequest) =>
  i18nFor(languageOf(caller?.viewer, headers['accept-language'], config.defaultLanguage))

/** Characters of the columns of the audit log. */
const MAX_IP_ADDRESS = 45
const MAX_USER_AGENT = 500
const TAB = /^[0-9a-f]{8,64}$/

/** The origin of a request. Its headers are cut to the length of the columns. */
function originOf({ ip, host, headers, caller }: FastifyRequest): Origin {
  const tab = headers[TAB_HEADER]
  const origin: Origin = {
    // A connection that the client has closed has no address any more.
    ipAddress: (ip as string | undefined)?.slice(0, MAX_IP_ADDRESS) ?? null,
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
    host: host || null,
    tab: typeof tab === 'string' && TAB.test(tab) ? tab : null,
  }
  if (caller?.bearer && 'token' in caller.bearer) origin.token = caller.bearer.name
  return origin
}
