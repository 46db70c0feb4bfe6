import type { FastifyRequest } from 'fastify'
import { type Endpoint, pathOf } from '../../shared/endpoint.ts'
import { HttpError, type RefusedEntry } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'
import { auditApart, auditLimited } from '../core/write.ts'
import { paramsOf } from './input.ts'

/**
 * Writes to the audit log that somebody was refused a change: for lack of a permission, or for what the refusal itself says.
 * The request's own transaction is over by then and has left nothing.
 */
export async function logRefusal(ctx: OpenContext, endpoint: Endpoint, request: FastifyRequest, error: unknown) {
  const { viewer } = ctx
  if (!viewer || !(error instanceof HttpError)) return
  const entry = error.logged ?? (error.status === 403 && entryOf(endpoint, request))
  if (entry) await auditApart(ctx, (within) => auditLimited(within, 'refusal', viewer.id, entry))
}

/** Of no thing, so that it stands in nobody's history: a role may be refused what is not even there. */
const entryOf = (endpoint: Endpoint, request: FastifyRequest): RefusedEntry => ({
  action: 'access.refuse',
  resourceType: 'access',
  resourceId: null,
  details: { call: `${endpoint.method} ${addressOf(endpoint, request)}` },
})

/** With its ids as far as they could be any; others are the sender's own words. */
function addressOf(endpoint: Endpoint, request: FastifyRequest) {
  try {
    return pathOf(endpoint, paramsOf(endpoint, request))
  } catch {
    return endpoint.path
  }
}
