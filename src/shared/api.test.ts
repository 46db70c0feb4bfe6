import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { api } from './api.ts'
import type { Resource } from './changes.ts'
import type { Endpoint } from './endpoint.ts'
import { idAndName } from './fields.ts'
import { fileFormats } from './sheets/formats.ts'
import { Task } from './tasks.ts'

/** The contracts together. */

type Schema = z.ZodMiniType
interface Def {
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  out?: Schema
  options?: Schema[]
}

/** The resources of a reply's rows, each by its signs: the schema, a person's name, an id and name. */
function resourcesIn(schema: Schema, field = ''): Resource[] {
  const { shape = {}, element, innerType, out, options = [] } = schema._zod.def as Def
  const within = [
    ...Object.entries(shape).flatMap(([name, part]) => resourcesIn(part, name)),
    ...[element, innerType, out, ...options].flatMap((part) => (part ? resourcesIn(part, field) : [])),
  ]
  if (schema === Task) return ['tasks', ...within]
  if (schema === idAndName) return [`${field}s` as Resource]
  return 'firstName' in shape ? ['users', ...within] : within
}

const endpointsThatRead = Object.entries(api).flatMap(([noun, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { method, reply }]) => method === 'GET' && reply)
    .map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
)

describe('`reads` names every task, person, department and project of the reply', () => {
  test.each(endpointsThatRead)('of %s', (_name, { reply, reads = [] }) => {
    const missing = reply && resourcesIn(reply).filter((resource) => !reads.includes(resource))
    expect(missing).toEqual([])
  })
})

describe('every export takes a format of its file, unless settings say it,', () => {
  const all = Object.values(api).flatMap((endpoints) => Object.values<Endpoint>(endpoints))
  const exports = all.filter(({ download, params }) => download && !params)

  /** Filters that an export cannot do without. */
  const needed: Record<string, object> = { '/clock/record/export': { from: '2026-11-01', to: '2026-11-30' } }

  test.each(exports.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (path, { query }) => {
    const takes = (values: object) => query?.safeParse({ ...needed[path], ...values }).success
    for (const format of [undefined, ...fileFormats]) expect(takes({ format })).toBe(true)
    for (const format of ['pdf', '', ['csv', 'xlsx']]) expect(takes({ format })).toBe(false)
    expect(takes({ format: 'csv', separator: ';' })).toBe(false)
  })

  test('and there are some', () => expect(exports.length).toBeGreaterThan(2))
})
