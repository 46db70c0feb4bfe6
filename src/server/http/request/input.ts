import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint, Input } from '../../../shared/endpoint.ts'
import { contractMessage, type Message, msg } from '../../../shared/words/message.ts'
import { invalidFields, notFound } from '../../base/errors.ts'

/** The parameters of the path. A value that the contract does not accept names nothing that exists: 404. */
export function paramsOf(endpoint: Endpoint, request: FastifyRequest) {
  const params = Object.entries(endpoint.params ?? {}).map(([name, schema]) => {
    const parsed = schema.safeParse((request.params as Record<string, string>)[name])
    if (!parsed.success) throw notFound(msg('There is no such thing'))
    return [name, parsed.data]
  })
  return Object.fromEntries(params) as Record<string, unknown>
}

/** A request's parameters, query and body, checked by the contract. 404 for a wrong parameter, 400 for the rest. */
export function inputOf(endpoint: Endpoint, request: FastifyRequest): Input<Endpoint> {
  return {
    params: paramsOf(endpoint, request),
    query: parsed(endpoint.query, request.query),
    body: parsed(endpoint.body, request.body),
  } as Input<Endpoint>
}

/** A fault whose words hold sent values comes with them: `contractMessage` would keep every such text. */
const messageOf = (issue: z.core.$ZodIssue): Message =>
  (issue.code === 'custom' && issue.params?.text) || contractMessage(issue.message)

/** More faults than these help nobody, and would make a long reply out of a long request. */
const MAX_ISSUES = 100

/** The value that the schema makes of it, undefined without a schema. Throws 400 with the faults of each field. */
export function parsed(schema: z.ZodMiniType | undefined, value: unknown) {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: messageOf(issue) }]
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: msg('There is no such field') }))
  })
  throw invalidFields(issues.slice(0, MAX_ISSUES))
}
