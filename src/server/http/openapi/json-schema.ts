import * as z from 'zod/v4/core'

export type JsonSchema = Record<string, unknown>

/** The JSON Schema of a contract's schema, as the OpenAPI document shows it. */
export const jsonSchemaOf = (schema: z.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

/**
 * The JSON Schema for the serialiser of replies. "This or null" becomes a nullable type, because to try alternatives
 * for every value would cost more than all the rest. It has no checks, because the server itself makes the reply.
 */
export function serializerSchemaOf(schema: z.$ZodType): JsonSchema {
  return simplify(jsonSchemaOf(schema, 'output'))
}

function simplify(schema: JsonSchema): JsonSchema {
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
    const others = anyOf.filter((option) => option.type !== 'null')
    const [only] = others
    if (only && others.length === 1) return { ...simplify(only), nullable: true }
    const nullable = others.length < anyOf.length && { nullable: true }
    // Without their checks, a word and a UUID are both a text.
    const different = [...new Map(others.map(simplify).map((option) => [JSON.stringify(option), option])).values()]
    return different.length === 1 ? { ...different[0], ...nullable } : { anyOf: different, ...nullable }
  }
  if (properties) {
    const simple = Object.entries(properties).map(([name, property]) => [name, simplify(property)])
    return { type: 'object', properties: Object.fromEntries(simple), required }
  }
  if (items) return { type: 'array', items: simplify(items) }
  return type ? { type } : {}
}
