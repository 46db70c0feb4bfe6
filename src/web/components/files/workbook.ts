import { strToU8, zipSync } from 'fflate'
import type { SheetColumn } from '../../../shared/sheets/columns.ts'
import { sheetPath, sheetTextsOf, workbookParts } from '../../../shared/sheets/workbook.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** The bytes of a workbook with one sheet. A module of its own, so that it loads on demand. */
export function workbookOf<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  reader: Reader,
) {
  const { start, row, end } = sheetTextsOf(columns, reader)
  const sheet = [start, ...rows.map((item, at) => row(item, at + 2)), end].join('')
  const parts = { ...workbookParts(name), [sheetPath(1)]: sheet }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}
