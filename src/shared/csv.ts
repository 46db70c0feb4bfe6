/** Characters after which a spreadsheet may begin a cell: separators of several countries, and line breaks. */
const BREAK = String.raw`,;\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029`
/** Characters that may precede the first visible one: spaces, invisible characters, quotes and further breaks. */
const INVISIBLE = String.raw`[${BREAK}"\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]`
/** Characters that begin a formula. Spreadsheets accept the full-width forms too. */
const FORMULA = '[=+\\-@＝＋－＠]'

// The pattern matches each run of such characters once, so that a cell full of them costs no more.
const beginnings = new RegExp(`(^${INVISIBLE}*|${INVISIBLE}+)('?)(${FORMULA}?)`, 'gu')
const breaks = new RegExp(`[${BREAK}]`)

/** Puts an apostrophe, or nothing, before each character that begins a formula where a cell may begin. */
const withMark = (text: string, mark: "'" | '') =>
  text.replace(beginnings, (whole, run: string, _apostrophe: string, sign: string, offset: number) =>
    sign && (offset === 0 || breaks.test(run)) ? run + mark + sign : whole,
  )

/**
 * A line of CSV (RFC 4180), with its line break. It has an apostrophe before each character that a spreadsheet could
 * take for the beginning of a formula (CSV injection). That includes places within a cell where a program with another
 * separator than the comma, or one that ignores quotes, would begin a cell.
 */
export const csvLine = (cells: (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | null) {
  const text = String(value ?? '')
  const marked = withMark(text, "'")
  const safe = /^[\t\r]/.test(text) ? `'${marked}` : marked
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell without the apostrophes that `csvLine` has added. */
export const withoutApostrophes = (cell: string) => withMark(cell, '').replace(/^'(?=[\t\r])/, '')
