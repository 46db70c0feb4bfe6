/** A row of a CSV file. */
export interface CsvRow {
  /** The number of the line at which the row begins, from 1. */
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t']
/** The line by which Excel is told the delimiter. */
const SEPARATOR = /^sep=([,;\t])(?=[\r\n])/i

/**
 * Parses CSV as spreadsheets write it. It may begin with a byte order mark. The delimiter is a comma, semicolon or tab: the one
 * that a line "sep=;" names, else the one that occurs most often in the first line, outside of quotes. A quoted cell may contain
 * delimiters and line breaks. Empty rows are left out.
 */
export function parseCsv(text: string): CsvRow[] {
  const whole = text.replace(/^\ufeff/, '')
  const named = SEPARATOR.exec(whole)
  // The line stays, empty, so that the rows keep their numbers.
  const content = named ? whole.slice(named[0].length) : whole
  const first = /^[^\r\n]*/.exec(content.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? ''
  const count = (delimiter: string) => first.split(delimiter).length
  const delimiter = named?.[1] ?? DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best))
  // A quoted cell, or a plain one that may contain stray quotes; then the delimiter, line break or end. It matches any text.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)" *|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`, 'gy')
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
