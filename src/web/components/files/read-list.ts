import { textOf } from '../import-people/file-text.ts'

/** The types of files that browsers offer for a list. */
export const LIST_FILES = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain'

/** The beginning of a ZIP archive, as every workbook of Office Open XML is. */
const isArchive = (bytes: Uint8Array) => [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte)

/** The text of a list that somebody has saved as text, as CSV or as a workbook. Rejects if it is none of these. */
export async function readList(file: File, language: string): Promise<string> {
  const buffer = await file.arrayBuffer()
  const bytes = new Uint8Array(buffer)
  if (!isArchive(bytes)) return textOf(buffer, language)
  const { textOfWorkbook } = await import('./workbook-text.ts')
  return textOfWorkbook(bytes)
}
