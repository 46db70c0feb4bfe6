import type { Endpoint } from './endpoint.ts'
import { type Permission, permissions } from './permissions.ts'

/**
 * The permissions that a token may have. A scope is a permission of its person by the same name. If the person loses
 * it, the token loses it too.
 */

/** Permissions that no token has: with them a program could get into accounts, stay there, or sign for a person. */
const neverScopes = [
  ...(['profile:own', 'token:own', 'kiosk:manage', 'webhook:manage', 'setup:manage'] as const),
  ...(['user:manage', 'user:edit-own', 'user:grant'] as const),
  // "I have read this" is said by the person.
  'sop:confirm',
] as const
export type Scope = Exclude<Permission, (typeof neverScopes)[number]>

const never: readonly Permission[] = neverScopes
export const scopes = (Object.keys(permissions) as Permission[]).filter(
  (permission): permission is Scope => !never.includes(permission),
)

const implied: Partial<Record<Scope, Scope>> = {
  'task:update': 'task:set-status',
  'reminder:personal-others': 'reminder:personal',
  'reminder:department': 'reminder:personal',
  'reminder:general': 'reminder:personal',
}
const isScope = (name: string): name is Scope => scopes.some((scope) => scope === name)

/**
 * The scopes with the ones that they need: changing a thing needs reading it, and editing a task needs setting its
 * status.
 */
export function withImplied(chosen: readonly Scope[]): Scope[] {
  const all = chosen.flatMap((scope) => {
    const reading = scope.replace(/:.*/, ':read')
    return [scope, ...(implied[scope] ? [implied[scope]] : []), ...(isScope(reading) ? [reading] : [])]
  })
  return scopes.filter((scope) => all.includes(scope))
}

/**
 * The scope that a token needs to call an endpoint. `open`: none; the reply depends on its scopes. `never`: no token
 * may call it.
 */
export function scopeOf(endpoint: Pick<Endpoint, 'allow' | 'method' | 'proof' | 'cookie' | 'sessionOnly'>) {
  const { allow, method, proof, cookie, sessionOnly } = endpoint
  if (proof || cookie || sessionOnly) return 'never'
  if (allow === 'anyone' || allow === 'signed-in') return method === 'GET' ? 'open' : 'never'
  return isScope(allow) ? allow : 'never'
}
