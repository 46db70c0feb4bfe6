import type { Dice } from '../../sample/story.ts'
import { jsonOf, Raw } from './bad-values.ts'
import { formOf } from './forms.ts'
import { chanceOf, fitting, hostile, hostileText, type JsonSchema, type Learnt, odd, whole } from './fuzz-values.ts'
import { smallPdf } from './pdfs.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

/** One operation of the OpenAPI document. */
export interface Operation {
  name: string
  method: string
  path: string
  parameters: Parameter[]
  body?: JsonSchema
  form?: JsonSchema
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

/** A person who sends requests: the account, and the session after signing in. */
export interface Actor {
  email: string
  password: string
  cookie: string
  viewer: { id: string; role: string; departmentId: number | null }
}

/** A request as it is sent, with the kind that it was made as. */
export interface FuzzRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
  operation: Operation
  actor: Actor | undefined
  manner: Manner
}

/** The kind of a request: valid; with a value at a limit; with a wrong value; wrong as a whole. */
const MANNERS = ['fitting', 'odd', 'hostile', 'misshapen'] as const
type Manner = (typeof MANNERS)[number]
const SHARES = [0.62, 0.1, 0.13, 0.15]

/** The operations of a document. */
export function operationsOf(document: { paths: object }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, operation]) => {
      const { operationId, parameters, requestBody, responses } = operation
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        responses,
        body: requestBody?.content['application/json']?.schema,
        form: requestBody?.content['multipart/form-data']?.schema,
      }
    }),
  )
}

/** The accounts of the run. No request may change them. */
type IsExcluded = (userId: unknown) => boolean

/** Makes the next random request. */
export function requestOf(
  operations: Operation[],
  actors: Actor[],
  dice: Dice,
  learnt: Learnt,
  isExcluded: IsExcluded,
) {
  const operation = dice.oneOf(operations)
  const actor = dice.roll() < 0.07 ? undefined : dice.oneOf(actors)
  const manner = mannerOf(dice)
  const parts = partsOf(operation, actor, dice, learnt, isExcluded)
  if (manner === 'odd' || manner === 'hostile') spoilOne(parts, operation, manner, dice)
  const request: FuzzRequest = { ...written(parts, operation, actor), operation, actor, manner }
  // Each request has another address, as behind a proxy, so that sign-in attempts do not share one limit.
  request.headers['x-forwarded-for'] = `10.${whole(dice, 0, 255)}.${whole(dice, 0, 255)}.${whole(dice, 1, 254)}`
  if (manner === 'misshapen') dice.oneOf(misshapers)(request, dice, operations)
  return request
}

function mannerOf(dice: Dice): Manner {
  let lot = dice.roll()
  for (const [at, share] of SHARES.entries()) {
    lot -= share
    if (lot < 0) return MANNERS[at] ?? 'fitting'
  }
  return 'fitting'
}

/** A request before it is serialised. */
interface Parts {
  params: Record<string, unknown>
  query: Record<string, unknown>
  fields: Record<string, unknown> | undefined
  file: Buffer | undefined
}

function partsOf(
  operation: Operation,
  actor: Actor | undefined,
  dice: Dice,
  learnt: Learnt,
  isExcluded: IsExcluded,
): Parts {
  const parts: Parts = { params: {}, query: {}, fields: undefined, file: undefined }
  const touchesPeople = operation.method !== 'GET' && kindIn(operation.path) === 'users'
  const isOwnPassword = operation.path.endsWith('/password') && dice.roll() < 0.1
  for (const { name, in: where, schema, required } of operation.parameters) {
    if (where === 'path') {
      const isNumber = !/uuid|64/.test(`${schema.format}${schema.pattern}`)
      const fits = (value: unknown) => (typeof value === 'number') === isNumber && !(touchesPeople && isExcluded(value))
      const known = learnt.oneOf(kindIn(operation.path), dice, fits)
      parts.params[name] = isOwnPassword ? actor?.viewer.id : (known ?? fitting(schema, '', dice, learnt))
    } else if (required || dice.roll() < chanceOf(name) / 1.5) parts.query[name] = fitting(schema, name, dice, learnt)
  }
  const schema = operation.body ?? operation.form
  if (!schema) return parts
  const { file, ...properties } = schema.properties ?? {}
  const required = schema.required?.filter((name) => name !== 'file')
  parts.fields = fitting({ ...schema, properties, ...(required && { required }) }, '', dice, learnt) as Parts['fields']
  const wantsFile = schema.required?.includes('file') || dice.roll() < chanceOf('file')
  if (file && wantsFile) parts.file = smallPdf()
  return parts
}

/** The kind of row whose id is in a path. */
export function kindIn(path: string) {
  const before = /([\w-]+)\/\{/.exec(path)?.[1] ?? ''
  if (before === 'people') return 'users'
  return before === 'sessions' ? (path.split('/')[3] ?? '') : before
}

/** Puts one odd or wrong value into the request. */
function spoilOne(parts: Parts, operation: Operation, manner: 'odd' | 'hostile', dice: Dice) {
  const { properties = {} } = operation.body ?? operation.form ?? {}
  const places = [
    ...operation.parameters.map(({ name, in: where, schema }) => ({ name, schema, where })),
    ...Object.entries(properties)
      .filter(([name]) => name !== 'file')
      .map(([name, schema]) => ({ name, schema, where: 'body' as const })),
  ]
  if (places.length === 0) return
  const { name, schema, where } = dice.oneOf(places)
  const value = (isText: boolean) => (manner === 'odd' ? odd(schema, dice) : isText ? hostileText(dice) : hostile(dice))
  if (where === 'path') parts.params[name] = value(true)
  else if (where === 'query') parts.query[name] = value(true)
  else parts.fields = { ...parts.fields, [name]: value(operation.form !== undefined) }
}

/** An address cannot contain half a character. */
const encoded = (value: unknown) => encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, '\ufffd'))

function written({ params, query, fields, file }: Parts, operation: Operation, actor: Actor | undefined) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encoded(params[name]).slice(0, 5_000))
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(value).slice(0, 9_000)}`)
  const url = pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
  const headers: Record<string, string> = actor?.cookie ? { cookie: actor.cookie } : {}
  if (operation.form) {
    const texts = Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)])
    const form = formOf(Object.fromEntries(texts), file && { content: file })
    return { method: operation.method, url, headers: { ...headers, ...form.headers }, payload: form.payload }
  }
  if (!fields) return { method: operation.method, url, headers, payload: undefined }
  const payload = jsonOf(fields)
  return { method: operation.method, url, headers: { ...headers, 'content-type': 'application/json' }, payload }
}

type Misshaper = (request: FuzzRequest, dice: Dice, operations: Operation[]) => void

const put =
  (name: string, values: string[]): Misshaper =>
  (request, dice) => {
    request.headers[name] = dice.oneOf(values)
  }
const long = 'x'.repeat(9_000)
const body =
  (change: (text: string, dice: Dice) => string): Misshaper =>
  (request, dice) => {
    if (request.payload === undefined) return
    // Random bytes.
    request.payload = Buffer.from(change(request.payload.toString('latin1'), dice), 'latin1')
  }
const wholeBody: Misshaper = (request, dice) => {
  if (request.method === 'GET') return
  const bodies = [
    '',
    'null',
    '[]',
    '{}',
    '"x"',
    '5',
    'true',
    '{',
    '\ufeff{}',
    '[1e400]',
    '{"__proto__":{"role":"god"}}',
  ]
  const rest = [
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    `{"a":"${'x'.repeat(900_000)}"}`,
    'x'.repeat(1_100_000),
  ]
  const value = dice.oneOf([...bodies, ...rest, hostile(dice)])
  request.payload = typeof value === 'string' ? value : (jsonOf(value instanceof Raw ? value : [value]) ?? '')
  request.headers['content-type'] = 'application/json'
}
const address =
  (change: (url: string, dice: Dice) => string): Misshaper =>
  (request, dice) => {
    request.url = change(request.url, dice)
  }
const added = ['x=1', 'limit=1&limit=2', '__proto__[a]=1', '%', '%zz=%zz', 'a[]=1', '%00=%00', '=', '&&&', 'toString=1']
const otherPaths = [
  '/',
  '/.',
  '//',
  '/%2e%2e',
  '/%00',
  '/__proto__',
  '/%ff',
  `/${'x'.repeat(300)}`,
  ';a=1',
  '?',
  '/0/0',
]

/** Requests that are wrong as a whole. */
const misshapers: Misshaper[] = [
  wholeBody,
  body((text, dice) => text.slice(0, whole(dice, 0, text.length))),
  body((text, dice) => {
    const at = whole(dice, 0, text.length)
    return (
      text.slice(0, at) +
      dice.oneOf(['\0', '"', '}', '\xff', ',', '--', '\r\n\r\n', '\\u0000', '\\ud800']) +
      text.slice(at)
    )
  }),
  body((text) => text.replace('{', '{"surprise":1,"__proto__":{"x":1},').replace(/(--.*\r\n)/, '$1\r\n$1')),
  body((text) => text.repeat(2)),
  address((url, dice) => `${url}${url.includes('?') ? '&' : '?'}${dice.oneOf(added)}`),
  address((url) => `${url}?${Array.from({ length: 1000 }, (_, at) => `p${at}=1`).join('&')}`),
  address((url, dice) => url.replace(/\?.*/, '') + dice.oneOf(otherPaths)),
  address((url, dice) => {
    const at = whole(dice, 1, url.length)
    return url.slice(0, at) + dice.oneOf(['%', '%00', '%c0%ae', '/', '..', '%f0%9f%a7%b9', '?', 'X']) + url.slice(at)
  }),
  (request, dice, operations) => {
    request.method = dice.oneOf(['PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', ...operations.map(({ method }) => method)])
  },
  put('content-type', ['', 'text/plain', 'application/xml', 'multipart/form-data', 'nonsense', ';', `a/${long}`]),
  put('content-type', [
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    'application/json; charset=utf-7',
  ]),
  put('content-encoding', ['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'x', '']),
  put('cookie', ['', 'muster.sid', 'muster.sid=%00', `muster.sid=${long}`, '=;=', 'muster.sid=__proto__', '\xff']),
  put('origin', ['https://elsewhere.example', 'null', '', 'x', `http://${long}`]),
  put('sec-fetch-site', ['cross-site', 'same-site', 'nonsense', '']),
  put('x-forwarded-for', ['', 'x', `${long}`, '1.2.3.4, 5.6.7.8', "'; drop table tasks", '::1', '\xff']),
  put('x-forwarded-host', ['elsewhere.example', '', long, '[']),
  put('x-muster-tab', ['', long, '0123456789abcdef', '\xff']),
  put('user-agent', ['', long, '\xff\xfe', "'; drop table audit_logs; --"]),
  put('range', [
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    'bytes=99999999-',
    'bytes=0-1,3-4',
    `bytes=${'9'.repeat(400)}-`,
    'x',
  ]),
  put('if-none-match', ['*', '""', 'W/"x"', long]),
  put('accept', ['text/html', 'x', '', '*/*;q=x']),
]
