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

/** A date in one line, from left to right: between Arabic words its parts would change places. */
const inOneRun = (date: string) => `\u2066${date.replaceAll('-', '-\u2060')}\u2069`

/** The formats with their names. Numbers and dates in them look as in the file. */
export function formatChoices(reader: Reader): { value: FileFormat; label: string }[] {
  const { i18n } = reader
  const today = dateOf(serverNow(), reader.timeZone)
  const shown = (format: Exclude<FileFormat, 'xlsx'>) => {
    const { number, date } = examplesOf(format, today, reader)
    return { number, date: inOneRun(date) }
  }
  const labels: Record<FileFormat, string> = {
    csv: i18n.t('CSV with commas: {number} · {date}', shown('csv')),
    'csv-semicolon': i18n.t('CSV with semicolons: {number} · {date}', shown('csv-semicolon')),
    xlsx: i18n.t('Excel workbook (.xlsx)'),
  }
  return fileFormats.map((value) => ({ value, label: labels[value] }))
}
