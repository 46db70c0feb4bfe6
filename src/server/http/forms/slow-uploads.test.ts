import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FormFile, formOf } from '../../../../test/support/forms.ts'
import { smallPdf } from '../../../../test/support/pdfs.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { jpegOf } from '../../../../test/support/pictures.ts'
import { headOf, type RawClient, rawClient } from '../../../../test/support/raw-client.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { bufferedBytes } from './buffered-memory.ts'
import { receiving } from './form.ts'

/** Photos whose bytes arrive slowly, over real sockets, hold up nobody but their own sender. */

const muster = useTestApp()
const MB = 1024 * 1024
let address = ''
const cookies = new Map<string, string>()
beforeAll(async () => {
  address = await muster.listen()
  for (const name of ['uli', 'lea', 'una', 'marta', 'milan', 'adam', 'gita'] as const)
    cookies.set(name, (await muster.as(name)).cookie)
})

interface Sending extends RawClient {
  /** Sends the missing part, and resolves with the status of the reply. */
  finish(): Promise<string>
}

/** Sends a form up to a part of it, from 0 to 1. */
async function begin(name: PersonName, to: string, file: FormFile, part: number, fields = {}): Promise<Sending> {
  const { headers, payload } = formOf(fields, [file])
  const client = await rawClient(address)
  const [method = '', path = ''] = to.split(' ')
  const head = { ...headers, Cookie: cookies.get(name) ?? '', 'Content-Length': payload.length }
  const at = Math.floor(payload.length * part)
  client.socket.write(headOf(method, API_PREFIX + path, head))
  client.socket.write(payload.subarray(0, at))
  const replied = new Promise<string>((resolve) => {
    client.socket.on('data', () => resolve(client.received().slice(9, 12))).on('close', () => resolve('closed'))
  })
  return {
    ...client,
    finish() {
      client.socket.write(payload.subarray(at))
      return replied
    },
  }
}

const photo = (name: PersonName, size: number, part: number) =>
  begin(
    name,
    `PUT /photos/${randomUUID()}`,
    { content: jpegOf({ after: Buffer.alloc(size) }), type: 'image/jpeg' },
    part,
  )
const procedure = (name: PersonName) =>
  begin(name, 'POST /sops', { content: smallPdf() }, 0.5, { title: 'Towels', version: '1.0' })

const filesIn = (folder: string) => {
  const path = join(muster.services.config.dataDir, folder)
  return existsSync(path) ? readdirSync(path) : []
}

/** Photos of more than two megabytes take turns of their own. */
const LARGE = 2.1 * MB

describe('photos that arrive slowly', () => {
  test('hold up neither the photos nor the procedures of others, and are taken in when they are whole', async () => {
    const senders: PersonName[] = ['uli', 'lea', 'una', 'marta', 'gita']
    const slow = await Promise.all(senders.flatMap((name) => [LARGE, 0, 0, 0].map((size) => photo(name, size, 0.5))))
    await expect.poll(receiving).toBe(20)
    for (const size of [0, LARGE]) expect(await (await photo('milan', size, 1)).finish()).toBe('201')
    expect(await (await procedure('milan')).finish()).toBe('201')
    expect(new Set(await Promise.all(slow.map((sending) => sending.finish())))).toEqual(new Set(['201']))
    for (const { socket } of slow) socket.destroy()
    await expect.poll(receiving).toBe(0)
  })

  test('hold up their own sender, from the fifth on', async () => {
    const slow = await Promise.all([LARGE, LARGE, 0, 0].map((size) => photo('uli', size, 0.5)))
    await expect.poll(receiving).toBe(4)
    const fifth = await photo('uli', 0, 0.5)
    let isDone = false
    const done = fifth.finish().then((status) => {
      isDone = true
      return status
    })
    expect(await (await photo('milan', LARGE, 1)).finish()).toBe('201')
    expect(isDone).toBe(false)
    expect(await slow[0]?.finish()).toBe('201')
    expect(await done).toBe('201')
    for (const { socket } of slow) socket.destroy()
    await expect.poll(receiving).toBe(0)
  })

  test('wait on the disk when they would take much memory, and leave nothing behind in either', async () => {
    const begun: Sending[] = []
    for (const name of ['uli', 'lea', 'una'] as const) {
      begun.push(await photo(name, 9 * MB, 0.001))
      await expect.poll(receiving).toBe(begun.length)
    }
    await expect.poll(bufferedBytes).toBeGreaterThan(27 * MB)
    const fourth = await photo('marta', 9 * MB, 0.001)
    await expect.poll(() => filesIn('files/incoming')).toHaveLength(1)
    expect(bufferedBytes()).toBeLessThan(32 * MB)
    expect(await fourth.finish()).toBe('201')
    for (const { socket } of begun) socket.destroy()
    await expect.poll(() => [filesIn('files/incoming').length, bufferedBytes()]).toEqual([0, 0])
  })
})
