/** Where a spreadsheet may begin a cell: the separators of different countries, and each kind of line break. */
const BREAK = String.raw`,;\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029`
/** What may stand before the first character that is seen: spaces, invisible characters, quotes and further breaks. */
const BEFORE = String.raw`[${BREAK}"\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]`
/** What a formula begins with; spreadsheets take the full-width forms too. */
const SIGN = String.raw`[=+\-@＝＋－＠]`

// Each run is taken whole and once: a cell of nothing else costs no more than any other.
const beginnings = new RegExp(`(^${BEFORE}*|${BEFORE}+)('?)(${SIGN}?)`, 'gu')
const breaks = new RegExp(`[${BREAK}]`)

/** Writes an apostrophe, or nothing, before each sign that stands where a cell may begin. */
const withMark = (text: string, mark: "'" | '') =>
  text.replace(beginnings, (whole, run: string, _apostrophe: string, sign: string, offset: number) =>
    sign && (offset === 0 || breaks.test(run)) ? run + mark + sign : whole,
  )

/**
 * A line of CSV (RFC 4180). An apostrophe stands before each sign that a spreadsheet could take for the beginning of a formula,
 * also where another separator than the comma, or a reader that ignores quotes, would begin a cell within ours.
 */
export const csvLine = (cells: (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | null) {
  const text = String(value ?? '')
  const marked = withMark(text, "'")
  const safe = /^[\t\r]/.test(text) ? `'${marked}` : marked
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What a cell says without the apostrophes that `csvLine` has put there. */
export const withoutApostrophes = (cell: string) => withMark(cell, '').replace(/^'(?=[\t\r])/, '')
