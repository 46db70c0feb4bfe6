import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { newPhotoId, putPhoto, sendPhoto } from '../../../../test/support/photos.ts'
import {
  END_OF_JPEG,
  exifSegment,
  JFIF,
  jpegOf,
  pixelsOf,
  pngOf,
  riffOf,
  SECRET,
  segment,
} from '../../../../test/support/pictures.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { MAX_PHOTO_BYTES, MAX_UNATTACHED_PHOTOS } from '../../../shared/photos.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { contextFor } from '../../core/context.ts'
import { purgeDeletedTasks } from '../tasks/deleted.ts'
import { deletePhotos } from './expire.ts'

const muster = useTestApp()
const query = async (text: string) => (await muster.services.database.pool.query(text)).rows
const folder = () => join(muster.services.config.dataDir, 'files')
const stored = () => (existsSync(folder()) ? readdirSync(folder()).filter((name) => name !== 'incoming') : [])
const get = async (name: Parameters<typeof muster.as>[0], path: string, headers: Record<string, string> = {}) =>
  (await muster.as(name)).raw({ method: 'GET', url: `${API_PREFIX}/photos/${path}`, headers })

const withSecrets = () => jpegOf({ before: [JFIF, exifSegment(6), segment(0xfe, SECRET)], after: SECRET })
const DAY = 24 * 3600 * 1000

beforeEach(async () => {
  await query('delete from photos; delete from rate_limits')
  await query(`delete from files where subject_type = 'photo'`)
  for (const name of stored()) await muster.services.files.remove(name)
})
afterEach(() => vi.restoreAllMocks())

test('a photo is taken in without its metadata, and served as what it is', async () => {
  const id = newPhotoId()
  const uli = await muster.as('uli')
  const reply = await sendPhoto(uli, withSecrets(), { id, thumbnail: withSecrets() })
  const url = `/api/v1/photos/${id}`
  expect([reply.status, reply.json]).toEqual([
    201,
    { id, width: 16, height: 24, size: expect.any(Number), url, thumbnailUrl: `${url}/thumbnail` },
  ])
  for (const path of [id, `${id}/thumbnail`]) {
    const { status, headers, text } = await get('uli', path)
    expect([status, text.includes('Room')]).toEqual([200, false])
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringContaining('attachment; filename="photo.jpeg"'),
      'cache-control': 'private, no-cache',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect((await get('uli', path, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  }
  expect((await get('uli', id)).headers['content-length']).toBe(String(reply.json.size))
  // Nothing of it is on the disk either.
  expect(stored()).toHaveLength(2)
  for (const name of stored()) expect(readFileSync(join(folder(), name)).includes(SECRET)).toBe(false)
  expect(await query('select size::int, sha256 is not null as hashed, file_name from files order by id')).toEqual([
    { size: reply.json.size, hashed: true, file_name: 'photo.jpeg' },
    { size: reply.json.size, hashed: true, file_name: 'photo.jpeg' },
  ])
})

test('the kind is found out, whatever the sender says, and a photo is its own small picture', async () => {
  for (const [content, type] of [
    [pngOf(), 'image/png'],
    [riffOf([pixelsOf(20, 10)]), 'image/webp'],
  ] as const) {
    const { json } = await sendPhoto(await muster.as('uli'), content)
    expect((await get('uli', json.id)).headers['content-type']).toBe(type)
    expect((await get('uli', `${json.id}/thumbnail`)).headers['content-length']).toBe(String(json.size))
  }
})

test('a repeated upload is the same photo, also at the same time', async () => {
  const uli = await muster.as('uli')
  const id = newPhotoId()
  const first = await sendPhoto(uli, jpegOf(), { id })
  const second = await sendPhoto(uli, pngOf(), { id })
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.json).toEqual(first.json)
  const other = newPhotoId()
  const replies = await Promise.all(Array.from({ length: 4 }, () => sendPhoto(uli, jpegOf(), { id: other })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
  expect(stored()).toHaveLength(2)
  expect((await sendPhoto(await muster.as('lea'), jpegOf(), { id })).status).toBe(409)
  expect((await sendPhoto(uli, jpegOf(), { id: id.toUpperCase() })).status).toBe(200)
  expect(stored()).toHaveLength(2)
})

test('photos that are sent at the same time, small and large, keep their own bytes', async () => {
  const people = ['uli', 'lea', 'marta', 'gita'] as const
  for (const round of [1, 2]) {
    const sent = people.flatMap((name, at) =>
      [30_000, 300_000, at === 0 ? 3_000_000 : 90_000].map((size) => {
        const end = Buffer.alloc(size, `${name} ${round} ${size} `)
        return { name, content: Buffer.concat([jpegOf().subarray(0, -END_OF_JPEG.length), end, END_OF_JPEG]) }
      }),
    )
    const replies = await Promise.all(
      sent.map(async ({ name, content }) => sendPhoto(await muster.as(name), content, { thumbnail: jpegOf() })),
    )
    expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 201))
    const { rows } = await muster.services.database.pool.query(
      'select p.id, f.sha256, f.stored_as from photos p join files f on f.id = p.file_id',
    )
    for (const [at, { content }] of sent.entries()) {
      const row = rows.find(({ id }) => id === replies[at]?.json.id)
      expect(row.sha256).toBe(createHash('sha256').update(content).digest('hex'))
      expect(readFileSync(join(folder(), row.stored_as)).equals(content)).toBe(true)
    }
  }
})

describe('is refused, and leaves nothing behind:', () => {
  const damaged = 'This picture is damaged and cannot be read. Save it again and upload that.'
  const large = 'This picture is too large. It can be at most 4,096 pixels wide and high.'
  const empty = 'This picture is empty or incomplete. Save it again and upload that.'
  const lacking = 'A photo of more than 1,600 pixels needs a small picture with it'
  const another = 'Must show the photo: no larger, and of the same proportions'
  const kind = 'Only JPEG, PNG and WebP pictures are allowed'
  const small = () => jpegOf()
  test.each<[string, { content: Buffer | string; thumbnail?: Buffer }, number, string]>([
    ['a page', { content: '<script>alert(1)</script>' }, 415, kind],
    ['another kind of picture', { content: 'GIF89a'.padEnd(100) }, 415, kind],
    ['nothing', { content: '' }, 415, kind],
    ['a cut picture', { content: jpegOf().subarray(0, -2) }, 400, damaged],
    ['too many pixels', { content: pngOf({ claims: { width: 60_000, height: 60_000 } }) }, 400, large],
    ['a picture that is very wide', { content: jpegOf({ width: 4104, height: 8 }), thumbnail: small() }, 400, large],
    ['a picture that is very high', { content: jpegOf({ width: 8, height: 4104 }), thumbnail: small() }, 400, large],
    ['a PNG without pixels', { content: pngOf({ pixels: Buffer.alloc(0) }) }, 400, empty],
    ['a PNG of fewer pixels than it says', { content: pngOf({ claims: { width: 4000, height: 3000 } }) }, 400, empty],
    ['a JPEG of fewer pixels than it says', { content: jpegOf({ claims: { width: 1600, height: 1200 } }) }, 400, empty],
    ['a small picture without pixels', { content: small(), thumbnail: pngOf({ pixels: Buffer.alloc(0) }) }, 400, empty],
    ['a large picture without a small one', { content: jpegOf({ width: 1608, height: 8 }) }, 400, lacking],
    ['a small picture of other proportions', { content: small(), thumbnail: jpegOf({ width: 16 }) }, 400, another],
    ['a small picture that lies', { content: small(), thumbnail: jpegOf({ width: 16, height: 24 }) }, 400, another],
    [
      'a small picture larger than its photo',
      { content: small(), thumbnail: jpegOf({ width: 48, height: 32 }) },
      400,
      another,
    ],
    [
      'too many bytes',
      { content: Buffer.concat([jpegOf(), Buffer.alloc(MAX_PHOTO_BYTES)]) },
      413,
      'This file is too large. The most is 10 MB.',
    ],
    [
      'a small picture that is large',
      { content: jpegOf({ width: 648 }), thumbnail: jpegOf({ width: 648 }) },
      400,
      'Must be at most 640 pixels wide and high',
    ],
    [
      'a small picture of many bytes',
      { content: small(), thumbnail: Buffer.concat([small(), Buffer.alloc(250_000)]) },
      413,
      'This file is too large. The most is 200 KB.',
    ],
    ['a small picture that is none', { content: small(), thumbnail: jpegOf().subarray(0, 90) }, 400, damaged],
  ])('%s', async (_, { content, thumbnail }, status, message) => {
    const reply = await sendPhoto(await muster.as('uli'), content, { ...(thumbnail && { thumbnail }) })
    expect([reply.status, reply.json.message]).toEqual([status, message])
    expect([
      stored(),
      await query('select from photos'),
      await query(`select from files where subject_type = 'photo'`),
    ]).toEqual([[], [], []])
  })
})

test('no photo is taken in while the disk is nearly full, and the sender is told', async () => {
  const share = vi.spyOn(muster.services.files, 'freeShare').mockResolvedValue(0.049)
  const full = await sendPhoto(await muster.as('uli'), jpegOf())
  expect([full.status, full.json.code, full.headers['retry-after']]).toEqual([503, 'disk_full', '30'])
  expect(full.json.message).toMatch(/^The server's disk is nearly full/)
  share.mockResolvedValue(0.051)
  expect((await sendPhoto(await muster.as('uli'), jpegOf())).status).toBe(201)
  share.mockRestore()
  expect(await muster.services.files.freeShare()).toBeGreaterThan(0)
})

test('a person has fifty photos that hang on nothing, and no more', async () => {
  const id = await putPhoto(muster, { uploader: 'uli' })
  await query(`with added as (
      insert into files (stored_as, file_name, media_type, size, created_by)
        select 'copy ' || n, file_name, media_type, size, created_by from files, generate_series(2, ${MAX_UNATTACHED_PHOTOS}) n
        where subject_id = '${id}' and id = (select file_id from photos)
      returning id)
    insert into photos (id, file_id, width, height, size, created_by)
      select gen_random_uuid(), added.id, width, height, size, created_by from photos, added`)
  const uli = await muster.as('uli')
  const refused = await sendPhoto(uli, jpegOf())
  expect([refused.status, refused.json.code]).toEqual([409, 'too_many_photos'])
  expect((await sendPhoto(uli, jpegOf(), { id })).status).toBe(200)
  expect((await sendPhoto(await muster.as('lea'), jpegOf())).status).toBe(201)
  const task = await putTask(muster, { department: 'Housekeeping' })
  await query(`update photos set task_id = ${task.id} where id = '${id}'`)
  expect((await sendPhoto(uli, jpegOf())).status).toBe(201)
  await query('delete from photos')
})

describe('who sees a photo:', () => {
  const readers = ['gus', 'uli', 'lea', 'una', 'marta', 'adam', 'gita'] as const
  const whoSees = async (id: string) => {
    const seen: string[] = []
    for (const name of readers) {
      const statuses = [(await get(name, id)).status, (await get(name, `${id}/thumbnail`)).status]
      expect(statuses[0]).toBe(statuses[1])
      if (statuses[0] === 200) seen.push(name)
    }
    return seen
  }

  test('its sender alone, as long as it hangs on nothing', async () => {
    expect(await whoSees(await putPhoto(muster, { uploader: 'uli' }))).toEqual(['uli'])
  })

  test('everybody who sees the task, and only they', async () => {
    for (const department of ['Housekeeping', 'Maintenance', null] as const) {
      const task = await putTask(muster, { department })
      const seeing: string[] = []
      for (const name of readers) {
        const calling = (await muster.as(name)).call(tasksApi.get, { params: { id: task.id } })
        if (
          await calling.then(
            () => true,
            () => false,
          )
        )
          seeing.push(name)
      }
      expect(await whoSees(await putPhoto(muster, { uploader: 'uli', taskId: task.id }))).toEqual(seeing)
    }
  })

  test('nobody, once it or its task is deleted', async () => {
    const deletedAt = new Date().toISOString()
    const living = await putTask(muster, { department: 'Housekeeping' })
    expect(await whoSees(await putPhoto(muster, { taskId: living.id, deletedAt }))).toEqual([])
    const deleted = await putTask(muster, { department: 'Housekeeping', deletedAt })
    expect(await whoSees(await putPhoto(muster, { taskId: deleted.id }))).toEqual([])
  })
})

test('photos that hang on nothing go after a day, deleted ones when nobody can restore them, those of a task with it', async () => {
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * DAY).toISOString()
  const task = await putTask(muster)
  const purged = await putTask(muster, { deletedAt: ago(31) })
  const kept = [
    await putPhoto(muster, { createdAt: ago(0.9) }),
    await putPhoto(muster, { createdAt: ago(400), taskId: task.id }),
    await putPhoto(muster, { createdAt: ago(400), taskId: task.id, deletedAt: ago(29) }),
  ]
  await putPhoto(muster, { createdAt: ago(1.1) })
  await putPhoto(muster, { createdAt: ago(400), taskId: task.id, deletedAt: ago(31) })
  await putPhoto(muster, { createdAt: ago(31), taskId: purged.id })
  expect(stored()).toHaveLength(12)
  const ctx = contextFor(muster.services, null, new Date(now))
  await purgeDeletedTasks(ctx)
  await deletePhotos(ctx)
  await finishJobs(muster.services)
  expect((await query('select id from photos')).map(({ id }) => id).sort()).toEqual(kept.sort())
  expect(await query(`select count(*)::int from files where subject_type = 'photo'`)).toEqual([{ count: 6 }])
  expect(stored()).toHaveLength(6)
})
