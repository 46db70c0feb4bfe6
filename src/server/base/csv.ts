/** A line of a CSV file, with the number at which it begins. */
export interface CsvRow {
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t']

/**
 * Reads CSV as spreadsheets write it: with or without a byte order mark, with commas, semicolons or tabs, whichever the first
 * line has the most of; cells in quotes may hold all of them and line ends. Empty lines are left out.
 */
export function parseCsv(text: string): CsvRow[] {
  const bare = text.replace(/^\ufeff/, '')
  const first = /^[^\r\n]*/.exec(bare.trimStart())?.[0] ?? ''
  const count = (delimiter: string) => first.split(delimiter).length
  const delimiter = DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
  // A cell in quotes, or a bare one, which may hold stray quotes; then what ends it. Together they match any text.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)" *|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`, 'gy')
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  let open = true
  while (open) {
    const [whole, quoted, plain = '', ending = ''] = cell.exec(bare) ?? ['']
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    if (ending === delimiter) continue
    if (row.cells.some((each) => each.trim())) rows.push(row)
    row = { line, cells: [] }
    open = ending !== ''
  }
  return rows
}
