/** Characters after which a spreadsheet may begin a cell: separators of several countries, and line breaks. */
const BREAK = String.raw`,;\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029`
/** Characters that may precede the first visible one: spaces, invisible characters, quotes and further breaks. */
const INVISIBLE = String.raw`[${BREAK}"\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]`
/** Characters that begin a formula. Spreadsheets accept the full-width forms too. */
export const FORMULA = '[=+\\-@＝＋－＠]'

// The pattern matches each run of such characters once, so that a cell full of them costs no more.
const beginnings = new RegExp(`(^${INVISIBLE}*|${INVISIBLE}+)('?)(${FORMULA}?)`, 'gu')
const breaks = new RegExp(`[${BREAK}]`)

/** Puts an apostrophe, or nothing, before each character that begins a formula where a cell may begin. */
const withMark = (text: string, mark: "'" | '') =>
  text.replace(beginnings, (whole, run: string, _apostrophe: string, sign: string, offset: number) =>
    sign && (offset === 0 || breaks.test(run)) ? run + mark + sign : whole,
  )

/**
 * A text with an apostrophe before each character that a spreadsheet could take for the beginning of a formula (CSV
 * injection). That includes places within a cell where a program with another separator, or one that ignores quotes,
 * would begin a cell.
 */
export function guardedText(text: string) {
  const marked = withMark(text, "'")
  return /^[\t\r]/.test(text) ? `'${marked}` : marked
}

/** A text as a cell of CSV (RFC 4180), guarded against formulas. */
export const textCell = (text: string, separator: Separator) => plainCell(guardedText(text), separator)

type Separator = ',' | ';'
/**
 * Cells with these are quoted. A spreadsheet that is to divide at semicolons may divide at commas and tabs too, and a
 * number with a decimal comma would become two cells.
 */
const quoted: Record<Separator, RegExp> = { ',': /[",\r\n]/, ';': /[",;\t\r\n]/ }

/** The digits of a number or a date as a cell. They never get an apostrophe: "-0.50" is a number. */
export const plainCell = (text: string, separator: Separator) =>
  quoted[separator].test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** The text of a cell without the apostrophes that `textCell` has added. */
export const withoutApostrophes = (cell: string) => withMark(cell, '').replace(/^'(?=[\t\r])/, '')
