import type { SheetColumn } from '../../../shared/sheets/columns.ts'
import { csvLinesOf } from '../../../shared/sheets/csv-lines.ts'
import { CSV_TYPE, type FileFormat, fileNameOf, WORKBOOK_TYPE } from '../../../shared/sheets/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** A list that is on the screen. */
export interface ShownList<Row = never> {
  /** The name of the file, without its extension. */
  name: string
  columns: SheetColumn<Row>[]
  rows: Row[]
}

/** Saves a list as a file. Rejects if the program that packs workbooks cannot be loaded. */
export async function saveList<Row>({ name, columns, rows }: ShownList<Row>, format: FileFormat, reader: Reader) {
  const fileName = fileNameOf(name, format)
  if (format === 'xlsx') {
    const { workbookOf } = await import('./workbook.ts')
    return save(fileName, [workbookOf(name, columns, rows, reader)], WORKBOOK_TYPE)
  }
  const { head, line } = csvLinesOf(columns, format, reader)
  save(fileName, [head(), ...rows.map(line)], CSV_TYPE)
}

/** Saves a file by the browser's download. */
function save(fileName: string, parts: BlobPart[], type: string) {
  const href = URL.createObjectURL(new Blob(parts, { type }))
  downloadFile(href, fileName)
  // Later, because the download has to begin first.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** Follows an address as a link that downloads. */
export const downloadFile = (href: string, fileName: string) =>
  Object.assign(document.createElement('a'), { href, download: fileName }).click()
