import * as z from 'zod/v4/core'

export type JsonSchema = Record<string, unknown>

/** A contract's schema as JSON Schema, as the OpenAPI document shows it. */
export const jsonSchemaOf = (schema: z.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

/**
 * The same for the reply serialiser: "this or null" as a nullable type, because trying alternatives for every value would
 * cost more than all the rest, and without checks, which are the database's and the contract's business.
 */
export function serializerSchemaOf(schema: z.$ZodType): JsonSchema {
  return simplified(jsonSchemaOf(schema, 'output'))
}

function simplified(schema: JsonSchema): JsonSchema {
  const {
    anyOf,
    properties,
    items,
    type,
    required,
    enum: _enum,
    const: _const,
  } = schema as {
    anyOf?: JsonSchema[]
    properties?: Record<string, JsonSchema>
    items?: JsonSchema
    type?: string
    required?: string[]
    enum?: unknown[]
    const?: unknown
  }
  if (anyOf) {
    const others = anyOf.filter((each) => each.type !== 'null')
    const [only] = others
    if (only && others.length === 1) return { ...simplified(only), nullable: true }
    return { anyOf: others.map(simplified), nullable: others.length < anyOf.length }
  }
  if (properties) {
    const simple = Object.entries(properties).map(([name, each]) => [name, simplified(each)])
    return { type: 'object', properties: Object.fromEntries(simple), required }
  }
  if (items) return { type: 'array', items: simplified(items) }
  return type ? { type } : {}
}
