/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export const csvLine = (cells: (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | null) {
  const text = String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
