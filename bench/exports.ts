import { sheetPieces } from '../src/server/adapters/sheets.ts'
import { i18nFor } from '../src/server/base/texts.ts'
import type { SheetColumn } from '../src/shared/sheets/columns.ts'
import { fileFormats } from '../src/shared/sheets/formats.ts'

/**
 * Writes lists of two lengths as files of each format, without a database: `npm run bench -- exports 100000`. The
 * highest memory must not grow with the number of rows.
 */

const rows = Number(process.argv[2] ?? 100_000)
const BATCH = 200
const MB = 2 ** 20

interface Row {
  id: number
  text: string
  at: string
}
const columns: SheetColumn<Row>[] = [
  { heading: 'Id', kind: 'number', value: ({ id }) => id },
  ...Array.from(
    { length: 8 },
    (_, at): SheetColumn<Row> => ({
      heading: `Text ${at}`,
      kind: 'text',
      value: ({ text, id }) => `${text} ${id + at}`,
    }),
  ),
  ...['Due', 'Completed', 'Created'].map(
    (heading): SheetColumn<Row> => ({ heading, kind: 'instant', value: ({ at }) => at }),
  ),
  ...['Steps done', 'Steps', 'Comments', 'Photos'].map(
    (heading): SheetColumn<Row> => ({ heading, kind: 'number', value: ({ id }) => id % 7 }),
  ),
  { heading: 'Hours', kind: 'hours', value: ({ id }) => (id % 600) / 60 },
]

async function* batches(count: number) {
  for (let from = 0; from < count; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, at): Row => {
      const id = from + at
      const instant = new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString()
      return { id, text: 'Fold the towels, in threes, for the rooms of the third floor', at: instant }
    })
}

const reader = { i18n: i18nFor('de'), timeZone: 'Europe/Berlin' }
for (const format of fileFormats) {
  for (const count of [rows / 10, rows]) {
    globalThis.gc?.()
    const began = performance.now()
    const before = process.cpuUsage()
    let bytes = 0
    let highest = 0
    for await (const piece of sheetPieces({ columns, batches: batches(count) }, 'tasks', format, reader)) {
      bytes += Buffer.byteLength(piece)
      const { heapUsed, external } = process.memoryUsage()
      highest = Math.max(highest, heapUsed + external)
    }
    const { user, system } = process.cpuUsage(before)
    console.log(
      `${format.padEnd(14)} ${String(count).padStart(8)} rows  ${((performance.now() - began) / 1000).toFixed(1)} s  ${((user + system) / 1e6).toFixed(1)} s of processor time  ${(bytes / MB).toFixed(1)} MB  highest memory ${(highest / MB).toFixed(0)} MB, resident ${(process.memoryUsage().rss / MB).toFixed(0)} MB`,
    )
  }
}
