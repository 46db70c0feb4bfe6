import { parseCsv } from '../../src/shared/parse-csv.ts'

/**
 * Numbers and dates as LibreOffice detects them in CSV ("Detect special numbers"), by the locale that it is set to: the
 * decimal signs, the sign between thousands, and the order of a date, from its locale data
 * (`i18npool/source/localedata/data`). Every locale reads ISO dates.
 */
const spreadsheets = {
  en: { decimals: '.', thousands: ',', date: /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/ },
  de: { decimals: ',', thousands: '.', date: /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/ },
  es: { decimals: ',', thousands: '.', date: /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})$/ },
  fr: { decimals: ',', thousands: '\u202f', date: /^(?<day>\d\d?)[/.](?<month>\d\d?)[/.](?<year>\d{4})$/ },
  ar: { decimals: '.٫', thousands: '٬', date: /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})$/ },
}
export type SpreadsheetLocale = keyof typeof spreadsheets
export const spreadsheetLocales = Object.keys(spreadsheets) as SpreadsheetLocale[]

const ISO = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/

/** The cells of a CSV file as a spreadsheet of this locale shows them: numbers, dates in ISO 8601, texts. */
export const openedIn = (locale: SpreadsheetLocale, csv: string) =>
  parseCsv(csv).map(({ cells }) => cells.map((cell) => valueIn(locale, cell)))

function valueIn(locale: SpreadsheetLocale, cell: string) {
  const { decimals, thousands, date } = spreadsheets[locale]
  const number = new RegExp(`^-?(\\d+|\\d{1,3}([${thousands}]\\d{3})+)([${decimals}]\\d+)?$`)
  if (number.test(cell)) return Number(cell.replaceAll(thousands, '').replace(new RegExp(`[${decimals}]`), '.'))
  const [day = '', time] = cell.split(' ')
  const { year, month, day: of } = (date.exec(day) ?? ISO.exec(day))?.groups ?? {}
  const isTime = time === undefined || /^\d\d:\d\d$/.test(time)
  if (!year || !isTime || Number(month) > 12) return cell
  return { date: `${year}-${month?.padStart(2, '0')}-${of?.padStart(2, '0')}${time ? `T${time}` : ''}` }
}
