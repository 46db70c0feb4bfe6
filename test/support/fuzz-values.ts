import type { Dice } from '../../sample/story.ts'
import { hostileTexts, hostileValues, oddInstants, oddTexts, Raw } from './bad-values.ts'

/** The parts of an OpenAPI schema that are used to make values. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

/** Values from earlier replies, by the kind of row or the name of the field. */
export class Learnt {
  private readonly known = new Map<string, unknown[]>()
  private at = 0

  /** The maximum number of values of each kind. The oldest are dropped. */
  add(kind: string, value: unknown) {
    const values = this.known.get(kind) ?? []
    this.known.set(kind, values)
    if (values.includes(value)) return
    if (values.length < 60) values.push(value)
    else values[this.at++ % 60] = value
  }

  oneOf(kind: string, dice: Dice, fits: (value: unknown) => boolean) {
    const values = (this.known.get(kind) ?? []).filter(fits)
    return values.length > 0 ? dice.oneOf(values) : undefined
  }
}

/** Every password contains this, so that a reply or a log line that contains a password can be found. */
export const PASSWORD_MARK = 'Kestrel-41'

const DAY = 86_400_000
const WORDS = ['towels', 'pool', 'Frühstück', 'room 12', 'boiler', 'naïve', 'clean', 'VIP', '毛巾', 'check']
const RULES = ['0 9 * * *', '*/15 * * * *', '30 6 * * 1-5', '0 0 1 jan,jul *', '0 12 * * 7', '5 4 29 2 *']
/** Fields whose meaning is not in the schema. */
const byName: Record<string, (dice: Dice) => unknown> = {
  email: (dice) => `p${whole(dice, 0, 1e9)}@hotel.example`,
  password: (dice) => `${PASSWORD_MARK} ${whole(dice, 0, 1e9)}`,
  currentPassword: (dice) => `${PASSWORD_MARK} ${whole(dice, 0, 1e9)}`,
  newPassword: (dice) => `${PASSWORD_MARK} ${whole(dice, 0, 1e9)}`,
  cronRule: (dice) => dice.oneOf(RULES),
  limit: (dice) => String(whole(dice, 1, 60)),
  offset: (dice) => String(whole(dice, 0, 100)),
  version: (dice) => dice.oneOf(['1', '2', '3']),
  revision: (dice) => dice.oneOf([1, 1, 1, 2]),
  csv: (dice) =>
    `First name,Last name,Email,Department\n${Array.from({ length: whole(dice, 1, 3) }, () => `Ann,Applicant,p${whole(dice, 0, 1e9)}@hotel.example,Operations`).join('\n')}`,
}
/** The kind of row whose ids a field contains. */
const kinds: Record<string, string> = {
  departmentId: 'departments',
  assigneeId: 'users',
  userId: 'users',
  projectId: 'projects',
  ids: 'tasks',
}
const LEARNT_BY_NAME = new Set(['after', 'action', 'resourceType', 'resourceId', 'updatedAt'])

export const whole = (dice: Dice, from: number, to: number) => Math.floor(dice.between(from, to + 1 - 1e-9))

const typesOf = ({ type }: JsonSchema) => (Array.isArray(type) ? type : type ? [type] : [])

/** A value that fits the schema and usually also its meaning: ids and cursors come from earlier replies. */
export function fitting(schema: JsonSchema, name: string, dice: Dice, learnt: Learnt): unknown {
  const { anyOf, format, pattern = '', properties } = schema
  const types = typesOf(schema)
  if (anyOf || types.length > 1) return fittingOneOf(schema, name, dice, learnt)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.oneOf(schema.enum)
  const [type] = types
  if (type === 'object') return fittingObject({ properties: properties ?? {}, ...schema }, dice, learnt)
  if (type === 'array') {
    const { items = {}, minItems = 0, maxItems = 4 } = schema
    const length = whole(dice, minItems, Math.min(maxItems, 4))
    return [...new Set(Array.from({ length }, () => fitting(items, name, dice, learnt)))]
  }
  const known = learntFor(name, dice, learnt, type === 'integer')
  if (known !== undefined) return type === 'string' ? String(known) : known
  const meant = byName[name]?.(dice)
  if (meant !== undefined) return meant
  if (type === 'boolean') return dice.roll() < 0.5
  if (type === 'integer' || type === 'number') {
    const minimum = schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    return whole(dice, minimum, Math.min(schema.maximum ?? 100, minimum + 20))
  }
  const time = Date.now() + whole(dice, -40 * DAY, 40 * DAY)
  if (format === 'date') return new Date(time).toISOString().slice(0, 10)
  if (format === 'date-time') return new Date(time).toISOString()
  if (format === 'uuid') return '0190b1a0-0000-7000-8000-000000000000'
  if (pattern.includes('64')) return 'a'.repeat(64)
  if (pattern.includes('\\d')) return String(whole(dice, 1, 30))
  return Array.from({ length: whole(dice, 1, 3) }, () => dice.oneOf(WORDS))
    .join(' ')
    .slice(0, schema.maxLength)
}

function fittingOneOf(schema: JsonSchema, name: string, dice: Dice, learnt: Learnt) {
  const all = schema.anyOf ?? typesOf(schema).map((type) => ({ ...schema, type }))
  const some = all.filter(({ type }) => type !== 'null')
  if (some.length < all.length && dice.roll() < 0.2) return null
  return fitting(dice.oneOf(some), name, dice, learnt)
}

function learntFor(name: string, dice: Dice, learnt: Learnt, isNumber: boolean) {
  const fits = (value: unknown) => !isNumber || typeof value === 'number'
  const kind = kinds[name]
  if (kind) return learnt.oneOf(kind, dice, fits)
  return LEARNT_BY_NAME.has(name) && dice.roll() < 0.7 ? learnt.oneOf(name, dice, fits) : undefined
}

/** An object with all required fields and some optional ones. */
function fittingObject({ properties = {}, required = [] }: JsonSchema, dice: Dice, learnt: Learnt) {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || dice.roll() < chanceOf(name))
  return Object.fromEntries(chosen.map(([name, schema]) => [name, fitting(schema, name, dice, learnt)]))
}

/** How often an optional field is sent. Some fields rarely make sense together with others. */
export const chanceOf = (name: string) =>
  ({ updatedAt: 0.1, deleted: 0.05, after: 0.15, userId: 0.2, isActive: 0.3, file: 0.4 })[name] ?? 0.3

/** A value at a limit of the schema, or an odd one. */
export function odd(schema: JsonSchema, dice: Dice): unknown {
  const some = (schema.anyOf ?? [schema]).find(({ type }) => type !== 'null') ?? schema
  const { maximum, minimum, exclusiveMinimum, maxLength, maxItems, items } = some
  if (some.enum) return dice.oneOf(some.enum)
  if (some.type === 'integer') return dice.oneOf([maximum, minimum ?? (exclusiveMinimum ?? 0) + 1, -0, 1, 2 ** 31 - 1])
  if (some.type === 'boolean') return dice.roll() < 0.5
  if (some.type === 'array') return Array.from({ length: Math.min(maxItems ?? 0, 1000) }, () => odd(items ?? {}, dice))
  if (some.format === 'date-time') return dice.oneOf(oddInstants)
  if (some.format === 'date') return dice.oneOf(['1970-01-01', '2999-12-31', '2024-02-29', '2026-03-29'])
  return dice.oneOf(oddTexts(Math.min(maxLength ?? 200, 20_000)))
}

const deep = [5_000, 100_000].flatMap((depth) => [
  new Raw('['.repeat(depth) + ']'.repeat(depth)),
  new Raw(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
])

/** A wrong value. */
export const hostile = (dice: Dice) =>
  dice.roll() < 0.05 ? dice.oneOf(deep) : dice.oneOf([...hostileTexts, ...hostileValues])
export const hostileText = (dice: Dice) => dice.oneOf(hostileTexts)
