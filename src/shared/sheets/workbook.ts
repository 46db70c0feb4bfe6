import { FORMULA } from '../csv.ts'
import { dateTimeIn } from '../time/time.ts'
import { infoOf, type ShownLanguage } from '../words/languages.ts'
import type { Reader } from '../words/reader.ts'
import { type Cell, type Column, type ColumnKind, cellsOf, headingCell } from './columns.ts'

/**
 * The parts of a workbook (Office Open XML, ECMA-376) as text: `xl/worksheets/sheet1.xml` row by row, and the few files
 * around it. Every text is an inline string, so no text can be a formula. A ZIP file of these parts is
 * the workbook.
 */

/** Rows of a sheet, with its head. Spreadsheets read no more. */
export const MAX_ROWS = 1_048_576
/** Characters of a cell. Excel calls a file with more damaged. */
const MAX_CHARACTERS = 32_767
const MAX_NAME = 31

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The styles of `xl/styles.xml`, by their position. */
const style = { plain: 0, head: 1, headDate: 2, hours: 3, date: 4, instant: 5, signed: 6 }
/** Built-in formats: 2 is "0.00". 14 is a date and 22 a date with time, as each spreadsheet's country shows them. */
const styles = [
  'numFmtId="0" fontId="0"',
  'numFmtId="0" fontId="1" applyFont="1"',
  'numFmtId="14" fontId="1" applyFont="1" applyNumberFormat="1"',
  'numFmtId="2" fontId="0" applyNumberFormat="1"',
  'numFmtId="14" fontId="0" applyNumberFormat="1"',
  'numFmtId="22" fontId="0" applyNumberFormat="1"',
  // An edited cell of this style stays a text.
  'numFmtId="0" fontId="0" quotePrefix="1"',
]

/** In characters. A date that does not fit shows as "####". */
const widths: Record<ColumnKind, number> = { text: 24, number: 10, hours: 10, date: 12, instant: 18 }
const MAX_WIDTH = 40

const relationships = (list: string[]) =>
  `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${list.join('')}</Relationships>`
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

/** The path of a sheet within the file. The first has the number 1. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`
const fill = (pattern: string) => `<fill><patternFill patternType="${pattern}"/></fill>`
/** `xl/styles.xml`. Excel wants the two fills, the border and the style "Normal". */
const stylesText = [
  `${DECLARATION}<styleSheet xmlns="${MAIN}">`,
  `<fonts count="2">${font('')}${font('<b/>')}</fonts>`,
  `<fills count="2">${fill('none')}${fill('gray125')}</fills>`,
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${styles.length}">`,
  ...styles.map((attributes) => `<xf ${attributes} fillId="0" borderId="0" xfId="0"/>`),
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${SHEETS}.${type}+xml"/>`

/** The files beside the sheets, by their path. The sheets are named after the list. */
export function workbookParts(name: string, sheets = 1): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const sheet = (number: number) => {
    const shown = number === 1 ? name.slice(0, MAX_NAME) : `${name.slice(0, MAX_NAME - 3)} ${number}`
    return `<sheet name="${escaped(shown)}" sheetId="${number}" r:id="rId${number}"/>`
  }
  return {
    '[Content_Types].xml': [
      `${DECLARATION}<Types xmlns="${TYPES}">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      override('xl/workbook.xml', 'sheet.main'),
      override('xl/styles.xml', 'styles'),
      ...numbers.map((number) => override(sheetPath(number), 'worksheet')),
      '</Types>',
    ].join(''),
    '_rels/.rels': relationships([relationship('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': [
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
      ...numbers.map(sheet),
      '</sheets></workbook>',
    ].join(''),
    'xl/_rels/workbook.xml.rels': relationships([
      ...numbers.map((number) => relationship(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
      relationship(`rId${sheets + 1}`, 'styles', 'styles.xml'),
    ]),
    'xl/styles.xml': stylesText,
  }
}

/** Makes the text of a sheet: its beginning with the head, which stays in view, the row of each item, and its end. */
export function sheetTextsOf<Row>(columns: readonly Column<Row>[], { i18n, timeZone }: Reader) {
  const letters = columns.map((_, at) => columnLetters(at))
  const rowOf = (cells: Cell[], number: number) => {
    const texts = cells.map((cell, at) => {
      const content = contentOf(cell, timeZone)
      if (!content) return ''
      const look = number > 1 ? content.style : cell.kind === 'date' ? style.headDate : style.head
      return `<c r="${letters[at]}${number}" s="${look}"${content.rest}</c>`
    })
    return `<row r="${number}">${texts.join('')}</row>`
  }
  const head = columns.map(headingCell)
  const cols = columns.map(({ kind }, at) => {
    const width = Math.max(widths[kind], Math.min(String(head[at]?.value).length + 2, MAX_WIDTH))
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const direction = infoOf(i18n.locale as ShownLanguage).dir === 'rtl' ? ' rightToLeft="1"' : ''
  return {
    start: [
      `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"${direction}>`,
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
      `<cols>${cols.join('')}</cols><sheetData>${rowOf(head, 1)}`,
    ].join(''),
    /** The row of an item. Numbers begin with 2, below the head. */
    row: (item: Row, number: number) => rowOf(cellsOf(columns, item), number),
    end: '</sheetData></worksheet>',
  }
}

/** The style of a cell, and the rest of its element without its end; undefined for an empty cell. */
function contentOf({ kind, value }: Cell, timeZone: string): { style: number; rest: string } | undefined {
  if (value === null || value === '') return undefined
  if (kind === 'text') return textContent(value)
  if (kind === 'number' || kind === 'hours') return numberContent(value, kind === 'hours' ? style.hours : style.plain)
  const { date, time } = kind === 'date' ? { date: value, time: '' } : dateTimeIn(value, timeZone)
  return numberContent(serialOf(date, time), style[kind]) ?? textContent(`${date} ${time}`.trim())
}

const numberContent = (value: number, style: number) =>
  Number.isFinite(value) ? { style, rest: `><v>${value}</v>` } : undefined

const SIGN = new RegExp(`^${FORMULA}`)

const textContent = (text: string) => ({
  style: SIGN.test(text) ? style.signed : style.plain,
  rest: ` t="inlineStr"><is><t xml:space="preserve">${escaped(cellText(text))}</t></is>`,
})

/** Control characters, and characters that XML does not have. */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu
/** An underscore that begins the number of a character, as spreadsheets read it. */
const NUMBERED = /_(?=x[0-9A-Fa-f]{4}_)/g

/** A text as a spreadsheet can hold it: without control characters. A text that is too long ends with "…". */
function cellText(text: string) {
  const readable = text.replace(/\r\n?/g, '\n').replace(FORBIDDEN, '\uFFFD')
  if (readable.length <= MAX_CHARACTERS) return readable
  // Half of an emoji would not be a character.
  return `${readable.slice(0, MAX_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const escaped = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(NUMBERED, '_x005F_')

const DAY_MS = 86_400_000
/** 1970-01-01 as spreadsheets count days. */
const EPOCH = 25_569
/** 1900-03-01: before it spreadsheets disagree, because some know a 29 February 1900. */
const FIRST_DAY = 61
/** 9999-12-31. */
const LAST_DAY = 2_958_465

/** A date and a time ("17:30", or empty) in days, as spreadsheets count them; not a number where they disagree. */
function serialOf(date: string, time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const day = Date.parse(date) / DAY_MS + EPOCH
  return day >= FIRST_DAY && day <= LAST_DAY ? day + (hours * 60 + minutes) / 1440 : Number.NaN
}

/** "A", "B", …, "Z", "AA", …: the name of a column, from 0. */
const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
