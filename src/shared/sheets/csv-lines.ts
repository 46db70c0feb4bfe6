import { plainCell, textCell } from '../csv.ts'
import { dateTimeIn } from '../time/time.ts'
import { decimalSign, formatDigits, isEnglish } from '../words/formats.ts'
import type { Reader } from '../words/reader.ts'
import { type Cell, cellsOf, headingCell, type SheetColumn } from './columns.ts'
import type { FileFormat } from './formats.ts'

/** Makes spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** How a CSV file writes what is not text. */
interface Convention {
  separator: ',' | ';'
  decimal: string
  /** A date "2026-11-20" as the file says it. */
  dateOf(iso: string): string
}

/** The specified file, which programs read too. */
const commas: Convention = { separator: ',', decimal: '.', dateOf: (iso) => iso }

/**
 * Numbers and dates as a spreadsheet in the reader's language reads them. Spreadsheets in English divide at commas. A
 * reader of English who wants semicolons has one of another country: it has a decimal comma, and reads ISO dates.
 */
const semicolons = (reader: Pick<Reader, 'i18n'>): Convention =>
  isEnglish(reader)
    ? { ...commas, separator: ';', decimal: ',' }
    : { separator: ';', decimal: decimalSign(reader), dateOf: (iso) => formatDigits(iso, reader) }

/** The convention of a CSV file for a reader. */
const conventionOf = (format: Exclude<FileFormat, 'xlsx'>, reader: Pick<Reader, 'i18n'>) =>
  format === 'csv' ? commas : semicolons(reader)

/** A number and a date as a format writes them, to show what it is like. */
export function examplesOf(format: Exclude<FileFormat, 'xlsx'>, date: string, reader: Pick<Reader, 'i18n'>) {
  const convention = conventionOf(format, reader)
  return { number: hoursText(8.5, convention), date: convention.dateOf(date) }
}

const numberText = (value: number | string, { decimal }: Convention) => String(value).replace('.', decimal)
const hoursText = (value: number, convention: Convention) => numberText(value.toFixed(2), convention)

/** Makes the lines of a CSV file: its head, and the line of a row. */
export function csvLinesOf<Row>(
  columns: readonly SheetColumn<Row>[],
  format: Exclude<FileFormat, 'xlsx'>,
  reader: Reader,
) {
  const convention = conventionOf(format, reader)
  const plainText = ({ kind, value }: Exclude<Cell, { kind: 'text' }>) => {
    if (value === null) return ''
    if (kind === 'hours') return hoursText(value, convention)
    if (kind === 'number') return numberText(value, convention)
    if (kind === 'date') return convention.dateOf(value)
    const { date, time } = dateTimeIn(value, reader.timeZone)
    return `${convention.dateOf(date)} ${time}`
  }
  const cellText = (cell: Cell) =>
    cell.kind === 'text'
      ? textCell(cell.value ?? '', convention.separator)
      : plainCell(plainText(cell), convention.separator)
  const lineOf = (cells: Cell[]) => `${cells.map(cellText).join(convention.separator)}\r\n`
  return {
    head: () => BYTE_ORDER_MARK + lineOf(columns.map(headingCell)),
    line: (row: Row) => lineOf(cellsOf(columns, row)),
  }
}
