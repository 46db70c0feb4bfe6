import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plainEnglish } from '../../../shared/words/message.ts'
import { openDiskFiles } from '../../adapters/disk-files.ts'
import { HttpError } from '../../base/errors.ts'
import { withReadForm } from './form.ts'

/** Forms with several files, over real sockets, by the reader of all forms. Stored files stay here. */

const KB = 1024
const MB = KB * KB
const folder = mkdtempSync(join(tmpdir(), 'muster-form-'))
const store = openDiskFiles(folder)
const fileFields = { photos: { min: 1, max: 3, maxBytes: 100 * KB }, thumbnail: { max: 1 } }

let server: Server
let port = 0
let checks: string[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const options = {
      ...{ store, fileFields, sender: 'uli', maxBytes: MB },
      beforeFiles: async (fields: object) => void checks.push(Object.keys(fields).join()),
      accept(beginning: Buffer) {
        if (beginning.toString().startsWith('<')) throw new HttpError(415, 'wrong_type', { id: 'No pages' })
      },
    }
    const reply = await withReadForm(request, options, async (form) => {
      const text = JSON.stringify(form)
      for (const file of Object.values(form.files).flat()) Object.assign(file, { isKept: true })
      return text
    }).catch(({ status, message, issues }: HttpError) =>
      JSON.stringify({
        ...{ status, message },
        issues: issues?.map((issue) => ({ path: issue.path, message: plainEnglish(issue.message) })),
      }),
    )
    response.end(reply)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  checks = []
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

type Part = [name: string, content: string | Buffer, fileName?: string]

function bodyOf(parts: Part[]) {
  const pieces = parts.flatMap(([name, content, fileName]) => [
    `--x\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat([...pieces, '--x--\r\n'].map((piece) => Buffer.from(piece)))
}

const send = (...parts: Part[]) => sendBody(bodyOf(parts))

async function sendBody(body: Buffer, to = port) {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const sending = httpRequest({ port: to, host: '127.0.0.1', method: 'POST', headers, agent: false })
  const replied = new Promise<string>((resolve, reject) => {
    sending.on('response', (response) => resolve(text(response))).on('error', reject)
  })
  sending.end(body)
  return JSON.parse(await replied)
}

const stored = () => readdirSync(folder).filter((name) => name !== 'incoming')
const incoming = () => readdirSync(join(folder, 'incoming'))
const bytes = (size: number, letter = 'x') => Buffer.alloc(size, letter)

test('brings several files in several fields, in order, each stored with its size and hash', async () => {
  const { fields, files } = await send(
    ['title', 'Tap'],
    ['photos', 'one', '1.pdf'],
    ['photos', bytes(100 * KB), '2.pdf'],
    ['place', 'Room 12'],
    ['thumbnail', bytes(300 * KB), 't.pdf'],
    ['photos', '', '3.pdf'],
  )
  expect(fields).toEqual({ title: 'Tap', place: 'Room 12' })
  expect(files).toEqual({
    photos: [
      expect.objectContaining({
        fileName: '1.pdf',
        size: 3,
        sha256: '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
      }),
      expect.objectContaining({ fileName: '2.pdf', size: 100 * KB }),
      expect.objectContaining({ fileName: '3.pdf', size: 0 }),
    ],
    thumbnail: [expect.objectContaining({ size: 300 * KB, isKept: false })],
  })
  const names = [...files.photos, ...files.thumbnail].map(({ storedAs }: { storedAs: string }) => storedAs)
  expect(stored().sort()).toEqual(names.sort())
  // The check runs once for the whole form, with the fields before its first file.
  expect(checks).toEqual(['title'])
  await Promise.all(names.map((name) => store.remove(name)))
})

test('without a file has none', async () => {
  expect(await send(['title', 'Tap'])).toEqual({ fields: { title: 'Tap' }, files: { photos: [], thumbnail: [] } })
  expect(checks).toEqual([])
})

test.each<[string, Part[], object]>([
  [
    'with one too many of a field',
    [1, 2, 3, 4].map((at): Part => ['photos', 'x', `${at}.pdf`]),
    { status: 400, issues: [{ path: 'photos', message: 'Send at most 3 files' }] },
  ],
  [
    'with two where one may be',
    [1, 2].map((at): Part => ['thumbnail', 'x', `${at}.pdf`]),
    { status: 400, issues: [{ path: 'thumbnail', message: 'Send one file only' }] },
  ],
  [
    'with a file in a field that is none',
    [
      ['photos', 'x', '1.pdf'],
      ['constructor', 'x', '2.pdf'],
    ],
    { status: 400, issues: [{ path: 'constructor', message: 'There is no such field' }] },
  ],
  [
    'with a file beyond its own limit',
    [
      ['photos', 'x', '1.pdf'],
      ['photos', bytes(100 * KB + 1), '2.pdf'],
    ],
    { status: 413, message: 'This file is too large. The most is 100 KB.' },
  ],
  [
    'with more bytes than a form may have',
    [
      ['photos', bytes(100 * KB), '1.pdf'],
      ['thumbnail', bytes(MB - 100 * KB + 1), 't.pdf'],
    ],
    { status: 413, message: 'These files are too large together. The most is 1 MB.' },
  ],
  [
    'with a second file of a kind that is not taken',
    [
      ['photos', 'x', '1.pdf'],
      ['photos', '<html>', '2.pdf'],
    ],
    { status: 415, message: 'No pages' },
  ],
])('%s is refused, and none of its files stays', async (_, parts, expected) => {
  const reply = await send(...parts)
  expect(reply).toMatchObject(expected)
  expect([stored(), incoming()]).toEqual([[], []])
})

test('that ends in the middle of its second file is refused, and none stays', async () => {
  const body = bodyOf([
    ['photos', 'x', '1.pdf'],
    ['photos', 'half', '2.pdf'],
  ])
  expect(await sendBody(body.subarray(0, -'\r\n--x--\r\n'.length))).toMatchObject({
    status: 400,
    message: 'The form could not be read',
  })
  expect([stored(), incoming()]).toEqual([[], []])
})

test('that breaks off in its second file leaves none', async () => {
  const body = bodyOf([
    ['photos', 'x', '1.pdf'],
    ['photos', bytes(90 * KB), '2.pdf'],
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': body.length }
  const sending = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers, agent: false })
  sending.on('error', () => {})
  sending.write(body.subarray(0, 50 * KB))
  await expect.poll(() => [stored().length, incoming().length]).toEqual([1, 1])
  sending.destroy()
  await expect.poll(() => [stored().length, incoming().length]).toEqual([0, 0])
})

test('whose files are held keeps its turn until it was used: a large one of the same person waits, a small one does not', async () => {
  const used: number[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const holding = createServer(async (request, response) => {
    const options = {
      ...{ store, fileFields: { photo: { max: 1, isBuffered: true } } as const, sender: 'uli', maxBytes: 4 * MB },
      beforeFiles: async () => {},
    }
    await withReadForm(request, options, async ({ files: { photo = [] } }) => {
      const [file] = photo
      used.push(file && 'bytes' in file ? file.bytes.length : 0)
      await ended
    })
    response.end('{}')
  })
  await new Promise<void>((listening) => holding.listen(0, '127.0.0.1', listening))
  const to = (holding.address() as AddressInfo).port
  const photo = (size: number) => sendBody(bodyOf([['photo', bytes(size), '1.jpg']]), to)
  const sending = [photo(3 * MB)]
  await expect.poll(() => used).toEqual([3 * MB])
  sending.push(photo(3 * MB), photo(KB))
  await expect.poll(() => used).toEqual([3 * MB, KB])
  end()
  await Promise.all(sending)
  expect(used).toEqual([3 * MB, KB, 3 * MB])
  expect(stored()).toEqual([])
  holding.close()
})
