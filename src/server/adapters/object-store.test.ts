import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type S3Fault, type S3Server, startS3 } from '../../../test/support/s3-server.ts'
import { readConfig } from '../base/config.ts'
import { ChangedBytes, StoreFault } from './files.ts'
import { mustBeUsable, type ObjectStoreOptions, openObjectStore } from './object-store.ts'

/** Faults of an object store. file-stores.test.ts has the normal cases. */

const folder = mkdtempSync(join(tmpdir(), 'muster-object-store-'))
const QUICK = { idleMs: 300, pauseMs: 5, claimMs: 50 }
const MB = 1024 * 1024
const content = Buffer.from(Array.from({ length: 2 * MB }, (_, at) => (at * 7 + (at >> 9)) % 256))

let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterEach(() => {
  expect(readdirSync(folder)).toEqual([])
  server.objects.clear()
  server.faults = []
  server.requests = []
  server.conditions = 'known'
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function bucketOf(FILES_URL: string) {
  const { bucket } = readConfig({ FILES_URL })
  if (!bucket) throw new Error('No bucket')
  return bucket
}
const open = (options: ObjectStoreOptions = {}, url = server.url) =>
  openObjectStore(bucketOf(url), folder, { ...QUICK, ...options })
const put = (bytes = content) => open().put(Readable.from([bytes]), { maxBytes: 10 * MB })
const fail = (method: string, ...faults: S3Fault[]) => {
  server.faults = faults.map((fault) => ({ method, fault }))
}
const requestsOf = (method: string) => server.requests.filter((each) => each.startsWith(method)).length

describe('is asked again', () => {
  test.each<[string, S3Fault[]]>([
    ['if it fails twice', [500, 503]],
    ['if it asks to slow down', [429]],
    ['if it does not answer', ['hang']],
    ['if its answer is lost', ['lose', 'lose']],
  ])('%s', async (_, faults) => {
    fail('PUT', ...faults)
    const { storedAs } = await put()
    expect(requestsOf('PUT')).toBe(faults.length + 1)
    fail('GET', ...faults)
    expect((await buffer(await open().open(storedAs))).equals(content)).toBe(true)
    fail('HEAD', ...faults)
    expect(await open().stat(storedAs)).toEqual({ size: content.length })
    fail('GET', ...faults)
    for await (const names of open().list()) expect(names).toEqual([storedAs])
    fail('DELETE', ...faults)
    await open().remove(storedAs)
    expect(server.objects.size).toBe(0)
  })

  test('four times at most, and then says so without the secret', async () => {
    fail('GET', 500, 500, 500, 500, 500)
    const error = await open()
      .open('ab'.repeat(16))
      .catch((each) => each)
    expect(error).toBeInstanceOf(StoreFault)
    expect(error.message).toMatch(/^The object store http:\/\/127\.0\.0\.1:\d+\/muster-files failed: status 500/)
    expect(error.message).toContain('Please say no word of …')
    expect(error.message).not.toContain(server.secret)
    expect(requestsOf('GET')).toBe(4)
  })

  test('never, if it refuses', async () => {
    const { url, secret } = server
    const store = open({}, url.replace(encodeURIComponent(secret), 'another'))
    await expect(store.stat('ab'.repeat(16))).rejects.toThrow('status 403')
    await expect(store.open('ab'.repeat(16))).rejects.toThrow('SignatureDoesNotMatch')
    expect(server.requests).toHaveLength(2)
    await expect(store.put(Readable.from(['x']), { maxBytes: 1 })).rejects.toThrow(StoreFault)
    expect(server.objects.size).toBe(0)
  })
})

describe('a download', () => {
  test('that is cut off goes on where it broke', async () => {
    const { storedAs } = await put()
    fail('GET', 'cut', 'cut', 500, 'cut')
    expect((await buffer(await open().open(storedAs))).equals(content)).toBe(true)
    expect(requestsOf('GET')).toBe(5)
    fail('GET', 'cut', 'cut')
    const [start, end] = [MB / 2, MB + 17]
    expect((await buffer(await open().open(storedAs, { start, end }))).equals(content.subarray(start, end + 1))).toBe(
      true,
    )
  })

  test('that cannot go on ends with an error', async () => {
    const { storedAs } = await put()
    fail('GET', 'cut', 500, 500, 500, 500)
    await expect(buffer(await open().open(storedAs))).rejects.toThrow(StoreFault)
    fail('GET', 'cut')
    const reading = await open().open(storedAs)
    server.objects.clear()
    await expect(buffer(reading)).rejects.toThrow('There is no such file')
  })

  test('never goes on in other bytes', async () => {
    const { storedAs } = await put()
    fail('GET', 'cut')
    const reading = await open().open(storedAs)
    await open().put(Readable.from([Buffer.alloc(content.length)]), { maxBytes: 10 * MB, storedAs })
    await expect(buffer(reading)).rejects.toThrow('status 412')
  })

  test('of bytes that have changed in the store never looks whole', async () => {
    const { storedAs } = await put()
    fail('GET', 'spoil')
    const reading = await open().open(storedAs)
    let read = 0
    const all = async () => {
      for await (const chunk of reading) read += chunk.length
    }
    await expect(all()).rejects.toThrow('are not those that were stored')
    expect(read).toBeLessThan(content.length)
    fail('GET', 'spoil')
    await expect(open().withLocalCopy(storedAs, async () => 'read')).rejects.toThrow(ChangedBytes)
  })

  test('of a range is that range, or none', async () => {
    const { storedAs } = await put()
    fail('GET', 'whole')
    await expect(open().open(storedAs, { start: 3, end: 5 })).rejects.toThrow('other parts of a file')
  })

  test('waits for a slow reader, and for no store that says nothing', async () => {
    const { storedAs } = await put(Buffer.alloc(4 * MB))
    let read = 0
    for await (const chunk of await open().open(storedAs)) {
      if (read === 0) await delay(3 * QUICK.idleMs)
      read += chunk.length
    }
    expect(read).toBe(4 * MB)
    expect(requestsOf('GET')).toBe(1)
  })

  test('whose reader goes away ends the request', async () => {
    let ended: Promise<unknown> | undefined
    const stalling = createServer((_, response) => {
      ended = once(response, 'close')
      response.writeHead(200, { 'content-length': 1000 })
      response.write('half')
    }).listen(0, '127.0.0.1')
    await once(stalling, 'listening')
    const { port } = stalling.address() as AddressInfo
    const reading = await open({ idleMs: 60_000 }, `s3://a:b@127.0.0.1:${port}/muster-files`).open('ab'.repeat(16))
    for await (const _ of reading) break
    await ended
    stalling.closeAllConnections()
    stalling.close()
  })
})

describe('an upload', () => {
  test('that its sender breaks off on the way out leaves nothing', async () => {
    fail('PUT', 'hang')
    const breaking = new AbortController()
    const putting = open({ idleMs: 60_000 }).put(Readable.from([content]), {
      maxBytes: 10 * MB,
      signal: breaking.signal,
    })
    await expect.poll(() => requestsOf('PUT')).toBe(1)
    breaking.abort(new Error('Broken off'))
    await expect(putting).rejects.toThrow('Broken off')
    expect([server.objects.size, requestsOf('DELETE')]).toEqual([0, 1])
  })

  test('that fails leaves nothing, even if the store has taken it', async () => {
    fail('PUT', 'lose', 'lose', 'lose', 'lose')
    await expect(put()).rejects.toThrow(StoreFault)
    expect(server.objects.size).toBe(0)
  })

  test('that fails leaves the bytes that the name had', async () => {
    const { storedAs } = await put(Buffer.from('before'))
    fail('PUT', 500, 500, 500, 500)
    await expect(open().put(Readable.from(['after']), { maxBytes: 10, storedAs })).rejects.toThrow(StoreFault)
    expect(server.objects.get(storedAs)?.content.toString()).toBe('before')
  })

  test('of several files leaves none of them if one fails', async () => {
    fail('PUT', 403)
    await expect(open().putTogether([content, Buffer.from('small')])).rejects.toThrow(StoreFault)
    expect(requestsOf('PUT')).toBe(2)
    expect(server.objects.size).toBe(0)
  })
})

test.each(['ignored', 'refused'] as const)('belongs to one of many, where conditions are %s', async (conditions) => {
  server.conditions = conditions
  const owners = ['a', 'b', 'c', 'd', 'e']
  const claims = await Promise.all(owners.map((owner) => open({ claimMs: 200 }).belongsTo(owner, true)))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

describe('a start', () => {
  const check = (url: string) => mustBeUsable(bucketOf(url), folder, QUICK)

  test('leaves nothing in a bucket that can be used', async () => {
    await check(server.url)
    expect(server.objects.size).toBe(0)
    expect(server.requests.map((each) => each.split(' ')[0])).toEqual(['GET', 'PUT', 'GET', 'DELETE'])
  })

  test.each<[string, (url: string) => string, RegExp]>([
    ['another bucket', (url) => url.replace('muster-files', 'nowhere'), /status 404 \(NoSuchBucket/],
    ['another secret', (url) => url.replace(/:[^:@]+@/, ':not-the-secret@'), /status 403 \(SignatureDoesNotMatch/],
    ['another key', (url) => url.replace(/\/\/[^:]+:/, '//NOBODY:'), /status 403 \(InvalidAccessKeyId/],
    [
      'another region',
      (url) => url.replace('eu-test-1', 'mars-1'),
      /the region 'mars-1' is wrong; expecting 'eu-test-1'/,
    ],
    ['a port where nobody listens', (url) => url.replace(/:\d+\//, ':1/'), /failed: .*ECONNREFUSED/],
    ['a host that is unknown', (url) => url.replace('127.0.0.1', 'no.invalid'), /failed: .*(ENOTFOUND|EAI_AGAIN)/],
    ['https where there is none', (url) => `${url}&tls=1`, /it does not speak TLS/],
  ])('with %s stops with a sentence', async (_, change, message) => {
    const error = await check(change(server.url)).catch((each) => each)
    expect([error.name, error.message]).toEqual(['StartError', expect.stringMatching(message)])
    expect(error.message).toContain('FILES_URL')
    for (const secret of [server.secret, 'not-the-secret', server.key]) expect(error.message).not.toContain(secret)
  })

  test('with something that is no object store stops, too', async () => {
    const page = createServer((_, response) => response.end('<html>Welcome</html>')).listen(0, '127.0.0.1')
    await once(page, 'listening')
    const { port } = page.address() as AddressInfo
    await expect(check(`s3://a:b@127.0.0.1:${port}/muster-files`)).rejects.toThrow('does not list its files as S3 does')
    page.closeAllConnections()
    page.close()
    const silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port: other } = silent.address() as AddressInfo
    await expect(check(`s3://a:b@127.0.0.1:${other}/muster-files`)).rejects.toThrow('no answer for 0.3 s')
    silent.close()
  })

  test('with a store that gives out no ranges stops, too', async () => {
    server.faults = [
      { method: 'GET', fault: 'whole' },
      { method: 'GET', fault: 'whole' },
    ]
    await expect(check(server.url)).rejects.toThrow('other parts of a file')
  })
})
