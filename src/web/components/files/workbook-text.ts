import { strFromU8, unzipSync } from 'fflate'

/**
 * Reads a workbook (Office Open XML) as the text of a CSV file. A module of its own, so that it loads when somebody
 * chooses a workbook. The browser of that person reads it, and the server gets text alone.
 *
 * Nothing is calculated: a formula counts as the value that was saved with it. Only the parts named here are unpacked,
 * and no further than `MAX_UNPACKED`, whatever the file says of their sizes.
 */

/** The bytes of all unpacked parts together. A thousand people take some 500 kB. */
const MAX_UNPACKED = 16_000_000
/** Rows and columns that are looked at. The text of a longer list would be too large anyway. */
const MAX_ROWS = 20_000
const MAX_COLUMNS = 200
const PARTS = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/

/** A workbook has more than this module reads. */
export class TooLarge extends RangeError {}

/**
 * The first visible sheet that has a cell, as CSV with commas. Each row of the sheet is one line, so that a line has
 * the number that the spreadsheet shows.
 *
 * @throws `TooLarge` for more than this module reads, another error for bytes that are no workbook
 */
export function textOfWorkbook(bytes: Uint8Array): string {
  const xmlOf = unpacked(bytes)
  const workbook = xmlOf('xl/workbook.xml')
  if (workbook === '') throw new Error('This is no workbook')
  const strings = [...elementsOf(xmlOf('xl/sharedStrings.xml'), 'si')].map(({ content }) => textIn(content))
  const formats = formatsOf(xmlOf('xl/styles.xml'))
  const is1904 = /\bdate1904="(?:1|true)"/.test(workbook)
  for (const path of visibleSheets(workbook, xmlOf('xl/_rels/workbook.xml.rels'))) {
    const rows = rowsOf(xmlOf(path), (cell) => shownValue(cell, strings, formats, is1904))
    if (rows.length > 0) return Array.from(rows, (row) => (row ?? []).map(quoted).join()).join('\n')
  }
  return ''
}

/** Gives the text of a part by its path; empty if the file lacks it. */
function unpacked(bytes: Uint8Array) {
  let sum = 0
  // Each part is unpacked into as many bytes as the file states. More than that is cut off.
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!PARTS.test(name)) return false
      sum += originalSize
      if (sum > MAX_UNPACKED) throw new TooLarge('The workbook is too large')
      return true
    },
  })
  return (path: string) => {
    const text = strFromU8(parts[path] ?? new Uint8Array())
    // No spreadsheet writes one. It could define entities that multiply.
    if (text.includes('<!DOCTYPE')) throw new Error('A workbook has no document type')
    return text
  }
}

interface XmlElement {
  attributes: string
  content: string
}

/** The elements of a name, with any prefix. None contains another element of its name. */
function* elementsOf(xml: string, name: string): Generator<XmlElement> {
  const tag = new RegExp(`<(/?)(?:\\w+:)?${name}((?:\\s[^<>]*?)?)(/?)>`, 'g')
  let open: { attributes: string; end: number } | undefined
  for (let found = tag.exec(xml); found; found = tag.exec(xml)) {
    const [whole, closes, attributes = '', isEmpty] = found
    if (closes) {
      if (open) yield { attributes: open.attributes, content: xml.slice(open.end, found.index) }
      open = undefined
    } else if (isEmpty) yield { attributes, content: '' }
    else open = { attributes, end: found.index + whole.length }
  }
}

const attributeOf = ({ attributes }: XmlElement, name: string) =>
  plain(new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
const contentOf = (xml: string, name: string): string | undefined => elementsOf(xml, name).next().value?.content

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')
/** The characters that XML stands for. */
const plain = (xml: string) =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (_, decimal, hexadecimal, name) =>
    name ? (entities[name] ?? '') : character(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
  )
/** The text of a string, which may have parts of several fonts; without how it is pronounced. */
const textIn = (xml: string) =>
  Array.from(elementsOf(xml.replace(/<(?:\w+:)?rPh[\s>].*?<\/(?:\w+:)?rPh>/gs, ''), 't'), ({ content }) =>
    plain(content),
  )
    .join('')
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** The paths of the sheets that a spreadsheet shows, in their order. */
function visibleSheets(workbook: string, relationships: string): string[] {
  const targets = new Map(
    Array.from(elementsOf(relationships, 'Relationship'), (each) => [
      attributeOf(each, 'Id'),
      attributeOf(each, 'Target'),
    ]),
  )
  return [...elementsOf(workbook, 'sheet')]
    .filter((sheet) => !/hidden/i.test(attributeOf(sheet, 'state')))
    .map((sheet) => {
      const target = targets.get(attributeOf(sheet, 'id')) ?? ''
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`
    })
}

/** The code of the number format of each style. */
function formatsOf(styles: string): string[] {
  const own = new Map(
    Array.from(elementsOf(styles, 'numFmt'), (each) => [
      attributeOf(each, 'numFmtId'),
      attributeOf(each, 'formatCode'),
    ]),
  )
  const builtIn = (id: number) =>
    (id >= 14 && id <= 17) || id === 22 ? 'yyyy-mm-dd' : (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? 'hh:mm' : ''
  return Array.from(elementsOf(contentOf(styles, 'cellXfs') ?? '', 'xf'), (each) => {
    const id = attributeOf(each, 'numFmtId')
    return own.get(id) ?? builtIn(Number(id))
  })
}

/** The cells of the rows of a sheet, each at its place; absent rows stay empty. */
function rowsOf(xml: string, textOf: (cell: XmlElement) => string): string[][] {
  const rows: string[][] = []
  let number = 0
  for (const row of elementsOf(xml, 'row')) {
    number = Number(attributeOf(row, 'r')) || number + 1
    const cells: string[] = []
    let at = -1
    for (const cell of elementsOf(row.content, 'c')) {
      const letters = /^[A-Z]{1,3}/.exec(attributeOf(cell, 'r'))?.[0]
      at = letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : at + 1
      if (at >= MAX_COLUMNS) break
      const value = textOf(cell)
      if (value === '') continue
      while (cells.length < at) cells.push('')
      cells[at] = value
    }
    // Rows that only have a format may lie anywhere.
    if (cells.length === 0) continue
    if (number > MAX_ROWS) throw new TooLarge('The workbook has too many rows')
    rows[number - 1] = cells
  }
  return rows
}

/** The value that a spreadsheet shows in a cell, with dates as 2026-11-28 and times as 06:00. */
function shownValue(cell: XmlElement, strings: string[], formats: string[], is1904: boolean): string {
  const type = attributeOf(cell, 't')
  const value = plain(contentOf(cell.content, 'v') ?? '')
  if (type === 'inlineStr') return textIn(cell.content)
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== '' && type !== 'n') return value
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  const format = (formats[Number(attributeOf(cell, 's'))] ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (/[ymdhs]/i.test(format)) return timeOf(number, is1904)
  // "00042" is a personnel number.
  return /^0+$/.test(format) ? String(number).padStart(format.length, '0') : String(number)
}

const DAY_MINUTES = 1_440
/** Days from the beginning of a spreadsheet's time to 1970. */
const daysTo1970 = (is1904: boolean) => (is1904 ? 24_107 : 25_569)

function timeOf(days: number, is1904: boolean): string {
  const minutes = Math.round(days * DAY_MINUTES)
  const instant = new Date((minutes - (days < 1 ? 0 : daysTo1970(is1904) * DAY_MINUTES)) * 60_000)
  if (Number.isNaN(instant.getTime())) return String(days)
  const [date = '', time = ''] = instant.toISOString().slice(0, 16).split('T')
  if (days < 1) return time
  return minutes % DAY_MINUTES === 0 ? date : `${date} ${time}`
}

/** A cell of CSV. A line break within it becomes a space, so that lines keep the numbers of rows. */
function quoted(value: string | undefined) {
  const line = (value ?? '').replace(/[\r\n]+/g, ' ')
  return /[",;\t|]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}
