import * as z from 'zod/mini'
import { API_PREFIX } from '../../shared/api-prefix.ts'
import { type Endpoint, statusOf } from '../../shared/endpoint.ts'
import { ErrorReply } from '../../shared/errors.ts'
import { KEY } from '../../shared/once.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { type Api, type Handlers, takesKey } from './serve.ts'

const errors: Record<number, string> = {
  400: 'Malformed, or a field does not pass its check',
  401: 'Not signed in',
  403: 'May not',
  404: 'No such thing, or none that this person may know of',
  409: 'Does not fit what is there now',
  413: 'Too large',
  415: 'The body is of another type, or compressed',
  429: 'Too many tries; Retry-After says when to try again',
  503: 'Busy, or the database is away; Retry-After says when to try again',
}

/** The API as an OpenAPI 3.1 document, made from the schemas that validate. */
export function openApiOf<A extends Api>(api: A, handlers: Handlers<A>, version: string, cookie: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [noun, endpoints] of Object.entries(api)) {
    for (const [verb, endpoint] of Object.entries(endpoints)) {
      const keyed = takesKey(endpoint, handlers[noun]?.[verb] as object)
      const path = `${API_PREFIX}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(noun, verb, endpoint, keyed) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description: 'Sign in with `POST /api/v1/auth/login`; the session travels in a cookie.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: jsonSchemaOf(ErrorReply, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  }
}

/** The header with which a write is done once. */
const key = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A new one for each thing done: sent again within 48 hours with the same key, it gets the first reply',
  schema: { type: 'string', pattern: KEY.source },
}

function operation(noun: string, verb: string, endpoint: Endpoint, keyed: boolean) {
  const { params = {}, query, body, form, reply, download, stored, summary, allow } = endpoint
  const status = statusOf(endpoint)
  const queryShape = query ? jsonSchemaOf(query, 'input') : {}
  const required = (queryShape.required ?? []) as string[]
  const fromQuery = Object.entries((queryShape.properties ?? {}) as Record<string, unknown>)
  return {
    operationId: `${noun}.${verb}`,
    tags: [noun],
    summary,
    description: `Permission: ${allow}`,
    security: allow === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...Object.entries(params).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        schema: jsonSchemaOf(schema, 'input'),
      })),
      ...fromQuery.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
      ...(keyed ? [key] : []),
    ],
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, undefined).success,
        content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } },
      },
    }),
    ...(form && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema(endpoint) } } },
    }),
    responses: {
      [status]: {
        description: 'Done',
        ...(download && { content: { 'text/csv': { schema: { type: 'string' } } } }),
        ...(stored && { content: { [stored]: { schema: { type: 'string', format: 'binary' } } } }),
        ...(reply && { content: { 'application/json': { schema: jsonSchemaOf(reply, 'output') } } }),
      },
      ...(stored && {
        206: { description: 'The part that Range asks for' },
        304: { description: 'The same as If-None-Match names' },
        416: errorResponse('The file has no such range'),
      }),
      ...Object.fromEntries(Object.entries(errors).map(([code, description]) => [code, errorResponse(description)])),
    },
  }
}

/** A form's fields, and its file. */
function formSchema({ form, file }: Endpoint) {
  const fields = form ? jsonSchemaOf(form, 'input') : {}
  const required = [...((fields.required as string[]) ?? []), ...(file === 'required' ? ['file'] : [])]
  return {
    ...fields,
    properties: { ...(fields.properties as object), file: { type: 'string', format: 'binary' } },
    required,
  }
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
