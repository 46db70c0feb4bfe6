import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint, Input } from '../../shared/endpoint.ts'
import { invalidFields, notFound } from '../base/errors.ts'

/** The path's parameters; one that does not fit names nothing that there is. */
export function paramsOf(endpoint: Endpoint, request: FastifyRequest) {
  const params = Object.entries(endpoint.params ?? {}).map(([name, schema]) => {
    const parsed = schema.safeParse((request.params as Record<string, string>)[name])
    if (!parsed.success) throw notFound('thing')
    return [name, parsed.data]
  })
  return Object.fromEntries(params) as Record<string, unknown>
}

/** What a request says, checked by the endpoint's contract. */
export function inputOf(endpoint: Endpoint, request: FastifyRequest): Input<Endpoint> {
  return {
    params: paramsOf(endpoint, request),
    query: parsed(endpoint.query, request.query),
    body: parsed(endpoint.body, request.body),
  } as Input<Endpoint>
}

/** More faults than these help nobody, and would make a long reply out of a long request. */
const MOST_ISSUES = 100

/** The value as its schema gives it on; 400 with its faults. */
export function parsed(schema: z.ZodMiniType | undefined, value: unknown) {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }]
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'There is no such field' }))
  })
  throw invalidFields(issues.slice(0, MOST_ISSUES))
}
