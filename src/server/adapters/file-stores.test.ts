import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../../../test/support/s3-server.ts'
import { readConfig } from '../base/config.ts'
import { openDiskFiles } from './disk-files.ts'
import { BEGINNING, type FileStore, TooLong } from './files.ts'
import { openObjectStore } from './object-store.ts'

/**
 * Tests that every store of files passes. `S3_TEST_URL=s3://…` adds an object store of your own, with an empty bucket:
 * `S3_TEST_URL=s3://… npx vitest run file-stores`.
 */

const scratch = mkdtempSync(join(tmpdir(), 'muster-file-stores-'))
const MB = 1024 * 1024
const HOUR = 3_600_000
const someNames = Array.from({ length: 1_100 }, (_, at) => at.toString(16).padStart(32, '0'))

const openBucket = (FILES_URL: string, folder: string, claimMs = 50) => {
  const { bucket } = readConfig({ FILES_URL })
  if (!bucket) throw new Error('No bucket')
  return openObjectStore(bucket, join(scratch, folder), { claimMs })
}

let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterAll(async () => {
  await server.close()
  rmSync(scratch, { recursive: true, force: true })
})

const stores: [name: string, incoming: string, open: () => FileStore][] = [
  ['a folder', 'folder/incoming', () => openDiskFiles(join(scratch, 'folder'))],
  ['an object store', 'out', () => openBucket(server.url, 'out')],
]
const { S3_TEST_URL } = process.env
if (S3_TEST_URL) stores.push(['an object store of your own', 'own', () => openBucket(S3_TEST_URL, 'own', 1_000)])

describe.each(stores)('%s', (_, incoming, open) => {
  let store: FileStore
  beforeAll(async () => {
    store = open()
    expect(await stored()).toEqual([])
  })

  const put = (...chunks: string[]) => store.put(Readable.from(chunks), { maxBytes: MB })
  const pages = async (before?: Date) => {
    const all: string[][] = []
    for await (const page of store.list(before)) all.push(page)
    return all
  }
  const stored = async () => (await pages()).flat().sort()
  const comingIn = () => {
    try {
      return readdirSync(join(scratch, incoming))
    } catch {
      return []
    }
  }

  test('stores, opens, describes and removes', async () => {
    const { storedAs, size, sha256 } = await put('Folding ', 'towels')
    expect({ size, sha256 }).toEqual({
      size: 14,
      sha256: 'c23e0affc95a03646cb9f5f17db471219d1d92eb9c869131d62559057b764125',
    })
    expect(await text(await store.open(storedAs))).toBe('Folding towels')
    expect(await text(await store.open(storedAs, { start: 8, end: 10 }))).toBe('tow')
    expect(await text(await store.open(storedAs, { start: 13, end: 13 }))).toBe('s')
    expect(await store.stat(storedAs)).toEqual({ size: 14 })
    await store.remove(storedAs)
    await store.remove(storedAs)
    expect(await store.stat(storedAs)).toBeUndefined()
    await expect(store.open(storedAs)).rejects.toMatchObject({ status: 404 })
    await expect(store.open(storedAs, { start: 0, end: 1 })).rejects.toMatchObject({ status: 404 })
    expect(comingIn()).toEqual([])
  })

  test('holds an empty file, and one of several megabytes', async () => {
    const empty = await put()
    expect(empty.size).toBe(0)
    expect(await store.stat(empty.storedAs)).toEqual({ size: 0 })
    expect(await text(await store.open(empty.storedAs))).toBe('')
    const content = Buffer.from(Array.from({ length: 9 * MB }, (_, at) => (at * 31 + (at >> 11)) % 256))
    const pieces = Array.from({ length: 9 }, (_, at) => content.subarray(at * MB, (at + 1) * MB))
    const { storedAs, size } = await store.put(Readable.from(pieces), { maxBytes: 9 * MB })
    expect(size).toBe(9 * MB)
    expect((await buffer(await store.open(storedAs))).equals(content)).toBe(true)
    const [start, end] = [3 * MB - 1, 7 * MB]
    expect((await buffer(await store.open(storedAs, { start, end }))).equals(content.subarray(start, end + 1))).toBe(
      true,
    )
    for (const each of [empty.storedAs, storedAs]) await store.remove(each)
  })

  test('a reader that goes away ends the reading', async () => {
    const { storedAs } = await store.put(Readable.from([Buffer.alloc(2 * MB)]), { maxBytes: 2 * MB })
    const reading = await store.open(storedAs)
    for await (const _ of reading) break
    expect(reading.destroyed).toBe(true)
    // And one that never begins.
    ;(await store.open(storedAs)).destroy()
    await store.remove(storedAs)
  })

  test('stores several files together that are in memory', async () => {
    const contents = ['one', '', 'x'.repeat(3 * MB)]
    const files = await store.putTogether(contents.map((content) => Buffer.from(content)))
    expect(files.map(({ size }) => size)).toEqual([3, 0, 3 * MB])
    expect(files[0]?.sha256).toBe('7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed')
    const names = files.map(({ storedAs }) => storedAs)
    expect(await stored()).toEqual([...names].sort())
    expect(await Promise.all(names.map(async (name) => text(await store.open(name))))).toEqual(contents)
    for (const name of names) await store.remove(name)
    expect(comingIn()).toEqual([])
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
    await expect((async () => store.stat(name))()).rejects.toThrow('No name of a stored file')
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
    expect([await stored(), comingIn()]).toEqual([[], []])
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
    expect([await stored(), comingIn()]).toEqual([[], []])
  })

  test('gives a path to its bytes, for as long as they are used', async () => {
    const { storedAs } = await put('Folding towels')
    const seen = await store.withLocalCopy(storedAs, async (path) => [path, await readFile(path, 'utf8')] as const)
    expect(seen[1]).toBe('Folding towels')
    const failing = store.withLocalCopy(storedAs, async () => {
      throw new Error('Cannot be read')
    })
    await expect(failing).rejects.toThrow('Cannot be read')
    expect(comingIn()).toEqual([])
    await store.remove(storedAs)
  })

  test('belongs to the first who claims it, until it is disowned', async () => {
    await store.disown()
    expect(await store.belongsTo('one', false)).toBe(false)
    expect(await store.belongsTo('one', true)).toBe(true)
    expect(await store.belongsTo('one', true)).toBe(true)
    expect(await store.belongsTo('other', true)).toBe(false)
    await store.disown()
    expect(await store.belongsTo('other', true)).toBe(true)
    await store.disown()
    await store.disown()
  })

  test('belongs to one of many who claim it at once', async () => {
    const owners = ['a', 'b', 'c', 'd', 'e']
    const claims = await Promise.all(owners.map((owner) => open().belongsTo(owner, true)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    await store.disown()
  })

  test('lists names page by page, all of them or the older ones', async () => {
    await store.belongsTo('somebody', true)
    for (let at = 0; at < someNames.length; at += 20) {
      const some = someNames.slice(at, at + 20)
      await Promise.all(some.map((storedAs) => store.put(Readable.from([]), { maxBytes: 0, storedAs })))
    }
    const all = await pages()
    expect(all.length).toBeGreaterThan(1)
    expect(Math.max(...all.map((page) => page.length))).toBeLessThanOrEqual(1_000)
    expect(all.flat().sort()).toEqual(someNames)
    expect((await pages(new Date(Date.now() + HOUR))).flat().sort()).toEqual(someNames)
    expect(await pages(new Date(Date.now() - HOUR))).toEqual([])
    for (let at = 0; at < someNames.length; at += 20)
      await Promise.all(someNames.slice(at, at + 20).map((name) => store.remove(name)))
    expect(await pages()).toEqual([])
    await store.disown()
  }, 120_000)

  test('removes nothing that is coming in', async () => {
    const source = new Readable({ read() {} })
    const putting = store.put(source, { maxBytes: MB })
    source.push('Folding ')
    await expect.poll(comingIn).toHaveLength(1)
    await store.removeUnfinished()
    expect(comingIn()).toHaveLength(1)
    source.push('towels')
    source.push(null)
    const { storedAs, size } = await putting
    expect(size).toBe(14)
    await store.remove(storedAs)
  })

  test('says that there is room', async () => {
    const share = await store.freeShare()
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThanOrEqual(1)
  })
})

test('a folder and an object store know their old names', async () => {
  const [folder, bucket] = [openDiskFiles(join(scratch, 'folder')), openBucket(server.url, 'out')]
  const [old, young] = ['aa'.repeat(16), 'bb'.repeat(16)]
  for (const store of [folder, bucket])
    for (const storedAs of [old, young]) await store.put(Readable.from([]), { maxBytes: 0, storedAs })
  utimesSync(join(scratch, 'folder', old), 0, 0)
  Object.assign(server.objects.get(old) ?? {}, { modified: new Date(0) })
  for (const store of [folder, bucket]) {
    const listed: string[][] = []
    for await (const page of store.list(new Date(1))) listed.push(page)
    expect(listed).toEqual([[old]])
  }
})

test('a folder that is not there yet is empty, and can be claimed', async () => {
  const store = openDiskFiles(join(scratch, 'nowhere'))
  for await (const _ of store.list()) expect.unreachable()
  expect(await store.belongsTo('one', false)).toBe(false)
  expect(await store.belongsTo('one', true)).toBe(true)
})

test('a folder keeps none of several files if one cannot be written', async () => {
  const folder = join(scratch, 'failing')
  const store = openDiskFiles(folder)
  await expect(store.putTogether([Buffer.from('one'), 2 as unknown as Buffer])).rejects.toThrow(TypeError)
  expect(readdirSync(folder)).toEqual([])
})
