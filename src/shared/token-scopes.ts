import type { Endpoint } from './endpoint.ts'
import { type Permission, permissions } from './permissions.ts'

/** A token's permissions. A scope is its person's permission by the same name, and is lost with it. */

/** Permissions that no token has: with them a program could get into accounts, stay there, or sign for a person. */
const neverScopes = [
  ...(['profile:own', 'token:own', 'kiosk:manage', 'webhook:manage', 'setup:manage'] as const),
  ...(['user:manage', 'user:invite', 'user:set-pin', 'user:edit-own', 'user:grant', 'user:copy-data'] as const),
  // As accounts: what people are paid for follows from them.
  ...(['contract:manage', 'payroll:manage', 'payroll:export', 'hours:reopen'] as const),
  // Why people are away is for people, not for programs.
  'absence:read',
  'absence:decide',
  // "I have read this", "my hours are right" and "these hours are paid" are said by the person.
  'sop:confirm',
  'hours:confirm',
  'hours:approve',
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

/** The scopes with their conditions: changes of a thing need its reading, edits of a task need its status. */
export function withImplied(chosen: readonly Scope[]): Scope[] {
  const all = chosen.flatMap((scope) => {
    const reading = scope.replace(/:.*/, ':read')
    return [scope, ...(implied[scope] ? [implied[scope]] : []), ...(isScope(reading) ? [reading] : [])]
  })
  return scopes.filter((scope) => all.includes(scope))
}

/** The scope that a call by token needs. `open`: none; its reply depends on scopes. `never`: no token may. */
export function scopeOf(endpoint: Pick<Endpoint, 'allow' | 'method' | 'proof' | 'cookie' | 'sessionOnly'>) {
  const { allow, method, proof, cookie, sessionOnly } = endpoint
  if (proof || cookie || sessionOnly) return 'never'
  if (allow === 'anyone' || allow === 'signed-in') return method === 'GET' ? 'open' : 'never'
  return isScope(allow) ? allow : 'never'
}
