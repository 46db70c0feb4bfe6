import { examplesOf } from '../../../shared/sheets/csv-lines.ts'
import { DEFAULT_FORMAT, type FileFormat, fileFormats, isFileFormat } from '../../../shared/sheets/formats.ts'
import { dateOf } from '../../../shared/time/time.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { serverNow } from '../../server-time.ts'
import { createRememberedStore } from '../../store.ts'

/** The format of exported files that this device has chosen last, for every export. */
const chosen = createRememberedStore<FileFormat>(
  'muster.file-format',
  (text) => (isFileFormat(text) ? text : DEFAULT_FORMAT),
  (format) => format,
)

/** Hook: the format that was chosen last, and the function that chooses another. */
export const useFileFormat = () => [chosen.use(), chosen.set] as const

/** The formats with their names. Numbers and dates in them look as in the file. */
export function formatChoices(reader: Reader): { value: FileFormat; label: string }[] {
  const { i18n } = reader
  const today = dateOf(serverNow(), reader.timeZone)
  const labels: Record<FileFormat, string> = {
    csv: i18n.t('CSV with commas: {number} · {date}', examplesOf('csv', today, reader)),
    'csv-semicolon': i18n.t('CSV with semicolons: {number} · {date}', examplesOf('csv-semicolon', today, reader)),
    xlsx: i18n.t('Excel workbook (.xlsx)'),
  }
  return fileFormats.map((value) => ({ value, label: labels[value] }))
}
