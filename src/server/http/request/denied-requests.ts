import type { FastifyRequest } from 'fastify'
import { type Endpoint, pathOf } from '../../../shared/endpoint.ts'
import { type DenialEntry, HttpError } from '../../base/errors.ts'
import type { OpenContext } from '../../core/context.ts'
import { auditApart, auditLimited } from '../../core/write/audit.ts'
import { paramsOf } from './input.ts'

/** A request that a signed-in person was denied, for the audit log. */
interface Denial {
  userId: string
  entry: DenialEntry
}

/** Returns the denial for a 403 error, or for an error with an entry of its own; undefined for other errors. */
export function denialOf(endpoint: Endpoint, request: FastifyRequest, error: unknown): Denial | undefined {
  const { caller } = request
  if (!caller || !(error instanceof HttpError)) return undefined
  const entry = error.auditEntry ?? (error.status === 403 && permissionDenied(endpoint, request))
  return entry ? { userId: caller.viewer.id, entry } : undefined
}

/** Writes a denial to the audit log. By then the request's own transaction has been rolled back. */
export const auditDenial = (ctx: OpenContext, { userId, entry }: Denial) =>
  auditApart(ctx, (txCtx) => auditLimited(txCtx, 'refusal', userId, entry))

/** The entry names no resource, and so appears in no history: a role may be denied a resource that does not exist. */
const permissionDenied = (endpoint: Endpoint, request: FastifyRequest): DenialEntry => ({
  action: 'access.refuse',
  resourceType: 'access',
  resourceId: null,
  details: { call: `${endpoint.method} ${addressOf(endpoint, request)}` },
})

/** The address with its ids. If one cannot be an id, it is the sender's free text, and the path has no ids. */
function addressOf(endpoint: Endpoint, request: FastifyRequest) {
  try {
    return pathOf(endpoint, paramsOf(endpoint, request))
  } catch {
    return endpoint.path
  }
}
