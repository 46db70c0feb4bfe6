/** An entry of a table: its head, its fields by name, and the lines below it. */
export interface TableEntry<Field extends string = string> {
  head: string
  fields: Partial<Record<Field, string>>
  lines: string[]
}

/** A section of a table, with its entries in order. */
export interface TableSection<Field extends string = string> extends TableEntry<Field> {
  entries: TableEntry<Field>[]
}

/**
 * Reads a table of the sample hotel. "# Housekeeping" begins a section, and a line without an indent begins an entry.
 * Both have fields after bars, each with its name first, as in "| due 1 15:00". Indented lines belong to the line above.
 * Throws if a field is not among `fields`.
 */
export function tableSectionsOf<Field extends string>(text: string, fields: readonly Field[]): TableSection<Field>[] {
  const sections: TableSection<Field>[] = [{ head: '', fields: {}, lines: [], entries: [] }]
  for (const line of text.split('\n').filter((each) => each.trim())) {
    const section = sections.at(-1) as TableSection<Field>
    if (line.startsWith('# ')) sections.push({ ...entryOf(line.slice(2), fields), entries: [] })
    else if (line.startsWith('  ')) (section.entries.at(-1) ?? section).lines.push(line.trim())
    else section.entries.push(entryOf(line, fields))
  }
  return sections.filter(({ head, entries }) => head || entries.length > 0)
}

/** The entries of a table without sections. */
export const tableEntriesOf = <Field extends string>(text: string, fields: readonly Field[]) =>
  tableSectionsOf(text, fields).flatMap(({ entries }) => entries)

function entryOf<Field extends string>(line: string, names: readonly Field[]): TableEntry<Field> {
  const [head = '', ...rest] = line.split(' | ')
  const fields: TableEntry<Field>['fields'] = {}
  for (const field of rest) {
    const [name = '', ...value] = field.split(' ')
    fields[nameAmong(names, name)] = value.join(' ')
  }
  return { head, fields, lines: [] }
}

/** The name if it is among `names`. Throws otherwise, because somebody has mistyped it. */
export function nameAmong<Name extends string>(names: readonly Name[], name: string | undefined): Name {
  if (!(names as readonly (string | undefined)[]).includes(name)) throw new Error(`The sample hotel has no "${name}"`)
  return name as Name
}

export const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
export const listOf = (text: string | undefined) => text?.split(', ')

/** A first word, and the rest. */
export function splitOnce(text: string): [first: string, rest: string] {
  const at = text.indexOf(' ')
  return [text.slice(0, at), text.slice(at + 1)]
}
