import { beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '../../../../test/support/forms.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { handbook, longHandbook, scannedPdf } from '../../../../test/support/laid-out-pdfs.ts'
import { pdfOf } from '../../../../test/support/pdfs.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_TEXT_LENGTH, sopsApi } from '../../../shared/sops.ts'
import { contextFor } from '../../core/context.ts'
import { fitting } from './blocks.ts'
import { readWaitingTexts, TEXT_VERSION } from './text.ts'

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
beforeEach(() => query('truncate sops, jobs cascade'))

const readAll = () => finishJobs(muster.services)
const textOf = async (id: number, version?: number) =>
  (await muster.as('uli')).call(sopsApi.text, { params: { id }, query: version ? { version } : {} })
const replaceFile = async (id: number, content: Buffer) =>
  (await muster.as('gita')).raw({ method: 'PUT', url: `/api/v1/sops/${id}`, ...formOf({}, { content }) })
const lookForWaiting = () => readWaitingTexts(contextFor(muster.services, null, new Date()))

describe('the text of a procedure', () => {
  test('is waited for, and then has its pages with headings, paragraphs and lists', async () => {
    const { id } = await putSop(muster, { content: await handbook(), pages: 3 })
    expect(await textOf(id)).toEqual({ revision: 1, state: 'waiting', isCut: false, pages: [] })
    await readAll()
    const text = await textOf(id)
    expect(text).toMatchObject({ revision: 1, state: 'ready', isCut: false })
    expect(text.pages.map(({ page }) => page)).toEqual([1, 2, 3])
    expect(text.pages[0]?.blocks[0]).toEqual({ kind: 'heading', level: 1, text: 'Linen handbook' })
    expect(text.pages[0]?.blocks[4]).toEqual({
      ...{ kind: 'item', level: 0, marker: '•', text: 'Count the sheets of each floor.' },
    })
  })

  test('stays with each version', async () => {
    const { id } = await putSop(muster, { content: pdfOf({ pages: ['First edition'] }) })
    await readAll()
    await replaceFile(id, pdfOf({ pages: ['', 'Second edition'] }))
    await readAll()
    const words = async (version?: number) =>
      (await textOf(id, version)).pages.map(({ page, blocks }) => [page, blocks])
    const second = [[2, [{ kind: 'paragraph', text: 'Second edition' }]]]
    expect(await words()).toEqual(second)
    expect(await words(2)).toEqual(second)
    expect(await words(1)).toEqual([[1, [{ kind: 'paragraph', text: 'First edition' }]]])
    expect((await httpErrorOf(textOf(id, 3))).status).toBe(404)
    // One that was replaced before it was read is read all the same.
    await replaceFile(id, pdfOf({ pages: ['Third edition'] }))
    await replaceFile(id, pdfOf({ pages: ['Fourth edition'] }))
    await readAll()
    expect((await textOf(id, 3)).pages[0]?.blocks[0]?.text).toBe('Third edition')
    expect(await query('select distinct sop_version_id from sop_pages')).toHaveLength(1)
  })

  test('says that a scanned file has none, and that one cannot be read', async () => {
    const scanned = await putSop(muster, { content: scannedPdf() })
    const broken = await putSop(muster, { content: Buffer.from('%PDF-1.7 broken') })
    await readAll()
    expect(await textOf(scanned.id)).toEqual({ revision: 1, state: 'empty', isCut: false, pages: [] })
    expect(await textOf(broken.id)).toEqual({ revision: 1, state: 'failed', isCut: false, pages: [] })
  })

  test('from before there were blocks is plain, and is made again in the background', async () => {
    const { id } = await putSop(muster, { content: await handbook(), pages: 3 })
    await readAll()
    await query('delete from sop_texts')
    await query('update sop_versions set text_version = 0')
    const plain = await textOf(id)
    expect(plain.state).toBe('ready')
    expect(plain.pages[0]?.blocks).toEqual([
      { kind: 'paragraph', text: expect.stringMatching(/^Linen handbook The linen/) },
    ])
    const before = await query('select page, text from sop_pages order by page')
    await lookForWaiting()
    await lookForWaiting()
    expect(await query('select kind from jobs')).toEqual([{ kind: 'sop-text' }])
    await readAll()
    expect((await textOf(id)).pages[0]?.blocks).toHaveLength(12)
    expect(await query('select page, text from sop_pages order by page')).toEqual(before)
    expect(await query('select text_version, text_state from sop_versions')).toEqual([
      { text_version: TEXT_VERSION, text_state: 'done' },
    ])
    await lookForWaiting()
    expect(await query('select kind from jobs')).toEqual([])
  })

  test('that cannot be read again stays plain and searchable', async () => {
    const { id } = await putSop(muster, { content: Buffer.from('%PDF-1.7 broken') })
    await query('delete from jobs')
    await query(`insert into sop_pages select id, 1, 'Lint filter', '''lint'':1' from sop_versions`)
    await query(`update sop_versions set text_state = 'done'`)
    await lookForWaiting()
    await readAll()
    expect(await textOf(id)).toMatchObject({ state: 'ready', pages: [{ page: 1, blocks: [{ text: 'Lint filter' }] }] })
    expect(await (await muster.as('uli')).call(sopsApi.search, { query: { q: 'lint' } })).toHaveLength(1)
    await lookForWaiting()
    expect(await query('select kind from jobs')).toEqual([])
  })

  test('is for those who may see the procedure, and goes with it', async () => {
    const { id } = await putSop(muster, { department: 'Housekeeping' })
    await readAll()
    const una = (await muster.as('una')).call(sopsApi.text, { params: { id }, query: {} })
    expect((await httpErrorOf(una)).status).toBe(404)
    await (await muster.as('adam')).call(sopsApi.remove, { params: { id } })
    expect(await query('select * from sop_texts')).toEqual([])
  })
})

test('the text of a file is bounded: its first pages are there, and it says that it is cut', async () => {
  const room = { left: MAX_TEXT_LENGTH, isCut: false }
  const page = [{ kind: 'paragraph' as const, text: 'x'.repeat(40_000) }]
  const texts = Array.from({ length: 30 }, () => '')
  const pages = fitting({ first: 5, texts, blocks: texts.map(() => page) }, room)
  expect(pages.map((each) => each.page)).toEqual(Array.from({ length: 24 }, (_, at) => at + 5))
  expect(room.isCut).toBe(true)
  expect(fitting({ first: 35, texts: [''], blocks: [[{ kind: 'paragraph', text: 'x' }]] }, room)).toEqual([])

  const { id } = await putSop(muster, { content: await longHandbook(40), pages: 40 })
  await readAll()
  await query('update sop_versions set is_text_cut = true')
  expect(await textOf(id)).toMatchObject({ state: 'ready', isCut: true })
})
