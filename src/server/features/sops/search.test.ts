import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '../../../../test/support/forms.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { pdfInCodes, pdfOf, pictureBomb } from '../../../../test/support/pdfs.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { jobsApi } from '../../../shared/jobs.ts'
import { sopsApi } from '../../../shared/sops.ts'
import { contextFor } from '../../core/context.ts'
import { startJobs } from '../../core/jobs/job-runner.ts'
import type { BusMessage } from '../../db/events/bus.ts'
import { jobKinds } from '../../jobs.ts'
import { readWaitingTexts } from './text.ts'

const muster = useTestApp()
const pool = { query: (...args: [string, unknown[]?]) => muster.services.database.pool.query(...args) }
beforeEach(() => muster.services.database.pool.query('truncate sops, jobs cascade'))

const readAll = () => finishJobs(muster.services)
const search = async (q: string, name: PersonName = 'uli', query = {}) =>
  (await muster.as(name)).call(sopsApi.search, { query: { q, ...query } })
const places = async (...args: Parameters<typeof search>) =>
  (await search(...args)).map(({ title, page }) => `${title} ${page}`)

const seven = Array.from({ length: 8 }, (_, at) =>
  at === 6 ? 'The Lint filter of\nthe dryer, B12.' : `Page of towels ${at + 1}`,
)

describe('a search', () => {
  beforeEach(async () => {
    await putSop(muster, { title: 'Laundry', content: pdfOf({ pages: seven }), pages: 8 })
    await putSop(muster, { title: 'Pool', department: 'Maintenance', content: pdfOf({ pages: ['A filter of sand'] }) })
    await putSop(muster, {
      title: 'Rooms',
      department: 'Housekeeping',
      content: pdfOf({ pages: ['Towels, towels, towels'] }),
    })
    await readAll()
  })

  test('finds the page and the words around', async () => {
    expect(await search('lint')).toEqual([
      {
        sopId: expect.any(Number),
        title: 'Laundry',
        version: '1.0',
        department: null,
        page: 7,
        excerpt: [
          { text: 'The ', isHit: false },
          { text: 'Lint', isHit: true },
          { text: ' filter of the dryer, B12.', isHit: false },
        ],
      },
    ])
  })

  test.each([
    ['LÍNT', ['Laundry 7']],
    ['dry lin', ['Laundry 7']],
    ['b12', ['Laundry 7']],
    ['lint sand', []],
    ['ilter', []],
    ['', []],
    ['?!', []],
    ["';--", []],
    ["lint':* | 'x", []],
    ['lint & !filter', ['Laundry 7']],
    ['ﷺ'.repeat(200), []],
  ])('for %j finds %j', async (q, found) => {
    expect(await places(q)).toEqual(found)
  })

  test('is of what one may see, the best first, and of no document too much', async () => {
    expect(await places('filter')).toEqual(['Laundry 7'])
    expect((await places('filter', 'nora')).sort()).toEqual(['Laundry 7', 'Pool 1'])
    expect(await places('filter', 'nora', { departmentId: muster.fixtures.departments.Maintenance })).toEqual([
      'Pool 1',
    ])
    const towels = await places('towels')
    expect(towels[0]).toBe('Rooms 1')
    expect(towels.filter((place) => place.startsWith('Laundry'))).toHaveLength(5)
  })

  test('looks into the current version alone', async () => {
    const [laundry] = await search('lint', 'gita')
    const file = { content: pdfOf({ pages: ['Of bed linen'] }) }
    await (await muster.as('gita')).raw({ method: 'PUT', url: `/api/v1/sops/${laundry?.sopId}`, ...formOf({}, file) })
    expect(await places('lint')).toEqual([])
    await readAll()
    expect(await places('linen')).toEqual(['Laundry 1'])
  })
})

describe('languages that put no spaces between words', () => {
  const texts = {
    japanese: '客室のタオルを交換し、毎朝\n窓を開けてください。',
    simplified: '每天早上更换客房毛巾并打开窗户。',
    traditional: '每天早上更換客房毛巾並打開窗戶。',
    korean: '매일 아침 객실수건을 교체하고 창문을 여십시오.',
  }
  const words: [word: string, found: string[]][] = [
    ['タオル', ['japanese 1']],
    ['ﾀｵﾙ', ['japanese 1']],
    ['タ', ['japanese 1']],
    ['毎朝窓', ['japanese 1']],
    ['タオル 窓', ['japanese 1']],
    ['タル', []],
    ['交換窓', []],
    ['客房毛巾', ['simplified 1', 'traditional 1']],
    ['窗户', ['simplified 1']],
    ['窗戶', ['traditional 1']],
    ['수건', ['korean 1']],
    ['아침객실', ['korean 1']],
    ['건수', []],
  ]

  test('are found by their words, wherever these begin', async () => {
    for (const [title, text] of Object.entries(texts))
      await putSop(muster, { title, content: pdfInCodes(title as keyof typeof texts, text) })
    await readAll()
    for (const [word, found] of words) expect([word, (await places(word)).sort()]).toEqual([word, found])
    // The match is marked in the words around it.
    const [find] = await search('毎朝窓')
    expect(find?.excerpt.filter(({ isHit }) => isHit)).toEqual([{ text: '毎朝 窓', isHit: true }])
    const [other] = await search('수건')
    expect(other?.excerpt.map(({ text }) => text)).toEqual(['매일 아침 객실', '수건', '을 교체하고 창문을 여십시오.'])
  })
})

test('a text that takes too much is reported, and the document stays', { tags: 'long' }, async () => {
  const { id, fileUrl } = await putSop(muster, { content: pictureBomb(100_000) })
  await readAll()
  const uli = await muster.as('uli')
  expect(await uli.call(sopsApi.get, { params: { id } })).toMatchObject({ textState: 'failed' })
  expect((await uli.raw({ method: 'GET', url: fileUrl })).status).toBe(200)
})

for (const [end, content, tags] of [
  ['can', pdfOf({ pages: ['Lint'] }), []],
  ['cannot', pictureBomb(100_000), ['long']],
] as const) {
  test(`open pages are told once a document ${end} be searched`, { tags: [...tags] }, async () => {
    const heard: BusMessage[] = []
    muster.services.bus.subscribe((messages) => heard.push(...messages))
    const { id } = await putSop(muster, { department: 'Housekeeping', content })
    const audiences = () =>
      heard.flatMap((message) => (message.type === 'change' && message.change.id === id ? [message.audience] : []))
    await expect.poll(audiences).toHaveLength(1)
    await readAll()
    await expect.poll(audiences).toHaveLength(2)
    expect(audiences()[1]).toEqual(audiences()[0])
  })
}

test('while a text is read a second time, the earlier text is searched', async () => {
  const { id } = await putSop(muster, { content: pdfOf({ pages: ['Lint', ''] }) })
  await readAll()
  // As an earlier reading, without the maps of characters, has left it.
  await pool.query(`insert into sop_pages select sop_version_id, 2, 'Fluff', '''fluff'':1' from sop_pages`)
  await pool.query(`update sop_pages set text = 'Dust', words = '''dust'':1' where page = 1`)
  await pool.query(`update sop_versions set text_state = 'waiting'`)
  await readWaitingTexts(contextFor(muster.services, null, new Date()))
  expect([await places('dust'), await places('fluff'), await places('lint')]).toEqual([
    ['Folding towels 1'],
    ['Folding towels 2'],
    [],
  ])
  await readAll()
  expect([await places('dust'), await places('fluff'), await places('lint')]).toEqual([[], [], ['Folding towels 1']])
  expect((await (await muster.as('uli')).call(sopsApi.get, { params: { id } })).textState).toBe('done')
})

describe('a file whose text nobody could read for now', () => {
  const textState = async (id: number) =>
    (await (await muster.as('uli')).call(sopsApi.get, { params: { id } })).textState

  /** An administrator lets its failed job begin again. */
  const retry = async () => {
    const adam = await muster.as('adam')
    const { jobs } = await adam.call(jobsApi.list, { query: { state: 'failed' } })
    for (const { id } of jobs) await adam.call(jobsApi.retry, { params: { id } })
    await readAll()
    return jobs.length
  }

  test('is said to be unreadable once the attempts are used up, until a retry reads it', async () => {
    const { id } = await putSop(muster, { content: pdfOf({ pages: ['Lint'] }) })
    await pool.query('update jobs set attempts = max_attempts - 1')
    await pool.query('alter table sop_pages add constraint takes_nothing check (false) not valid')
    await readAll().finally(() => pool.query('alter table sop_pages drop constraint takes_nothing'))
    expect([await textState(id), await places('lint')]).toEqual(['failed', []])
    expect(await retry()).toBe(1)
    expect([await textState(id), await places('lint')]).toEqual(['done', ['Folding towels 1']])
  })

  test('is said to be unreadable when its server has ended in the last attempt', async () => {
    const { id } = await putSop(muster, { content: pdfOf({ pages: ['Lint'] }) })
    await pool.query(
      `update jobs set attempts = max_attempts, locked_by = gen_random_uuid(), locked_until = now() - interval '1 second'`,
    )
    const stop = startJobs(muster.services, jobKinds, 300)
    await expect.poll(() => textState(id)).toBe('failed')
    await stop()
    expect(await retry()).toBe(1)
    expect(await textState(id)).toBe('done')
  })
})

test('a file whose job is gone, as after a restore, is read all the same', async () => {
  await putSop(muster, { content: pdfOf({ pages: ['Lint'] }) })
  await pool.query('delete from jobs')
  await readWaitingTexts(contextFor(muster.services, null, new Date()))
  await readWaitingTexts(contextFor(muster.services, null, new Date()))
  expect((await pool.query('select kind from jobs')).rows).toEqual([{ kind: 'sop-text' }])
  await readAll()
  expect(await places('lint')).toEqual(['Folding towels 1'])
  expect((await pool.query('select from jobs')).rowCount).toBe(0)
})

describe('a server that stops', () => {
  /** Closes the PDF reader again and again until the work, which needs the reader, is over. */
  const stopDuring = async <T>(work: Promise<T>) => {
    let isOver = false
    const over = () => {
      isOver = true
    }
    work.then(over, over)
    while (!isOver) {
      await muster.services.pdf.close()
      await setImmediate()
    }
    return work
  }

  test('leaves the text that it was reading to the next', async () => {
    await putSop(muster, { content: pdfOf({ pages: ['The lint filter'] }) })
    const stop = startJobs(muster.services, jobKinds)
    const isTaken = async () => (await pool.query('select from jobs where locked_by is not null')).rowCount
    await expect.poll(isTaken, { interval: 5 }).toBe(1)
    await stopDuring(stop())
    await pool.query('update jobs set run_at = now()')
    await readAll()
    expect(await places('lint')).toEqual(['Folding towels 1'])
  })

  test('asks a sender to try again', async () => {
    const form = formOf({ title: 'Folding towels' }, { content: pdfOf({}) })
    const uploading = (await muster.as('gita')).raw({ method: 'POST', url: '/api/v1/sops', ...form })
    const { status, headers, json } = await stopDuring(uploading)
    expect([status, headers['retry-after'], json.code]).toEqual([503, '1', 'stopping'])
  })
})
