/** Walks the contracts' schemas. Makes values for each field that must be refused, and odd but harmless ones. */

interface Def {
  type: string
  format?: string
  innerType?: Shape
  in?: Shape
  out?: Shape
  element?: Shape
  options?: Shape[]
  shape?: Record<string, Shape>
  entries?: Record<string, string>
  values?: unknown[]
  checks?: { _zod: { def: { check: string; format?: string; maximum?: number; minimum?: number; value?: number } } }[]
}
/** The parts of a zod schema that are used here. */
export interface Shape {
  _zod: { def: unknown }
}

const defOf = (shape: Shape) => shape._zod.def as Def

/** JSON that `JSON.stringify` would not write. It is put into a body unchanged. */
export class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** The text of a body, with its raw parts. */
export function jsonOf(body: unknown) {
  const raws: string[] = []
  const mark = (value: unknown) => (value instanceof Raw ? `\u{f8ff}${raws.push(value.json) - 1}` : value)
  const text = JSON.stringify(body, (_, value) => mark(value))
  return text?.replace(/"\u{f8ff}(\d+)"/gu, (_, at) => raws[at] ?? '')
}

interface Kind {
  type: 'whole' | 'number' | 'text' | 'choice' | 'list' | 'object' | 'flag'
  /** Whether the number comes from a query, where it is text. */
  asText?: boolean
  format?: string | undefined
  min?: number | undefined
  max?: number | undefined
  /** Whether white space around the text is removed. */
  trimmed?: boolean
  choices: unknown[]
  element?: Shape | undefined
}

export interface Field {
  /** The name of the field. Nested names are joined with dots. */
  path: string
  shape: Shape
  optional: boolean
  nullable: boolean
  kind: Kind
}

/** Formats that may also be among the checks of a text. */
const KNOWN = ['email']

const checkOf = (def: Def, name: string) => def.checks?.map(({ _zod }) => _zod.def).find(({ check }) => check === name)

function kindOf(shape: Shape): Kind {
  const def = defOf(shape)
  const choices: unknown[] = []
  if (def.type === 'string') {
    const [min, max] = [checkOf(def, 'min_length')?.minimum, checkOf(def, 'max_length')?.maximum]
    const format = def.format ?? KNOWN.find((each) => each === checkOf(def, 'string_format')?.format)
    return { type: 'text', choices, format, min, max, trimmed: checkOf(def, 'overwrite') !== undefined }
  }
  if (def.type === 'number') {
    const type = def.format === 'safeint' ? 'whole' : 'number'
    return { type, choices, min: checkOf(def, 'greater_than')?.value, max: checkOf(def, 'less_than')?.value }
  }
  if (def.type === 'enum') return { type: 'choice', choices: Object.values(def.entries ?? {}) }
  if (def.type === 'literal') return { type: 'choice', choices: def.values ?? [] }
  if (def.type === 'boolean') return { type: 'flag', choices }
  if (def.type === 'object') return { type: 'object', choices }
  if (def.type === 'array')
    return { type: 'list', choices, max: checkOf(def, 'max_length')?.maximum, element: def.element }
  // Of "none, or an id" the id: a wrong value for it is not "none" either.
  if (def.type === 'union' && def.options?.length) return kindOf(def.options.at(-1) as Shape)
  if (def.type === 'pipe' && def.in && def.out) {
    const last = lastOf(def.out)
    return defOf(last).type === 'number' ? { ...kindOf(last), asText: true } : kindOf(def.in)
  }
  throw new Error(`Teach bad-values.ts what is wrong for a "${def.type}"`)
}

/** The last schema of a pipe. */
const lastOf = (shape: Shape): Shape => (defOf(shape).type === 'pipe' ? lastOf(defOf(shape).out ?? shape) : shape)

/** Whether the field may be absent. */
export const isOptional = (shape: Shape) => defOf(shape).type === 'optional'

/** The fields of an object and of its nested objects. */
export function fieldsOf(object: Shape, above = ''): Field[] {
  const { shape = {}, innerType } = defOf(object)
  if (innerType) return fieldsOf(innerType, above)
  return Object.entries(shape).flatMap(([name, outer]) => {
    let shape = outer
    let [optional, nullable] = [false, false]
    for (let def = defOf(shape); def.innerType; def = defOf(shape)) {
      optional ||= def.type === 'optional'
      nullable ||= def.type === 'nullable'
      shape = def.innerType
    }
    const field = { path: above + name, shape, optional, nullable, kind: kindOf(shape) }
    return field.kind.type === 'object' ? [field, ...fieldsOf(shape, `${field.path}.`)] : [field]
  })
}

const examples: Record<string, string> = {
  uuid: '0190b1a0-0000-7000-8000-000000000000',
  datetime: '2031-01-01T00:00:00.000Z',
  date: '2031-01-01',
  time: '08:30',
  email: 'nobody@hotel.example',
}

/** The smallest value that passes the field's own check. It may still be wrong in its meaning. */
export function exampleOf({ kind, shape }: Pick<Field, 'kind' | 'shape'>): unknown {
  const minLength = Math.max(1, kind.min ?? 1)
  if (kind.type === 'whole') return kind.asText ? String(minLength) : minLength
  if (kind.type === 'number') return 1.5
  if (kind.type === 'choice') return kind.choices[0]
  if (kind.type === 'flag') return true
  if (kind.type === 'list') return kind.element ? [exampleOf({ shape: kind.element, kind: kindOf(kind.element) })] : []
  if (kind.type === 'object') return leastOf(shape)
  return examples[kind.format ?? ''] ?? 'x'.repeat(minLength)
}

/** An object with its required fields only. */
export const leastOf = (object: Shape): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(object)
      .filter(({ optional, path }) => !optional && !path.includes('.'))
      .map((field) => [field.path, exampleOf(field)]),
  )

const NUL = 'with\0NUL'
const LONG = 'x'.repeat(10_000)
const notText: unknown[] = [5, 0, true, false, {}, [], ['x'], { toString: 'x' }, { length: 3 }, new Raw('1e400')]
const notWhole: unknown[] = [
  ...['1', '', '1e3', 'NaN', 1.5, -1, 2 ** 53, 1e21, 1e308, -1e308],
  ...[true, false, {}, [], [1], new Raw('1e400'), new Raw('-0')],
]
const notNumber: unknown[] = ['1', '', '1e3', 'NaN', true, false, {}, [], [1], new Raw('1e400'), 1e308, -1e308]
const notWholeText = [
  ...['', ' ', 'x', '1.5', '-1', '+1', '1e3', '0x10', ' 1', '1 ', '١', '１', '1,2', 'NaN', 'Infinity', 'null', 'true'],
  ...['9'.repeat(11), '9'.repeat(400), '1\0'],
]
const notChoice = ['', ' ', 'nonsense', 'null', '__proto__', 'constructor', 'toString', LONG, NUL]
const notOfFormat: Record<string, string[]> = {
  uuid: [
    ...['', '1', 'x', 'null', '0190b1a0-0000-7000-8000-00000000000', '{0190b1a0-0000-7000-8000-000000000000}'],
    ...['0190b1a0000070008000000000000000', 'g190b1a0-0000-7000-8000-000000000000', LONG],
    '0190b1a0-0000-7000-8000-000000000000\0',
  ],
  datetime: [
    ...['', 'tomorrow', 'now', 'epoch', 'infinity', '-infinity', '0', '2026-11-20', '2026-11-20T17:30:00', LONG],
    ...['2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z', '2026-01-01T24:00:00Z'],
    ...['2026-06-30T23:59:60Z', '2026-01-01T00:00:00+24:00', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00+14:00'],
    ...['3000-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '+300000-01-01T00:00:00Z'],
    '2026-01-01T00:00:00Z\0',
  ],
  date: [
    ...['', 'some day', 'epoch', 'infinity', '0', '20261120', '2026-1-1', '2026-11-20T17:30:00.000Z', '2026-W47', LONG],
    ...['2026-13-01', '2026-00-01', '2026-02-30', '2025-02-29', '1969-12-31', '3000-01-01', '0000-01-01'],
    ...['+275760-09-13', '-2026-11-20', '2026-11-20\0', ' 2026-11-20', '２０２６-11-20'],
  ],
  time: ['', 'x', '24:00', '08:60', '8:30', '08:30:00', '08:30Z', ' 08:30', '08:30\0', LONG],
  email: ['', 'x', 'x@', '@x', 'a b@c.example', 'a@b@c.example', 'a\0@b.example', `${'x'.repeat(300)}@b.example`],
}

/** Texts that no column can store, with NUL or half a character. Free text must refuse them. */
export const withNul = [NUL, '\0']
export const unstorable = [...withNul, 'half \ud83e', '\udf79 half', 'a\udf79\ud83eb']

/** Wrong values for fields of every kind. */
export const hostileTexts = [...notWholeText, ...notChoice, ...Object.values(notOfFormat).flat(), ...unstorable]
export const hostileValues = [...notText, ...notWhole]

/** Values that a field of a body must refuse. */
export function wrongValues({ kind, nullable, path }: Field): unknown[] {
  const wrong = wrongOf(kind, path)
  return nullable ? wrong : [...wrong, null]
}

function wrongOf(kind: Kind, path: string): unknown[] {
  if (kind.type === 'whole') return [...notWhole, (kind.min ?? 1) - 1, outside(kind, path)]
  if (kind.type === 'number') return [...notNumber, (kind.min ?? 0) - 1, outside(kind, path)]
  if (kind.type === 'choice') return [...wrongTexts(kind, path), ...notText, kind.choices.join(), [kind.choices[0]]]
  if (kind.type === 'flag') return ['true', '', 1, 0, {}, []]
  if (kind.type === 'object') return ['x', 5, true, [], ['x'], [{}]]
  if (kind.type === 'list') return wrongLists(kind, path)
  return [...notText, ...wrongTexts(kind, path)]
}

/** Texts that a body or a query must refuse. */
export function wrongTexts(kind: Kind, path: string): string[] {
  if (kind.type === 'choice') return [...notChoice, otherCase(String(kind.choices[0]))]
  if (kind.type === 'whole')
    return [...notWholeText, String(outside(kind, path)), ...(kind.min === 0 ? [] : ['0', '00'])]
  if (kind.format) return notOfFormat[kind.format] ?? unknownFormat(kind.format)
  if (kind.max === undefined) throw new Error(`${path} takes text of any length`)
  const empty = kind.min ? ['', ...(kind.trimmed ? [' \t\n '] : [])] : []
  return ['x'.repeat(kind.max + 1), `${'x'.repeat(kind.max)}\u{1f9f9}`, 'x'.repeat(50_000), ...empty]
}

const otherCase = (choice: string) => (choice.toUpperCase() === choice ? `${choice} ` : choice.toUpperCase())

function outside({ max }: Kind, path: string) {
  if (max === undefined) throw new Error(`${path} takes a number of any size`)
  return max + 1
}

function unknownFormat(format: string): never {
  throw new Error(`Teach bad-values.ts what is wrong for "${format}"`)
}

function wrongLists({ element, max }: Kind, path: string): unknown[] {
  if (!element || max === undefined) throw new Error(`${path} takes a list of any length`)
  const kind = kindOf(element)
  const example = exampleOf({ shape: element, kind })
  const tooMany = Array.from({ length: max + 1 }, (_, at) => (typeof example === 'number' ? at + 1 : example))
  const wrong = [...wrongOf(kind, path), ...(isFree(kind) ? unstorable : []), null]
  return ['x', 5, true, {}, { 0: example, length: 1 }, tooMany, ...wrong.map((each) => [example, each])]
}

/** Whether it is text without a format. */
export const isFree = ({ type, format }: Kind) => type === 'text' && format === undefined

/** Odd values. Any reply is right except an error of the server, and a stored text must be stored unchanged. */
export function oddValues({ kind }: Field): unknown[] {
  if (kind.format === 'datetime') return oddInstants
  if (kind.type === 'whole') return kind.asText ? [String(kind.max), '000001'] : [kind.max]
  if (kind.type === 'number') return [kind.max, kind.min, -0.1, 1e-300]
  return isFree(kind) && kind.max !== undefined ? oddTexts(Math.min(kind.max, 2000)) : []
}

export const oddTexts = (max: number) => [
  ...["'; drop table tasks; --", '\\', '\\x00', '%', '_%\\', '$1', '{{7*7}}<%= 7*7 %>', '<script>alert(1)</script>'],
  ...[
    '__proto__',
    'null',
    '1e400',
    '\u0001\u001f\u007f',
    'a\u2028b\u2029c',
    'a\ufeff\ufffe\uffffb',
    '\u202eright to left',
  ],
  ...[
    'x'.repeat(max),
    '\u{1f9f9}'.repeat(max),
    'ﷺ'.repeat(max),
    '"\\'.repeat(max / 2),
    'e\u0301\u0302\u0303'.repeat(max / 4),
  ],
]

/** Points in time that pass the check but that PostgreSQL reads differently or not at all. */
export const oddInstants = [
  `2026-01-01T00:00:00.${'1'.repeat(500)}Z`,
  '2026-01-01T00:00:00.9999999Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-23:59',
  '2026-01-01T00:00Z',
  '1970-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999Z',
  '2024-02-29T00:00:00Z',
]
