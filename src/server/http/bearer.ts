import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { type Permission, permissions } from '../../shared/permissions.ts'
import type { Kiosk, Services } from '../core/context.ts'
import { beganOf, PASS_PREFIX } from '../credentials/kiosk-pass.ts'
import { type Caller, hashOf, VIEWER_COLUMNS, type ViewerRow, viewerFrom } from './session.ts'

/**
 * Who calls without a session: a program with a token of its person, or a person at a kiosk. Both come in the header `Authorization`,
 * each kind with its own prefix, and both may call less than the person may.
 */

export const TOKEN_PREFIX = 'mus_'

/** The secret in the header `Authorization: Bearer …`; undefined without one. */
export const bearerOf = ({ headers: { authorization } }: FastifyRequest) =>
  authorization === undefined ? undefined : (/^Bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? '')

const isInUse = 'u.is_active and u.deleted_at is null'
const BY_TOKEN = {
  name: 'api-token',
  text: `select ${VIEWER_COLUMNS}, t.id as bearer_id, t.scopes
    from api_tokens t join users u on u.id = t.user_id left join departments d on d.id = u.department_id
    where t.token_hash = $1 and coalesce(t.expire > $2, true) and ${isInUse}`,
}
const BY_PASS = {
  name: 'kiosk-pass',
  text: `select ${VIEWER_COLUMNS}, p.kiosk_id as bearer_id, null as scopes, k.name as kiosk_name, k.department_id as kiosk_department
    from kiosk_passes p join kiosks k on k.id = p.kiosk_id join users u on u.id = p.user_id left join departments d on d.id = u.department_id
    where p.token_hash = $1 and p.expire > $2 and ${isInUse}`,
}

interface BearerRow extends ViewerRow {
  bearer_id: number
  scopes: Permission[] | null
  kiosk_name?: string
  kiosk_department?: number | null
}

/** Who calls with a token or a pass; undefined if there is none, it has expired, or the account is closed. */
export async function bearerCallerOf(services: Services, bearer: string, now: Date): Promise<Caller | undefined> {
  const statement = bearer.startsWith(TOKEN_PREFIX) ? BY_TOKEN : bearer.startsWith(PASS_PREFIX) ? BY_PASS : undefined
  if (!statement) return undefined
  const values = [hashOf(bearer), now.toISOString()]
  const { rows } = await services.database.pool.query<BearerRow>({ ...statement, values })
  const [row] = rows
  if (!row) return undefined
  const through = row.scopes
    ? { token: row.bearer_id, scopes: row.scopes }
    : { kiosk: { ...kioskFrom(row), passBegan: beganOf(bearer) } }
  return { viewer: viewerFrom(row), provedAt: null, needsSecondStep: false, bearer: through }
}

const kioskFrom = ({ bearer_id, kiosk_name = '', kiosk_department = null }: BearerRow): Kiosk => ({
  id: bearer_id,
  name: kiosk_name,
  departmentId: kiosk_department,
})

/** Whether a token or a pass may call this endpoint at all; what its person may is checked besides. */
export function bearerMayCall(bearer: NonNullable<Caller['bearer']>, endpoint: Endpoint): boolean {
  if ('kiosk' in bearer) return endpoint.kiosk === true
  const { allow } = endpoint
  if (endpoint.proof || endpoint.cookie) return false
  if (allow === 'signed-in') return endpoint.method === 'GET'
  return allow in permissions && bearer.scopes.includes(allow as Permission)
}
