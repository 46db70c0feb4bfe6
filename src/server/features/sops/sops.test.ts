import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type FormFile, formOf } from '../../../../test/support/forms.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { pdfOf, pdfOfSize, smallPdf } from '../../../../test/support/pdfs.ts'
import { type PersonName, putPerson } from '../../../../test/support/people.ts'
import { until } from '../../../../test/support/processes.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { todayApi } from '../../../shared/today.ts'
import { usersApi } from '../../../shared/users.ts'

const muster = useTestApp({ MAX_UPLOAD_MB: '1' })
const pdf: FormFile = { content: smallPdf(), fileName: 'Folding towels.pdf' }
const twoPages: FormFile = { content: pdfOf({ pages: ['One', 'Two'] }), fileName: 'New.pdf' }

beforeEach(() => muster.services.database.pool.query('truncate sops cascade'))

const send = async (
  name: PersonName,
  method: 'POST' | 'PUT',
  path: string,
  fields: Record<string, string>,
  file?: FormFile,
  options?: { fileFirst?: boolean },
) => (await muster.as(name)).raw({ method, url: `/api/v1/sops${path}`, ...formOf(fields, file, options) })

const upload = (name: PersonName, fields: Record<string, string> = {}, file = pdf) =>
  send(name, 'POST', '', { title: 'Folding towels', ...fields }, file)
const list = async (name: PersonName, query = {}) => (await muster.as(name)).call(sopsApi.list, { query })
const idOf = (department: 'Housekeeping' | 'Maintenance') => String(muster.fixtures.departments[department])
const audit = async () =>
  (
    await muster.services.database.pool.query('select * from audit_logs where resource_type = $1 order by id desc', [
      'sop',
    ])
  ).rows

/** The files in the folder: those stored, and those that are coming in. */
function filesNow() {
  const folder = join(muster.services.config.dataDir, 'files')
  const entries = readdirSync(folder, { withFileTypes: true })
  return {
    stored: entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    incoming: entries.some(({ name }) => name === 'incoming') ? readdirSync(join(folder, 'incoming')) : [],
  }
}

describe('uploading', () => {
  test('comes too late once its account is closed while the file is opened', async () => {
    const { id, email } = await putPerson(muster.services, { role: 'manager' })
    const browser = await muster.signIn(email)
    const admin = await muster.as('adam')
    const { pdf: reader } = muster.services
    const check = reader.check.bind(reader)
    vi.spyOn(reader, 'check').mockImplementationOnce(async (path, sender) => {
      await admin.call(usersApi.update, { params: { id }, body: { isActive: false } })
      return check(path, sender)
    })
    const form = formOf({ title: 'Folding towels' }, pdf)
    expect((await browser.raw({ method: 'POST', url: '/api/v1/sops', ...form })).status).toBe(401)
    expect(await list('marta')).toEqual([])
    expect(filesNow().stored).toEqual([])
  })

  test('keeps the file and gives the whole SOP', async () => {
    const reply = await upload('marta', { departmentId: idOf('Housekeeping'), version: '2.1' })
    expect(reply.status).toBe(201)
    const { marta } = muster.fixtures.people
    const person = { id: marta.id, firstName: 'Marta', lastName: 'Oliveira' }
    expect(reply.json).toEqual({
      id: expect.any(Number),
      title: 'Folding towels',
      departmentId: muster.fixtures.departments.Housekeeping,
      department: { id: muster.fixtures.departments.Housekeeping, name: 'Housekeeping' },
      visibleTo: 'department',
      fileUrl: `/api/v1/sops/${reply.json.id}/file`,
      fileName: 'Folding towels.pdf',
      mimeType: 'application/pdf',
      version: '2.1',
      revision: 1,
      changeNote: null,
      size: smallPdf().length,
      pages: 1,
      createdBy: marta.id,
      creator: person,
      uploader: person,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      uploadedAt: reply.json.createdAt,
      textState: 'waiting',
      readAt: null,
    })
    expect(await list('uli')).toEqual([reply.json])
    expect((await audit())[0]).toMatchObject({ action: 'sop.create', details: { after: { title: 'Folding towels' } } })
  })

  test.each([
    ['left out', {}],
    ['empty', { departmentId: '' }],
    ['null', { departmentId: 'null' }],
  ])('to a department that is %s makes it global, of version 1.0', async (_, fields) => {
    const { json } = await upload('marta', fields)
    expect(json).toMatchObject({ departmentId: null, department: null, version: '1.0' })
    expect(await list('una')).toHaveLength(1)
  })

  test('takes the file before the fields as well', async () => {
    const reply = await send('marta', 'POST', '', { title: 'Late title' }, pdf, { fileFirst: true })
    expect([reply.status, reply.json.title]).toEqual([201, 'Late title'])
    const before = filesNow().stored
    const late = await send('marta', 'POST', '', { title: 'x', departmentId: idOf('Maintenance') }, pdf, {
      fileFirst: true,
    })
    expect(late.status).toBe(403)
    expect(filesNow()).toEqual({ stored: before, incoming: [] })
  })

  const long = 'x'.repeat(201)
  test.each<[string, Record<string, string>, string, string]>([
    ['no title', { title: ' ' }, 'title', 'Title is required'],
    ['a long title', { title: long }, 'title', 'Title too long'],
    ['NUL in the title', { title: 'a\0b' }, 'title', 'Must not contain NUL or half a character'],
    ['a long version', { version: 'x'.repeat(21) }, 'version', 'At most 20 characters'],
    ['a field of a megabyte', { version: 'x'.repeat(900_000) }, 'version', 'At most 20 characters'],
    [
      'a department that is none',
      { departmentId: 'abc' },
      'departmentId',
      'Must be the id of a department, or empty for a global procedure',
    ],
    [
      'a department too large',
      { departmentId: '9999999999' },
      'departmentId',
      'Too big: expected number to be <=2147483647',
    ],
    ['an unknown department', { departmentId: '999999' }, 'departmentId', 'There is no such department'],
    ['an unknown field', { surprise: '1' }, 'surprise', 'There is no such field'],
    ['a prototype', { __proto__x: '1' }, '__proto__x', 'There is no such field'],
    ['a constructor', { constructor: '1' }, 'constructor', 'There is no such field'],
  ])('with %s is refused', async (_, fields, path, message) => {
    const before = filesNow().stored
    const reply = await upload('gita', fields)
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid'])
    expect(reply.json.issues).toContainEqual(expect.objectContaining({ path, message }))
    expect(filesNow()).toEqual({ stored: before, incoming: [] })
  })

  test('without a file, with two, or with it elsewhere is refused', async () => {
    const before = filesNow().stored
    const issuesOf = async (reply: ReturnType<typeof send>) => [(await reply).status, (await reply).json.issues]
    expect(await issuesOf(send('marta', 'POST', '', { title: 'x' }))).toEqual([
      400,
      [{ path: 'file', message: 'Please select a PDF file' }],
    ])
    expect(await issuesOf(upload('marta', {}, { ...pdf, field: 'other' }))).toEqual([
      400,
      [{ path: 'other', message: 'There is no such field' }],
    ])
    expect(filesNow()).toEqual({ stored: before, incoming: [] })
  })

  test.each([
    ['application/json', '{"title":"x"}'],
    ['text/plain', 'x'],
    [undefined, ''],
  ])('as %s is of the wrong type', async (type, payload) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    const reply = await (await muster.as('marta')).raw({ method: 'POST', url: '/api/v1/sops', headers, payload })
    expect([reply.status, reply.json]).toEqual([
      415,
      { message: 'Send this as multipart/form-data', code: 'wrong_type' },
    ])
  })

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['another boundary', 'multipart/form-data; boundary=y', '--x\r\n\r\n'],
    ['half a form', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nab'],
    ['an endless head', 'multipart/form-data; boundary=x', `--x\r\n${'a: b\r\n'.repeat(50_000)}`],
  ])('as a form with %s is malformed', async (_, type, payload) => {
    const headers = { 'content-type': type }
    const reply = await (await muster.as('marta')).raw({ method: 'POST', url: '/api/v1/sops', headers, payload })
    expect([reply.status, reply.json.code]).toEqual([400, 'malformed'])
  })

  test('for another department is refused before the bytes are taken', async () => {
    const reply = await upload('marta', { departmentId: idOf('Maintenance') })
    expect(reply.status).toBe(403)
    expect((await upload('nora')).status).toBe(201)
    expect((await upload('nora', { departmentId: idOf('Maintenance') })).status).toBe(403)
    expect((await upload('adam', { departmentId: idOf('Maintenance') })).status).toBe(201)
  })

  test('of more than MAX_UPLOAD_MB is too large', async () => {
    const before = filesNow().stored
    const reply = await upload('marta', {}, { content: Buffer.alloc(1024 * 1024 + 1, '%PDF-1.7 ') })
    const tooLarge = { message: 'This file is too large. The most is 1 MB.', code: 'too_large' }
    expect([reply.status, reply.json]).toEqual([413, tooLarge])
    const claimed = formOf({ title: 'x' }, pdf)
    const huge = await (await muster.as('marta')).raw({
      method: 'POST',
      url: '/api/v1/sops',
      ...claimed,
      headers: { ...claimed.headers, 'content-length': String(2 ** 40) },
    })
    expect([huge.status, huge.json]).toEqual([413, tooLarge])
    expect(filesNow()).toEqual({ stored: before, incoming: [] })
  })

  test('leaves no file when the row cannot be written', async () => {
    const before = filesNow().stored
    await muster.services.database.pool.query(`alter table sops add constraint no_blue check (title <> 'Blue')`)
    expect((await upload('gita', { title: 'Blue' })).status).toBe(500)
    await muster.services.database.pool.query('alter table sops drop constraint no_blue')
    expect(filesNow()).toEqual({ stored: before, incoming: [] })
    expect(await list('gita')).toEqual([])
  })

  test('keeps the file if it is not known whether the row was written', async () => {
    const { database } = muster.services
    const { transaction } = database
    database.transaction = async (work) => {
      await transaction(work)
      throw new Error('Connection terminated unexpectedly')
    }
    try {
      expect((await upload('gita')).status).toBe(503)
    } finally {
      database.transaction = transaction
    }
    const [sop] = await list('gita')
    const file = await (await muster.as('gita')).raw({ method: 'GET', url: `/api/v1/sops/${sop?.id}/file` })
    expect(file.status).toBe(200)
  })

  test('stays if its file is gone from the disk', async () => {
    const sop = await putSop(muster, { department: 'Housekeeping' })
    for (const name of filesNow().stored) await muster.services.files.remove(name)
    const file = await (await muster.as('uli')).raw({ method: 'GET', url: `/api/v1/sops/${sop.id}/file` })
    expect([file.status, file.json]).toEqual([404, { message: 'There is no such file', code: 'not_found' }])
    expect(file.headers['content-disposition']).toBeUndefined()
    expect(await list('uli')).toHaveLength(1)
  })

  test.each([
    ['was let go', { isActive: false }, 401],
    ['has become a user', { role: 'user' }, 409],
  ] as const)('is refused if its sender %s meanwhile', async (_, change, status) => {
    const before = filesNow().stored
    const { id, email } = await putPerson(muster.services, { role: 'admin' })
    const { cookie } = await muster.signIn(email)
    const form = formOf({ title: 'Parting gift' }, { content: pdfOfSize(500_000) })
    const body = new PassThrough()
    const replying = muster.app.inject({
      method: 'POST',
      url: '/api/v1/sops',
      headers: { cookie, ...form.headers },
      payload: body,
    })
    body.write(form.payload.subarray(0, 250_000))
    await until(() => filesNow().incoming.length === 1)
    await (await muster.as('gita')).call(usersApi.update, { params: { id }, body: change })
    // A transfer of more than a second is looked at again.
    const now = Date.now
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 2_000)
    body.end(form.payload.subarray(250_000))
    const { statusCode } = await replying
    later.mockRestore()
    expect(statusCode).toBe(status)
    expect(filesNow()).toEqual({ stored: before, incoming: [] })
    expect(await list('gita')).toEqual([])
  })
})

describe('the list', () => {
  test('holds global ones and those of the own department; managers see all', async () => {
    for (const department of ['Housekeeping', 'Maintenance', null] as const)
      await putSop(muster, { title: department ?? 'Global', department })
    const titles = async (name: PersonName, query = {}) => (await list(name, query)).map(({ title }) => title)
    expect(await titles('uli')).toEqual(['Global', 'Housekeeping'])
    expect(await titles('marta')).toEqual(['Global', 'Housekeeping', 'Maintenance'])
    expect(await titles('nora', { departmentId: muster.fixtures.departments.Maintenance })).toEqual(['Maintenance'])
    expect(await titles('uli', { departmentId: muster.fixtures.departments.Housekeeping })).toEqual(['Housekeeping'])
    expect(await titles('nora', { department: muster.fixtures.departments.Maintenance })).toEqual(['Maintenance'])
    for (const name of ['department', 'departmentId']) {
      const other = list('uli', { [name]: muster.fixtures.departments.Maintenance })
      expect((await httpErrorOf(other)).status).toBe(403)
    }
  })
})

test('one that its department opens is found and read by all staff, and to be confirmed by its own people alone', async () => {
  const reply = await upload('marta', { departmentId: idOf('Housekeeping'), visibleTo: 'everyone' })
  expect(reply.status).toBe(201)
  const { id, visibleTo } = reply.json as Sop
  expect(visibleTo).toBe('everyone')
  // Una is of Maintenance, Uli of Housekeeping.
  const [una, gus] = [await muster.as('una'), await muster.as('gus')]
  expect((await list('una')).map((sop) => sop.id)).toEqual([id])
  expect((await una.call(sopsApi.get, { params: { id } })).readAt).toBeNull()
  expect((await una.raw({ method: 'GET', url: `/api/v1/sops/${id}/file` })).status).toBe(200)
  expect((await httpErrorOf(una.call(sopsApi.confirm, { params: { id }, body: { revision: 1 } }))).status).toBe(403)
  expect((await una.call(todayApi.read, {})).procedures).toMatchObject({ total: 0 })
  expect((await (await muster.as('uli')).call(todayApi.read, {})).procedures).toMatchObject({ total: 1 })
  expect((await httpErrorOf(gus.call(sopsApi.get, { params: { id } }))).status).toBe(403)

  expect((await send('marta', 'PUT', `/${id}`, { visibleTo: 'department' })).status).toBe(200)
  expect(await list('una')).toEqual([])
  expect((await httpErrorOf(una.call(sopsApi.get, { params: { id } }))).status).toBe(404)
  expect((await send('marta', 'PUT', `/${id}`, { visibleTo: 'nobody' })).status).toBe(400)
})

describe('editing', () => {
  test('changes the fields sent, and keeps the file', async () => {
    const sop = await putSop(muster, { department: 'Housekeeping' })
    const { status, json } = await send('marta', 'PUT', `/${sop.id}`, { title: 'Towels', version: '1.1' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ title: 'Towels', version: '1.1', revision: 1, fileName: sop.fileName, pages: 1 })
    const versions = await (await muster.as('uli')).call(sopsApi.versions, { params: { id: sop.id } })
    expect(versions.map(({ version }) => version)).toEqual(['1.1'])
  })

  test('with a new file keeps the old one as an earlier version', async () => {
    const sop = await putSop(muster, { department: 'Housekeeping' })
    const { json } = await send('marta', 'PUT', `/${sop.id}`, { version: '2.0' }, twoPages)
    expect(json).toMatchObject({ title: sop.title, version: '2.0', revision: 2, fileName: 'New.pdf', pages: 2 })
    expect(json.uploader.firstName).toBe('Marta')
    expect(json.creator.firstName).toBe('Gita')
    const uli = await muster.as('uli')
    const versions = await uli.call(sopsApi.versions, { params: { id: sop.id } })
    expect(versions).toMatchObject([
      { revision: 2, version: '2.0', fileName: 'New.pdf', pages: 2, uploader: { firstName: 'Marta' } },
      { revision: 1, version: '1.0', fileName: 'towels.pdf', pages: 1, uploader: { firstName: 'Gita' } },
    ])
    const bytes = async (query: string) => (await uli.raw({ method: 'GET', url: sop.fileUrl + query })).text.length
    const lengths = await Promise.all(['', '?version=2', '?version=1'].map(bytes))
    expect(lengths[0]).toBe(lengths[1])
    expect(lengths[2]).not.toBe(lengths[0])
    expect((await uli.raw({ method: 'GET', url: `${sop.fileUrl}?version=3` })).status).toBe(404)
    expect((await audit())[0]).toMatchObject({
      action: 'sop.update',
      details: { before: { version: '1.0', revision: 1 }, after: { version: '2.0', revision: 2, fileName: 'New.pdf' } },
    })
  })

  test('by a manager is for the own department; a global one is for administrators', async () => {
    const own = await putSop(muster, { department: 'Housekeeping' })
    const global = await putSop(muster)
    const before = filesNow().stored
    expect((await send('marta', 'PUT', `/${global.id}`, { title: 'x' })).status).toBe(403)
    expect((await send('adam', 'PUT', `/${global.id}`, { title: 'x' })).status).toBe(200)
    expect((await send('milan', 'PUT', `/${own.id}`, { title: 'x' }, twoPages)).status).toBe(403)
    expect((await send('marta', 'PUT', `/${own.id}`, { departmentId: idOf('Maintenance') })).status).toBe(403)
    expect((await send('marta', 'PUT', `/${own.id}`, { departmentId: '' })).json.departmentId).toBe(null)
    expect(filesNow()).toEqual({ stored: before, incoming: [] })
  })

  test('with a file that is no PDF leaves everything as it was', async () => {
    const sop = await putSop(muster, { department: 'Housekeeping' })
    const before = filesNow()
    const reply = await send('marta', 'PUT', `/${sop.id}`, { title: 'x' }, { content: '<html>', fileName: 'a.pdf' })
    expect([reply.status, reply.json.message]).toEqual([415, 'Only PDF files are allowed'])
    expect(filesNow()).toEqual(before)
    expect(await list('marta')).toMatchObject([{ title: sop.title, revision: 1 }])
  })

  test('by two at once gives two more versions', async () => {
    const sop = await putSop(muster, { department: 'Housekeeping' })
    const replies = await Promise.all([1, 2].map(() => send('marta', 'PUT', `/${sop.id}`, {}, twoPages)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies.map(({ json }) => json.revision).sort()).toEqual([2, 3])
  })
})

test('deleting takes versions, readings, words and files away', async () => {
  const sop = await putSop(muster, { department: 'Housekeeping' })
  await send('marta', 'PUT', `/${sop.id}`, {}, twoPages)
  await (await muster.as('uli')).call(sopsApi.confirm, { params: { id: sop.id }, body: { revision: 2 } })
  const count = filesNow().stored.length
  const adam = await muster.as('adam')
  expect(await adam.call(sopsApi.remove, { params: { id: sop.id } })).toBeUndefined()
  expect(await list('adam')).toEqual([])
  await finishJobs(muster.services)
  expect(filesNow()).toMatchObject({ incoming: [] })
  expect(filesNow().stored).toHaveLength(count - 2)
  expect((await adam.raw({ method: 'GET', url: sop.fileUrl })).status).toBe(404)
  expect((await audit())[0]).toMatchObject({ action: 'sop.delete', details: { before: { title: sop.title } } })
  expect((await httpErrorOf(adam.call(sopsApi.remove, { params: { id: sop.id } }))).status).toBe(404)
})

describe('the file', () => {
  let sop: Sop
  beforeEach(async () => {
    sop = await putSop(muster, { department: 'Housekeeping', title: 'Towels' })
  })
  const read = async (headers: Record<string, string> = {}, name: PersonName = 'uli') =>
    (await muster.as(name)).raw({ method: 'GET', url: sop.fileUrl, headers })
  const whole = smallPdf().toString('latin1')

  test('comes whole, named, and locked in', async () => {
    const { status, headers, text } = await read()
    expect([status, text.length]).toEqual([200, smallPdf().toString().length])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(smallPdf().length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="towels.pdf"; filename*=UTF-8''towels.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
    })
  })

  test.each([
    ['bytes=0-7', 0, 7],
    ['bytes=10-10', 10, 10],
    ['bytes=100-', 100, whole.length - 1],
    ['bytes=-20', whole.length - 20, whole.length - 1],
    ['bytes=5-999999999', 5, whole.length - 1],
    ['bytes=-999999999', 0, whole.length - 1],
  ])('comes in part: %s', async (range, start, end) => {
    const { status, headers, text } = await read({ range })
    expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${whole.length}`])
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(text).toBe(
      smallPdf()
        .subarray(start, end + 1)
        .toString(),
    )
  })

  test.each(['bytes=99999-', 'bytes=-0', 'bytes=5000-5001'])('has no %s', async (range) => {
    const { status, headers, json } = await read({ range })
    expect([status, headers['content-range'], json.code]).toEqual([416, `bytes */${whole.length}`, 'no_such_range'])
  })

  test.each(['bytes=5-2', 'bytes=0-1,3-4', 'bytes=', 'bytes=-', 'pages=1-2', 'bytes=a-b', 'bytes=1e3-', 'x'])(
    'comes whole where %s is no range',
    async (range) => {
      expect((await read({ range })).status).toBe(200)
    },
  )

  test('is not sent again to a client that has it, unless it has changed', async () => {
    const { etag } = (await read()).headers as { etag: string }
    const same = await read({ 'if-none-match': `"x", W/${etag}` })
    expect([same.status, same.text]).toEqual([304, ''])
    expect((await read({ 'if-none-match': '"x"' })).status).toBe(200)
    expect((await read({ 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206)
    expect((await read({ 'if-range': '"x"', range: 'bytes=0-1' })).status).toBe(200)
    expect((await read({ 'if-none-match': etag }, 'una')).status).toBe(404)
  })
})
