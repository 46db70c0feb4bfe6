import { beforeAll, expect, test } from 'vitest'
import { api } from '../src/shared/api.ts'
import type { Endpoint } from '../src/shared/endpoint.ts'
import { putBreak, putSession } from './support/clock.ts'
import { openedIn, type SpreadsheetLocale, spreadsheetLocales } from './support/spreadsheets.ts'
import { putTask } from './support/tasks.ts'
import { useTestApp } from './support/test-app.ts'
import { readWorkbook } from './support/workbook.ts'

/**
 * Every export of the server as spreadsheets of five countries read it: the numbers and dates of the workbook are
 * numbers and dates in the CSV file for that country too, and no text turns into one. Lists that the browser writes
 * have the same columns and the same writer (`shared/sheets/csv-lines.test.ts`).
 */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })

interface Export {
  query: () => string
  /** How many numbers and dates it has below its head, at least. */
  numbers: number
  dates: number
  /** Columns of texts that may look like numbers: ids of rows of any kind. A spreadsheet shows them as numbers. */
  ids?: number[]
}

/** The query of each export. An export that is missing here fails the first test. */
const exports: Record<string, Export> = {
  tasks: { query: () => '', numbers: 6, dates: 3 },
  hours: { query: () => 'week=2026-11-18', numbers: 8, dates: 0 },
  record: {
    query: () => `userId=${muster.fixtures.people.uli.id}&from=2026-11-16&to=2026-11-22`,
    ...{ numbers: 1, dates: 7 },
  },
  // The log also has the exports themselves, so each would be longer than the one before.
  'audit-log': { query: () => 'action=task.create', numbers: 1, dates: 1, ids: [5] },
}
/** A payroll program reads this file, in the form that administrators have set (`shared/payroll-file.test.ts`). */
const OF_ITS_OWN_FORM = ['payroll']

const downloads = Object.values(api)
  .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
  .filter((endpoint): endpoint is Endpoint & { download: string } => endpoint.download !== undefined)

beforeAll(async () => {
  await putTask(muster, {
    ...{ title: 'Fold 3.5 towels; today, 1.12.2026', status: 'completed', department: 'Housekeeping', assignee: 'lea' },
    ...{ createdAt: '2026-03-12T09:05:00.000Z', dueDate: '2026-04-05T10:00:00.000Z' },
    ...{ completedAt: '2026-12-11T11:00:00.000Z', estimateMinutes: 1_250, tags: ['linen', 'pool'] },
  })
  const { id } = await putSession(muster, 'uli', '2026-11-18T05:00:00.000Z', '2026-11-18T13:45:00.000Z')
  await putBreak(muster, id, '2026-11-18T09:00:00.000Z', '2026-11-18T09:30:00.000Z')
})

async function read(path: string, name: string, format: string, locale: SpreadsheetLocale) {
  const person = await muster.as('gita')
  const url = `/api/v1${path}?${[exports[name]?.query(), `format=${format}`].filter(Boolean).join('&')}`
  const reply = await person.raw({ method: 'GET', url, headers: { 'accept-language': locale } })
  expect(reply.status, url).toBe(200)
  return reply
}

test('every export of the server is opened', () => {
  expect(downloads.map(({ download }) => download).sort()).toEqual([...Object.keys(exports), ...OF_ITS_OWN_FORM].sort())
})

const opened = downloads.filter(({ download }) => download in exports)
test.each(opened.flatMap((each) => spreadsheetLocales.map((locale) => [each.download, locale, each.path] as const)))(
  '%s is read in %s as its workbook is',
  async (name, locale, path) => {
    const { bytes } = await read(path, name, 'xlsx', locale)
    const workbook = readWorkbook(bytes).flatMap(({ rows }) => rows)
    const { text } = await read(path, name, locale === 'en' ? 'csv' : 'csv-semicolon', locale)
    const file = openedIn(locale, text)
    expect(file).toHaveLength(workbook.length)
    const others = workbook.flatMap((row, at) =>
      row.flatMap((cell, column) => {
        const shown = file[at]?.[column]
        if (at > 0 && exports[name]?.ids?.includes(column)) return []
        return JSON.stringify(shown) === JSON.stringify(cell ?? '') ? [] : [{ at, column, cell, shown }]
      }),
    )
    expect(others).toEqual([])
    const cells = workbook.slice(1).flat()
    const expected = exports[name]
    expect(cells.filter((cell) => typeof cell === 'number').length).toBeGreaterThanOrEqual(expected?.numbers ?? 0)
    expect(cells.filter((cell) => cell !== null && typeof cell === 'object').length).toBeGreaterThanOrEqual(
      expected?.dates ?? 0,
    )
  },
)
