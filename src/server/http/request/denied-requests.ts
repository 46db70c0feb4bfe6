import type { FastifyRequest } from 'fastify'
import { type Endpoint, pathOf } from '../../../shared/endpoint.ts'
import { type DenialEntry, HttpError } from '../../base/errors.ts'
import type { OpenContext } from '../../core/context.ts'
import { auditApart, auditLimited } from '../../core/write/audit.ts'
import { paramsOf } from './input.ts'

/**
 * Writes to the audit log that a signed-in person was denied a request: for lack of a permission (403), or with the
 * entry that the error itself carries. By then the request's own transaction has been rolled back.
 */
export async function auditDeniedRequest(
  ctx: OpenContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  error: unknown,
) {
  const { viewer } = ctx
  if (!viewer || !(error instanceof HttpError)) return
  const entry = error.auditEntry ?? (error.status === 403 && permissionDenied(endpoint, request))
  if (entry) await auditApart(ctx, (txCtx) => auditLimited(txCtx, 'refusal', viewer.id, entry))
}

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
