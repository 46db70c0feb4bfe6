import { textCell } from '../../src/shared/csv.ts'

/** A line of a CSV file of texts. */
export const csvLine = (texts: string[], separator: ',' | ';' = ',') =>
  `${texts.map((text) => textCell(text, separator)).join(separator)}\r\n`
