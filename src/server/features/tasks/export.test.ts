import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { readWorkbook } from '../../../../test/support/workbook.ts'
import { MAX_TASK_PAGE_SIZE } from '../../../shared/task-query.ts'

/** The filtered list as a file for a spreadsheet. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
beforeEach(() => clearTasks(muster))

const fetched = async (name: PersonName, query = '') =>
  (await muster.as(name)).raw({ method: 'GET', url: `/api/v1/tasks/export${query}` })
const BOM = '\uFEFF'
const HEAD =
  'Id,Title,Description,Status,Priority,Department,Project,Assignee,Due,Completed,Tags,Created,Steps done,Steps,Comments,Photos,Place,Outcome,Estimated minutes'

/** The records of a CSV text, quotes undone (RFC 4180). */
function recordsOf(text: string) {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== '\r\n') continue
    records.push(record)
    record = []
  }
  return records
}

test('is a CSV file of UTF-8 with a byte order mark, to be saved', async () => {
  const { id } = await putTask(muster, {
    title: 'Fold the towels',
    description: 'In threes',
    status: 'in_progress',
    priority: 'high',
    department: 'Housekeeping',
    assignee: 'lea',
    dueDate: '2030-07-01T21:59:59.999Z',
    tags: ['linen', 'pool'],
    estimateMinutes: 45,
    createdAt: '2026-01-02T09:05:00.000Z',
  })
  const { status, headers, text } = await fetched('marta')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain('attachment; filename="tasks.csv"')
  expect(text).toBe(
    `${BOM}${HEAD}\r\n${id},Fold the towels,In threes,in_progress,high,Housekeeping,,Léa Kern,2030-07-01 23:59,,"linen, pool",2026-01-02 10:05,0,0,0,0,,,45\r\n`,
  )
})

describe('in a format that was chosen', () => {
  const due = '2030-07-01T21:59:59.999Z'
  const put = () =>
    putTask(muster, { title: '=1+1', dueDate: due, createdAt: '2026-01-02T09:05:00.000Z', department: 'Housekeeping' })

  test('it is a workbook with numbers, dates and texts, and no formula', async () => {
    const { id } = await put()
    const { status, headers, bytes } = await fetched('marta', '?format=xlsx')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers['content-disposition']).toBe('attachment; filename="tasks.xlsx"')
    const [sheet] = readWorkbook(bytes)
    expect(sheet?.rows[0]).toEqual(HEAD.split(','))
    const [, row] = sheet?.rows ?? []
    expect([row?.[0], row?.[1], row?.[8], row?.[11], row?.[12]]).toEqual([
      id,
      '=1+1',
      { date: '2030-07-01T23:59' },
      { date: '2026-01-02T10:05' },
      0,
    ])
  })

  test('it has semicolons, and numbers and dates as in the language of the reader', async () => {
    const { id } = await put()
    const { text, headers } = await (await muster.as('marta')).raw({
      method: 'GET',
      url: '/api/v1/tasks/export?format=csv-semicolon',
      headers: { 'accept-language': 'de' },
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="tasks.csv"')
    expect(text.startsWith(`${BOM}ID;Titel;`)).toBe(true)
    expect(text.split('\r\n')[1]).toMatch(
      new RegExp(`^${id};'=1\\+1;;.*;01\\.07\\.2030 23:59;;;02\\.01\\.2026 10:05;0;0;0;0;;;$`),
    )
  })

  test('the specified file comes by its name too, and no other format is known', async () => {
    await put()
    expect((await fetched('marta', '?format=csv')).text).toBe((await fetched('marta')).text)
    for (const format of ['pdf', 'XLSX', '', 'csv&format=xlsx']) {
      const { status, json } = await fetched('marta', `?format=${format}`)
      expect(status).toBe(400)
      expect(json.issues).toMatchObject([{ path: 'format' }])
    }
  })

  test('it is for managers and above', async () => {
    for (const name of ['uli', 'gus'] as const) expect((await fetched(name, '?format=xlsx')).status).toBe(403)
  })

  test('it has all of more tasks than a page holds', async () => {
    await putMany()
    const [sheet] = readWorkbook((await fetched('marta', '?format=xlsx')).bytes)
    expect(new Set(sheet?.rows.slice(1).map(([id]) => id)).size).toBe(MAX_TASK_PAGE_SIZE + 5)
  })
})

test('has its head, status and priority in the language of the reader', async () => {
  await putTask(muster, { title: 'Fold', status: 'in_progress', priority: 'high', department: 'Housekeeping' })
  const { text } = await (await muster.as('marta')).raw({
    method: 'GET',
    url: '/api/v1/tasks/export',
    headers: { 'accept-language': 'en-XA' },
  })
  const [head, record] = recordsOf(text)
  expect(head?.every((heading) => /^\uFEFF?⟦.*⟧$/.test(heading))).toBe(true)
  expect(record?.slice(1, 5)).toEqual([
    'Fold',
    '',
    expect.stringMatching(/^⟦íñ_prógréss/),
    expect.stringMatching(/^⟦hígh/),
  ])
})

test.each(['=1+1', '+49 30 1234', '-5 degrees', '@here', '\tindented'])(
  'puts an apostrophe before %j, which a spreadsheet would take for a formula',
  async (words) => {
    await putTask(muster, { title: words, description: words, department: 'Housekeeping' })
    const [, record] = recordsOf((await fetched('marta')).text)
    expect(record?.slice(1, 3)).toEqual([`'${words}`, `'${words}`])
  },
)

test('keeps quotes, commas and line breaks within their cells', async () => {
  const title = 'Say "hello", then wait'
  const description = 'First line\nsecond line\r\nthird, "quoted"'
  await putTask(muster, { title, description, department: 'Housekeeping' })
  const { text } = await fetched('marta')
  expect(text).toContain('"Say ""hello"", then wait"')
  expect(recordsOf(text)[1]?.slice(1, 3)).toEqual([title, description])
})

test('has what the filters leave, in the requested order', async () => {
  await putTask(muster, { title: 'Zinnias', priority: 'high', department: 'Housekeeping' })
  await putTask(muster, { title: 'Asters', priority: 'high', department: 'Housekeeping' })
  await putTask(muster, { title: 'Asters of others', priority: 'high', department: 'Maintenance' })
  await putTask(muster, { title: 'Weeds', priority: 'low', department: 'Housekeeping' })
  const { Housekeeping } = muster.fixtures.departments
  const titles = async (query: string) =>
    recordsOf((await fetched('marta', query)).text)
      .slice(1)
      .map(([, title]) => title)
  expect(await titles(`?departmentId=${Housekeeping}&priority=high&sort=title&order=asc`)).toEqual([
    'Asters',
    'Zinnias',
  ])
  expect(await titles('?search=asters&sort=title&order=desc')).toEqual(['Asters of others', 'Asters'])
})

const putMany = () =>
  muster.services.database.pool.query(
    `insert into tasks (title, folded_title, search_text, status, priority, creator_id, tags)
     select 'Room ' || n, 'room ' || n, ' room ' || n, 'pending', 'medium', $1, '{}' from generate_series(1, $2) n`,
    [muster.fixtures.people.gita.id, MAX_TASK_PAGE_SIZE + 5],
  )

test('has all of more tasks than a page holds', async () => {
  await putMany()
  const records = recordsOf((await fetched('marta')).text).slice(1)
  expect(new Set(records.map(([id]) => id)).size).toBe(MAX_TASK_PAGE_SIZE + 5)
})

test('is for managers and above', async () => {
  for (const name of ['uli', 'gus'] as const) expect((await fetched(name)).status).toBe(403)
  for (const name of ['marta', 'adam', 'gita'] as const) expect((await fetched(name)).status).toBe(200)
  expect((await muster.stranger().raw({ method: 'GET', url: '/api/v1/tasks/export' })).status).toBe(401)
})

test('gives the status that people see', async () => {
  await putTask(muster, { title: 'Late', department: 'Housekeeping', dueDate: '2026-01-01T00:00:00.000Z' })
  const [, record] = recordsOf((await fetched('marta')).text)
  expect(record?.[3]).toBe('overdue')
})
