import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../../shared/api.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { bodyLimitOf } from './bodies.ts'

interface JsonSchema {
  type?: string
  enum?: string[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  maxLength?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

/** Bytes of a number, a date or another short value. */
const SHORT = 40

/** The bytes of the longest JSON that fits a schema, with three bytes for each character of a text. */
function longest({ type, enum: words, anyOf, allOf, maxLength, maxItems, items, properties }: JsonSchema): number {
  if (words) return Math.max(...words.map((word) => String(word).length + 2))
  if (anyOf) return Math.max(...anyOf.map(longest))
  if (allOf) return allOf.reduce((sum, part) => sum + longest(part), 0)
  if (type === 'string') return maxLength === undefined ? SHORT : maxLength * 3 + 2
  if (type === 'array') return 2 + (maxItems ?? Number.POSITIVE_INFINITY) * (longest(items ?? {}) + 1)
  if (type !== 'object') return SHORT
  return Object.entries(properties ?? {}).reduce((sum, [name, value]) => sum + name.length + 4 + longest(value), 2)
}

/** The answers of browsers to a challenge are far shorter than their contract allows. */
const SHORTER = ['passkeys.signIn', 'passkeys.secondStep']
const bodies = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).flatMap(([verb, endpoint]) =>
    endpoint.body && !endpoint.isLarge ? [{ name: `${noun}.${verb}`, endpoint, body: endpoint.body }] : [],
  ),
)

test('the longest body that fits a contract is within its limit', () => {
  const found = bodies.filter(({ name, endpoint, body }) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    return longest(schema) > bodyLimitOf(endpoint) && !SHORTER.includes(name)
  })
  expect(found.map(({ name }) => name)).toEqual([])
})
