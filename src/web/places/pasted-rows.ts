import { withoutApostrophes } from '../../shared/csv.ts'
import { seenLine } from '../../shared/words/seen-text.ts'

/** Takes a pasted list or table apart into lines with cells. */

export interface PastedRow {
  /** The number of the line, from 1. */
  line: number
  cells: string[]
  /** Whether commas divide the cells: they may be a list of names. */
  isList: boolean
}

/** A cell in quotes, as spreadsheets write one with a line break or a delimiter. */
const QUOTED = /(^|[\t;|,])"((?:[^"]|"")*)"(?=[\t;|,\r\n]|$)/gm
/** Signs for private use in place of those that divide cells and lines, within quotes. */
const HIDDEN: Record<string, string> = { '\n': '\ue000', ';': '\ue001', '|': '\ue002', ',': '\ue003' }
const SHOWN = Object.fromEntries(Object.entries(HIDDEN).map(([sign, hidden]) => [hidden, sign]))
const COMMAS = /[,،]/
const DIVIDERS = [/\t/, /[;؛]/, /\|/, COMMAS]
const BULLET = /^[-*+•◦▪–—]\s+/
/** The line by which Excel is told the delimiter. */
const SEPARATOR = /^sep=.$/i

/** The lines that hold something. Each is divided by tabs, else by semicolons, bars or commas, also Arabic ones. */
export function pastedRows(text: string): PastedRow[] {
  const hidden = text.replace(/\r\n?/g, '\n').replace(QUOTED, (_, before: string, cell: string) => {
    const plain = cell.replaceAll('""', '"').replaceAll('\t', ' ')
    return before + plain.replace(/[\n;|,]/g, (sign) => HIDDEN[sign] ?? sign)
  })
  const rows: PastedRow[] = []
  let number = 1
  for (const raw of hidden.split(/[\n\u2028\u2029]/)) {
    const line = number
    number += 1 + raw.split('\ue000').length - 1
    const divider = DIVIDERS.find((each) => each.test(raw))
    const cells = (divider ? raw.split(divider) : [raw]).map(seen)
    const [first = '', ...others] = cells
    const isSeparated = SEPARATOR.test(raw.trim())
    if (!isSeparated && cells.some((cell) => cell !== ''))
      rows.push({ line, cells: [first.replace(BULLET, ''), ...others], isList: divider === COMMAS })
  }
  return rows
}

const seen = (cell: string) =>
  seenLine(
    withoutApostrophes(cell.replace(/[\ue000-\ue003]/g, (sign) => (SHOWN[sign] === '\n' ? ' ' : (SHOWN[sign] ?? '')))),
  )
