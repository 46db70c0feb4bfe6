/** A row of a CSV file. */
export interface CsvRow {
  /** The number of the line at which the row begins, from 1. */
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t']
/** The line by which Excel is told the delimiter. */
const SEPARATOR = /^sep=([,;\t|])(?=[\r\n])/i

/**
 * Parses CSV as spreadsheets write it. It may begin with a byte order mark. The delimiter is a comma, semicolon, tab or
 * bar: the one that a line "sep=;" names, else the one that occurs most often, outside of quotes, in the first line, or
 * in all first lines if the first one seems to be a title. A quoted cell may contain delimiters and line breaks. Empty
 * rows are left out.
 *
 * @param known the delimiter, where the caller knows it: a tab of a spreadsheet's clipboard
 */
export function parseCsv(text: string, known?: string): CsvRow[] {
  const whole = text.replace(/^[\ufeff\u200b\u2060]+/, '')
  const named = SEPARATOR.exec(whole)
  // The line stays, empty, so that the rows keep their numbers.
  const content = named ? whole.slice(named[0].length) : whole
  const delimiter = named?.[1] ?? known ?? delimiterOf(content)
  // A quoted cell, or a plain one with stray quotes; then the delimiter, line break or end. Matches any text.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)" *|([^${delimiter}\\r\\n]*))([${delimiter}]|\\r\\n|\\r|\\n|$)`, 'gy')
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  let atEnd = false
  while (!atEnd) {
    const [found, quoted, plain = '', ending = ''] = cell.exec(content) ?? ['']
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += found.match(/\r\n|\r|\n/g)?.length ?? 0
    if (ending === delimiter) continue
    if (row.cells.some((text) => text.trim())) rows.push(row)
    row = { line, cells: [] }
    atEnd = ending === ''
  }
  return rows
}

/** So much of a text shows its delimiter. */
const MAX_LOOKED_AT = 4_000

function delimiterOf(content: string): string {
  const lines = content
    .trimStart()
    .slice(0, MAX_LOOKED_AT)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const [first = '', ...others] = lines.slice(0, 20)
  // A bar also divides the two languages of a heading: it counts where nothing else does.
  if (first.includes('|') && !DELIMITERS.some((delimiter) => first.includes(delimiter))) return '|'
  const most = (count: (delimiter: string) => number) =>
    DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best))
  const ofFirst = most((delimiter) => first.split(delimiter).length)
  const having = others.filter((line) => line.includes(ofFirst)).length
  if (first.includes(ofFirst) && having * 2 >= others.length) return ofFirst
  const ofAll = most((delimiter) => lines.reduce((sum, line) => sum + line.split(delimiter).length - 1, 0))
  // "Hotel Adler, staff": a title does not contain the delimiter of the lines below it.
  return others.some((line) => line.split(ofAll).length > 2) ? ofAll : ofFirst
}
