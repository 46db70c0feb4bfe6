import { strFromU8, unzipSync } from 'fflate'

/** A cell of a workbook, as a spreadsheet shows it: a number, a text, or a date in ISO 8601 without a zone. */
type ReadCell = number | string | { date: string } | null

interface ReadSheet {
  name: string
  rows: ReadCell[][]
  isRightToLeft: boolean
}

/** Reads a workbook without the code that writes it. Fails for a formula, and for a cell of an unknown type. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  const files = unzipSync(bytes)
  const textOf = (path: string) => {
    const file = files[path]
    if (!file) throw new Error(`The workbook has no ${path}`)
    return strFromU8(file)
  }
  const targets = new Map(
    [...textOf('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(([, id, to]) => [
      id,
      to,
    ]),
  )
  const formats = [...(/<cellXfs.*<\/cellXfs>/s.exec(textOf('xl/styles.xml'))?.[0] ?? '').matchAll(/numFmtId="(\d+)"/g)]
  const isDate = (style: string | undefined) => ['14', '22'].includes(formats[Number(style ?? 0)]?.[1] ?? '')
  return [...textOf('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)].map(([, name = '', id]) => {
    const path = `xl/${targets.get(id)}`
    if (!textOf('[Content_Types].xml').includes(`PartName="/${path}"`)) throw new Error(`${path} has no type`)
    const xml = textOf(path)
    if (/<f[\s>/]/.test(xml)) throw new Error('The workbook has a formula')
    return { name, rows: rowsOf(xml, isDate), isRightToLeft: xml.includes('rightToLeft="1"') }
  })
}

function rowsOf(xml: string, isDate: (style: string | undefined) => boolean) {
  return [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, cells = '']) => {
    const row: ReadCell[] = []
    for (const [, place = '', attributes = '', content = ''] of cells.matchAll(/<c r="(\w+)"([^>]*)>(.*?)<\/c>/gs)) {
      const [, letters = '', line] = /^([A-Z]+)(\d+)$/.exec(place) ?? []
      if (line !== number) throw new Error(`The cell ${place} stands in row ${number}`)
      const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      while (row.length < at) row.push(null)
      row.push(cellOf(attributes, content, isDate))
    }
    return row
  })
}

function cellOf(attributes: string, content: string, isDate: (style: string | undefined) => boolean): ReadCell {
  const style = / s="(\d+)"/.exec(attributes)?.[1]
  const text = /^<is><t xml:space="preserve">(.*)<\/t><\/is>$/s.exec(content)?.[1]
  if (attributes.includes('t="inlineStr"') && text !== undefined) return textFrom(text)
  const number = Number(/^<v>([^<]+)<\/v>$/.exec(content)?.[1] ?? Number.NaN)
  if (attributes.includes(' t=') || Number.isNaN(number)) throw new Error(`A strange cell: ${attributes} ${content}`)
  if (!isDate(style)) return number
  return {
    date: new Date(Math.round((number - 25_569) * 86_400) * 1000).toISOString().slice(0, 16).replace('T00:00', ''),
  }
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }
/** As spreadsheets read it: entities, then characters by their number. */
const textFrom = (xml: string) =>
  xml
    .replace(/&(\w+);/g, (_, name) => entities[name] ?? '?')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
