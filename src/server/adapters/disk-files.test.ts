import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { openDiskFiles } from './disk-files.ts'
import { BEGINNING, TooLong } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-disk-files-'))
const store = openDiskFiles(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MB = 1024 * 1024
const put = (...chunks: string[]) => store.put(Readable.from(chunks), { maxBytes: MB })
const stored = () => readdirSync(folder, { recursive: true }).filter((name) => name !== 'incoming')

test('stores, opens, describes and removes', async () => {
  const { storedAs, size, sha256 } = await put('Folding ', 'towels')
  expect({ size, sha256 }).toEqual({
    size: 14,
    sha256: 'c23e0affc95a03646cb9f5f17db471219d1d92eb9c869131d62559057b764125',
  })
  expect(await text(await store.open(storedAs))).toBe('Folding towels')
  expect(await text(await store.open(storedAs, { start: 8, end: 10 }))).toBe('tow')
  expect(await store.stat(storedAs)).toEqual({ size: 14 })
  await store.remove(storedAs)
  await store.remove(storedAs)
  expect(await store.stat(storedAs)).toBeUndefined()
  await expect(store.open(storedAs)).rejects.toMatchObject({ status: 404 })
})

test('replaces the bytes of a name that is given', async () => {
  const storedAs = 'ab'.repeat(16)
  for (const content of ['half', 'whole']) await store.put(Readable.from([content]), { maxBytes: MB, storedAs })
  expect(await text(await store.open(storedAs))).toBe('whole')
  await store.remove(storedAs)
})

test.each(['../etc/passwd', '', 'owner', 'incoming', 'AB'.repeat(16)])('takes %j for no name', async (name) => {
  await expect((async () => store.open(name))()).rejects.toThrow('No name of a stored file')
  await expect((async () => store.remove(name))()).rejects.toThrow('No name of a stored file')
})

test.each([
  ['at once', ['x'.repeat(5000)], BEGINNING],
  ['in small parts', Array<string>(3000).fill('x'), BEGINNING],
  ['of a short file', ['xy', 'z'], 3],
  ['of an empty file', [], 0],
])('shows the beginning once, before the file is taken: %s', async (_, chunks, length) => {
  const lengths: number[] = []
  const accept = (beginning: Buffer) => {
    lengths.push(beginning.length)
    throw new Error('Not this one')
  }
  await expect(store.put(Readable.from(chunks), { maxBytes: MB, accept })).rejects.toThrow('Not this one')
  expect(lengths).toEqual([length])
  expect(stored()).toEqual([])
})

test('leaves nothing of a file that is too long, or breaks off', async () => {
  const long = Readable.from(Array(20).fill('x'.repeat(1000)))
  await expect(store.put(long, { maxBytes: 19_999 })).rejects.toThrow(TooLong)
  const broken = Readable.from(
    (async function* () {
      yield 'half'
      throw new Error('Broken off')
    })(),
  )
  await expect(store.put(broken, { maxBytes: MB })).rejects.toThrow('Broken off')
  const breaking = new AbortController()
  const stalled = new Readable({ read() {} })
  const putting = store.put(stalled, { maxBytes: MB, signal: breaking.signal })
  stalled.push('half')
  breaking.abort()
  await expect(putting).rejects.toThrow()
  expect(stored()).toEqual([])
})

test('lists names page by page, all of them or the older ones', async () => {
  const names = Array.from({ length: 2_100 }, (_, at) => at.toString(16).padStart(32, '0'))
  for (const storedAs of names) await store.put(Readable.from([]), { maxBytes: 0, storedAs })
  await store.belongsTo('somebody', true)
  const [old = ''] = names
  utimesSync(join(folder, old), 0, 0)
  const pages = async (before?: Date, listed = store) => {
    const all: string[][] = []
    for await (const page of listed.list(before)) all.push(page)
    return all
  }
  const all = await pages()
  expect(all.map((page) => page.length)).toEqual([1_000, 1_000, 100])
  expect(all.flat().sort()).toEqual(names)
  expect(await pages(new Date(1))).toEqual([[old]])
  expect(await pages(undefined, openDiskFiles(join(folder, 'nowhere')))).toEqual([])
})

test('belongs to the first who claims it, until it is disowned', async () => {
  await store.disown()
  expect(await store.belongsTo('one', false)).toBe(false)
  expect(await store.belongsTo('one', true)).toBe(true)
  expect(await store.belongsTo('other', true)).toBe(false)
  await store.disown()
  expect(await store.belongsTo('other', true)).toBe(true)
})
