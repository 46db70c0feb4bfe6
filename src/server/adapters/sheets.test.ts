import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../test/support/readers.ts'
import { readWorkbook } from '../../../test/support/workbook.ts'
import type { SheetColumn } from '../../shared/sheets/columns.ts'
import { type Sheet, sheetPieces, workbookPieces } from './sheets.ts'

interface Row {
  text: string | null
  number: number | null
  instant: string | null
}
const columns: SheetColumn<Row>[] = [
  { heading: 'Text', kind: 'text', value: ({ text }) => text },
  { heading: 'Number', kind: 'number', value: ({ number }) => number },
  { heading: { date: '2026-11-28' }, kind: 'hours', value: ({ number }) => number },
  { heading: 'Date', kind: 'date', value: ({ instant }) => instant?.slice(0, 10) ?? null },
  { heading: 'Instant', kind: 'instant', value: ({ instant }) => instant },
]
const textOnly = columns.slice(0, 1)
const rowOf = (text: string | null): Row => ({ text, number: null, instant: null })
const reader = readerOf('Europe/Berlin')

async function* given<Item>(...items: Item[]) {
  yield* items
}
const sheetOf = (rows: Row[], own = columns): Sheet<Row> => ({ columns: own, batches: given(rows) })

async function bytesOf(pieces: AsyncIterable<string | Uint8Array>) {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}
const workbookOf = async (sheet: Sheet<Row>, of = reader) =>
  readWorkbook(await bytesOf(sheetPieces(sheet, 'tasks', 'xlsx', of)))

describe('a workbook', () => {
  test('has numbers as numbers and dates as dates, with an empty cell for nothing', async () => {
    const row = { text: 'Tom & <Jerry>', number: -8.1, instant: '2026-03-01T22:05:00.000Z' }
    expect(await workbookOf(sheetOf([row, rowOf(null), rowOf('')]))).toEqual([
      {
        name: 'tasks',
        isRightToLeft: false,
        rows: [
          ['Text', 'Number', { date: '2026-11-28' }, 'Date', 'Instant'],
          ['Tom & <Jerry>', -8.1, -8.1, { date: '2026-03-01' }, { date: '2026-03-01T23:05' }],
          [],
          [],
        ],
      },
    ])
  })

  test('runs from right to left for people who read so', async () => {
    expect((await workbookOf(sheetOf([]), readerOf('UTC', 'ar')))[0]).toMatchObject({ isRightToLeft: true })
  })

  test.each(['1899-12-31', '1900-02-28', '+012026-01-01'])(
    'writes %s, which not all spreadsheets know, as text',
    async (date) => {
      const [sheet] = await workbookOf(sheetOf([{ ...rowOf(null), instant: `${date}T12:00:00.000Z` }]))
      expect(sheet?.rows[1]?.[4]).toContain(date)
    },
  )

  test.each([
    ["=cmd|' /C calc'!A0"],
    ['+49 30 1234'],
    ['-5'],
    ['@SUM(1)'],
    ['＝1+1'],
    ['\t=1+1'],
    ['<f>1+1</f>'],
    ['</t></is></c><c r="B9"><f>1+1</f></c>'],
    ['&#61;1+1'],
    ['_x003D_1+1'],
    ['👩‍🍳 مرحبا שלום'],
    ['two\nlines'],
    ['  spaces  '],
  ])('keeps the text %j as it is, and no text becomes a formula', async (text) => {
    const [sheet] = await workbookOf(sheetOf([rowOf(text)], textOnly))
    expect(sheet?.rows).toEqual([['Text'], [text]])
  })

  test('has no character that XML does not know, and no half of one', async () => {
    const controls = String.fromCharCode(...Array(32).keys())
    const [sheet] = await workbookOf(sheetOf([rowOf(`${controls}\ufffe\uffff|\ud800|\r\n|\r`)], textOnly))
    const strange = '\ufffd'
    expect(sheet?.rows[1]).toEqual([
      `${strange.repeat(9)}\t\n${strange.repeat(2)}\n${strange.repeat(18)}${strange.repeat(2)}|${strange}|\n|\n`,
    ])
  })

  test('cuts a text that is longer than a cell may be, and never within an emoji', async () => {
    const emoji = '👩'
    const texts = ['x'.repeat(32_767), 'x'.repeat(32_768), `${'x'.repeat(32_765)}${emoji}x`]
    const [sheet] = await workbookOf(sheetOf(texts.map(rowOf), textOnly))
    expect(sheet?.rows.slice(1)).toEqual([[texts[0]], [`${'x'.repeat(32_766)}…`], [`${'x'.repeat(32_765)}…`]])
  })

  test('goes on in another sheet when one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => rowOf(`${at}`))
    const sheet = { columns: textOnly, batches: given(rows.slice(0, 5), rows.slice(5)) }
    const sheets = readWorkbook(await bytesOf(workbookPieces(sheet, 'tasks', reader, 4)))
    expect(sheets.map(({ name, rows }) => [name, rows.flat().join()])).toEqual([
      ['tasks', 'Text,0,1,2'],
      ['tasks 2', 'Text,3,4,5'],
      ['tasks 3', 'Text,6'],
    ])
  })

  test('has a name that spreadsheets take for a sheet', async () => {
    const name = 'performance-2026-11-01-2026-11-30'
    const [sheet] = readWorkbook(await bytesOf(sheetPieces(sheetOf([]), name, 'xlsx', reader)))
    expect(sheet?.name).toBe(name.slice(0, 31))
  })

  test('is small', async () => {
    const bytes = await bytesOf(
      sheetPieces(sheetOf(Array(10_000).fill(rowOf('Fold the towels'))), 'tasks', 'xlsx', reader),
    )
    const unpacked = unzipSync(bytes)['xl/worksheets/sheet1.xml']?.length ?? 0
    expect(unpacked).toBeGreaterThan(1_000_000)
    expect(bytes.length).toBeLessThan(unpacked / 10)
  })
})

describe.each(['csv', 'csv-semicolon', 'xlsx'] as const)('as %s', (format) => {
  test('each batch is read only when the piece before is taken', async () => {
    let read = 0
    let isClosed = false
    async function* batches() {
      try {
        for (; read < 1000; read++) yield [rowOf(`batch ${read}`)]
      } finally {
        isClosed = true
      }
    }
    const pieces = sheetPieces({ columns, batches: batches() }, 'tasks', format, reader)
    for (let taken = 0; taken < 3; taken++) expect((await pieces.next()).done).toBe(false)
    expect(read).toBe(2)
    await pieces.return()
    expect(isClosed).toBe(true)
  })

  test('a list without rows has its head', async () => {
    for (const batches of [given<Row[]>(), given<Row[]>([])]) {
      const bytes = await bytesOf(sheetPieces({ columns: textOnly, batches }, 'tasks', format, reader))
      if (format === 'xlsx') expect(readWorkbook(bytes)[0]?.rows).toEqual([['Text']])
      else expect(bytes.toString()).toBe('\uFEFFText\r\n')
    }
  })

  test('an error while rows are read is not a file', async () => {
    async function* batches() {
      yield [rowOf('first')]
      throw new Error('The database is gone')
    }
    const pieces = sheetPieces({ columns, batches: batches() }, 'tasks', format, reader)
    await expect(bytesOf(pieces)).rejects.toThrow('The database is gone')
  })
})
