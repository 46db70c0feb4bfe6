import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { mayAnywhere, roles } from '../../../shared/permissions.ts'
import { type Scope, scopeOf } from '../../../shared/token-scopes.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, HttpError, throttledWarning } from '../../base/errors.ts'
import type { Services } from '../../core/context.ts'
import { beganOf, PASS_PREFIX } from '../../credentials/kiosk-pass.ts'
import { lacksSecondStep } from '../../credentials/second-step.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { isWellFormed } from '../../credentials/tokens.ts'
import { type Caller, VIEWER_COLUMNS, type ViewerRow, viewerFrom } from './session.ts'

/**
 * Callers without a session: a program with its person's token, or a person at a kiosk. Both come in the header
 * `Authorization`, each kind with its own prefix, and both may call less than the person may.
 */

/** A token knows to within an hour when it was last used. */
const LAST_USED_AFTER_MS = 3600 * 1000

/**
 * The secret in the header `Authorization: Bearer …`, empty for an invalid one; undefined without one. Other schemes
 * belong to a proxy in front of Muster.
 */
export const bearerOf = ({ headers: { authorization } }: FastifyRequest) =>
  authorization === undefined || !/^Bearer\b/i.test(authorization)
    ? undefined
    : (/^Bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? '')

const MISTYPED = msg('This token is not complete. Copy it again, or make a new one in your profile.')
const NOT_IN_USE = msg('This token does not work. It was revoked, has expired, or never existed.')

/** 401: the token that a program sent does not work. */
export const tokenRefused = (message = NOT_IN_USE) =>
  new HttpError(401, 'bad_token', message, { challenge: 'Bearer error="invalid_token"' })

/** 403: the token works, and may not be used for this. */
const lacksScope = (scope: Scope) =>
  new HttpError(403, 'scope_missing', msg('This token lacks the scope {scope}', { scope }), {
    challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
  })
const notByToken = () =>
  new HttpError(403, 'not_by_token', msg('Tokens cannot do this. Sign in to Muster and do it there.'))

const isInUse = 'u.is_active and u.deleted_at is null'
const BY_TOKEN = {
  name: 'api-token',
  text: `select ${VIEWER_COLUMNS}, t.id as bearer_id, t.scopes, t.name,
      coalesce(t.last_used_at < $3, true) as is_noted_late
    from api_tokens t join users u on u.id = t.user_id left join departments d on d.id = u.department_id
    where t.token_hash = $1 and coalesce(t.expire > $2, true) and ${isInUse}`,
}
/** A pass lasts while its person may clock in at the kiosk, as `peopleAtKiosk` says. */
const clocking = roles.filter((role) => mayAnywhere(role, 'clock:use'))
const BY_PASS = {
  name: 'kiosk-pass',
  text: `select ${VIEWER_COLUMNS}, k.id as kiosk_id, k.name as kiosk_name, k.department_id as kiosk_department
    from kiosk_passes p join kiosks k on k.id = p.kiosk_id join users u on u.id = p.user_id left join departments d on d.id = u.department_id
    where p.token_hash = $1 and p.expire > $2 and k.paused_at is null and ${isInUse} and u.role::text = any($3)
      and (k.department_id is null or k.department_id = u.department_id)`,
}

interface TokenRow extends ViewerRow {
  bearer_id: number
  scopes: Scope[]
  name: string
  is_noted_late: boolean
}

interface PassRow extends ViewerRow {
  kiosk_id: number
  kiosk_name: string
  kiosk_department: number | null
}

const warnNotNoted = throttledWarning('The use of a token could not be noted')

/**
 * The caller with a token or a pass. Undefined if there is no such pass, it has expired, or the account is closed.
 * Throws 401 for such a token, and for a bearer of neither kind.
 */
export async function bearerCallerOf(services: Services, bearer: string, now: Date): Promise<Caller | undefined> {
  return bearer.startsWith(PASS_PREFIX) ? passCallerOf(services, bearer, now) : tokenCallerOf(services, bearer, now)
}

async function tokenCallerOf(services: Services, token: string, now: Date): Promise<Caller> {
  const { database, log } = services
  if (!isWellFormed(token)) throw tokenRefused(MISTYPED)
  const hourAgo = new Date(now.getTime() - LAST_USED_AFTER_MS).toISOString()
  const values = [hashOfSecret(token), now.toISOString(), hourAgo]
  const [row] = (await database.pool.query<TokenRow>({ ...BY_TOKEN, values })).rows
  if (!row || !mayAnywhere(row.role, 'token:own')) throw tokenRefused()
  const { bearer_id: id, scopes, name } = row
  if (row.is_noted_late)
    await database.pool
      .query('update api_tokens set last_used_at = $2 where id = $1', [id, now.toISOString()])
      .catch((error) => warnNotNoted(log, error))
  const viewer = { ...viewerFrom(row), scopes }
  const needsSecondStep = await lacksSecondStep(services, viewer)
  return { viewer, provedAt: null, needsSecondStep, bearer: { token: id, name } }
}

async function passCallerOf({ database }: Services, pass: string, now: Date): Promise<Caller | undefined> {
  const values = [hashOfSecret(pass), now.toISOString(), clocking]
  const [row] = (await database.pool.query<PassRow>({ ...BY_PASS, values })).rows
  if (!row) return undefined
  const { kiosk_id: id, kiosk_name: name, kiosk_department: departmentId } = row
  const kiosk = { id, name, departmentId, passBegan: beganOf(pass) }
  return { viewer: viewerFrom(row), provedAt: null, needsSecondStep: false, bearer: { kiosk } }
}

/** Throws 403 unless a token or a pass may call this endpoint at all. The person's own rights are checked besides. */
export function bearerMustBeAllowed({ bearer, viewer }: Caller, endpoint: Endpoint): void {
  if (!bearer) return
  if ('kiosk' in bearer) {
    if (!endpoint.kiosk) throw forbidden()
    return
  }
  const scope = scopeOf(endpoint)
  if (scope === 'never') throw notByToken()
  if (scope !== 'open' && !viewer.scopes?.includes(scope)) throw lacksScope(scope)
}
