import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { formOf } from '../../../../test/support/forms.ts'
import { until } from '../../../../test/support/processes.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { openDiskFiles } from '../../adapters/disk-files.ts'

/** Uploads over real sockets, by clients that stall, trickle, break off, or go on sending after a refusal. */

const muster = useTestApp(
  { MAX_UPLOAD_MB: '1' },
  { minimumRate: { interval: 300, bytesPerInterval: 2000, timeout: 1500 } },
)
const MB = 1024 * 1024
let port = 0
const cookies: Record<string, string> = {}
beforeAll(async () => {
  port = Number(new URL(await muster.listen()).port)
  for (const name of ['marta', 'uli'] as const) cookies[name] = (await muster.as(name)).cookie
})

/** Sends the head of an upload of so many bytes. The caller sends the body. */
function begin(
  size: number,
  {
    name = 'marta',
    fields = {},
    claimed = 0,
  }: { name?: string; fields?: Record<string, string>; claimed?: number } = {},
) {
  const form = formOf({ title: 'Towels', ...fields }, { content: Buffer.alloc(size, '%PDF-1.7 ') })
  const head = [
    'POST /api/v1/sops HTTP/1.1',
    'Host: 127.0.0.1',
    `Cookie: ${cookies[name] ?? ''}`,
    `Content-Type: ${form.headers['content-type']}`,
    `Content-Length: ${claimed || form.payload.length}`,
  ]
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return { socket, body: form.payload, received: () => received, closed: once(socket, 'close').catch(() => {}) }
}

const filesIn = (folder: string) => {
  const path = join(muster.services.config.dataDir, folder)
  return existsSync(path) ? readdirSync(path).filter((name) => name !== 'incoming') : []
}
const incoming = () => filesIn('files/incoming')
const isComingIn = () => until(() => incoming().length === 1)
const nothingLeft = () => until(() => incoming().length === 0 && filesIn('files').length === 0)

test('an upload that breaks off leaves nothing behind', async () => {
  const { socket, body } = begin(MB / 2)
  socket.write(body.subarray(0, MB / 4))
  await isComingIn()
  socket.destroy()
  await nothingLeft()
})

test('an upload that stalls is ended, and leaves nothing behind', async () => {
  const { socket, body, received, closed } = begin(MB / 2)
  socket.write(body.subarray(0, MB / 4))
  await isComingIn()
  await closed
  expect(received()).toContain('408')
  await nothingLeft()
})

test('an upload that trickles is ended, and a slow one is not', async () => {
  const send = async (bytes: number) => {
    const { socket, body, received, closed } = begin(20_000)
    let at = 0
    const timer = setInterval(() => {
      if (!socket.destroyed) socket.write(body.subarray(at, at + bytes))
      at += bytes
    }, 50)
    await Promise.race([closed, until(() => received().includes('\r\n\r\n'))])
    clearInterval(timer)
    socket.destroy()
    return received().slice(0, 12)
  }
  expect(await Promise.all([send(50), send(1500)])).toEqual(['HTTP/1.1 408', 'HTTP/1.1 400'])
  await nothingLeft()
})

test('an upload that is too large is refused while it is still being sent', async () => {
  const { socket, body, received } = begin(8 * MB)
  pump(socket, body)
  await until(() => received().includes('This file is too large. The most is 1 MB.'))
  expect(received()).toContain('HTTP/1.1 413')
  socket.destroy()
  await nothingLeft()
})

test('a client that goes on sending after a refusal is cut off', async () => {
  const { socket, received, closed } = begin(10, { claimed: 2 ** 40 })
  const timer = setInterval(() => socket.destroyed || socket.write(Buffer.alloc(200_000)), 20)
  await closed
  clearInterval(timer)
  expect(received()).toContain('HTTP/1.1 413')
})

test('a sender without permission is refused before the bytes are taken', async () => {
  const maintenance = String(muster.fixtures.departments.Maintenance)
  const { socket, body, received } = begin(MB / 2, { fields: { departmentId: maintenance } })
  socket.write(body.subarray(0, MB / 4))
  await until(() => received().includes('HTTP/1.1 403'))
  expect(incoming()).toEqual([])
  socket.destroy()
  const user = begin(MB / 2, { name: 'uli' })
  await until(() => user.received().includes('HTTP/1.1 403'))
  user.socket.destroy()
  const huge = begin(10, { claimed: 2 ** 40 })
  await until(() => huge.received().includes('HTTP/1.1 413'))
  huge.socket.destroy()
})

/** Sends the whole body, as fast as the connection takes it. */
function pump(socket: Socket, body: Buffer) {
  Readable.from(
    (function* () {
      for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536)
    })(),
  ).pipe(socket, { end: false })
}

test('what a killed server has left behind is removed by the next one, and nothing else', async () => {
  const { dataDir } = muster.services.config
  const folder = join(dataDir, 'files/incoming')
  const us = Buffer.from(hostname()).toString('hex').slice(0, 40)
  const leave = (name: string, hoursAgo = 0) => {
    const path = join(folder, name)
    writeFileSync(path, 'half')
    const then = new Date(Date.now() - hoursAgo * 3_600_000)
    utimesSync(path, then, then)
    return path
  }
  const store = openDiskFiles(join(dataDir, 'files'))
  const source = new PassThrough()
  const putting = store.put(source, { maxBytes: MB })
  source.write('half')
  await until(() => incoming().length === 1)
  const comingIn = join(folder, String(incoming()[0]))
  // As if somebody set the machine's clock meanwhile.
  utimesSync(comingIn, 0, 0)
  const gone = [leave(`${us}.999999.a`), leave('othermachine.5.b', 2), leave(`${us}.${process.pid}.c`)]
  const left = [leave('othermachine.5.d'), leave(`${us}.1.e`), comingIn]
  await store.removeUnfinished()
  expect([...gone, ...left].map((path) => existsSync(path))).toEqual([false, false, false, true, true, true])
  source.end()
  expect(await store.stat((await putting).storedAs)).toEqual({ size: 4 })
})
