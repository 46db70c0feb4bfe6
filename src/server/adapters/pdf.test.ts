import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { pdfOf, pictureBomb, smallPdf } from '../../../test/support/pdfs.ts'
import { openPdfReader, type PdfLimits, type PdfReader, type PdfTask } from './pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-pdf-'))
const put = (name: string, content: Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const small = put('small.pdf', smallPdf())
const bomb = put('bomb.pdf', pictureBomb(100_000))
const long = put(
  'long.pdf',
  pdfOf({ pages: Array.from({ length: 40 }, (_, at) => `${at} ${`${'towels '.repeat(11)}\n`.repeat(45)}`) }),
)

/** Limits that no file reaches. */
const LOOSE: PdfLimits = { cpuMs: 600_000, residentBytes: 64 * 1024 ** 3, idleMs: 600_000, wallMs: 600_000 }
const MB = 1024 ** 2

const opened: PdfReader[] = []
const open = (...limits: Parameters<typeof openPdfReader>) => {
  const reader = openPdfReader(...limits)
  opened.push(reader)
  return reader
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((reader) => reader.close()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const takeAll = async () => true

describe('a file that exceeds a limit is given up, and the next one is read:', () => {
  test.each<[string, Partial<PdfLimits>]>([
    ['memory', { residentBytes: 200 * MB }],
    ['processor time', { cpuMs: 1_500 }],
  ])(
    '%s',
    async (_, bound) => {
      const reader = open({ text: { ...LOOSE, ...bound } })
      expect(await reader.readText(bomb, takeAll)).toEqual({ fault: 'too-much' })
      expect(await reader.readText(small, takeAll)).toEqual({ pages: 1 })
    },
    60_000,
  )
})

test('the files of one sender wait for their turns, and not those of others', async () => {
  const reader = open()
  const ended: string[] = []
  const check = (sender: string, at: number) => reader.check(small, sender).then(() => ended.push(`${sender}${at}`))
  await Promise.all([...[1, 2, 3, 4].map((at) => check('a', at)), check('b', 1)])
  expect(ended.slice(0, 2)).toEqual(['a1', 'b1'])
})

test('a process that does not get as far, on a busy machine or because it was killed, says nothing about its file', async () => {
  const reader = open({ check: { ...LOOSE, wallMs: 1 }, text: { ...LOOSE, wallMs: 3_000 } })
  expect(await reader.check(small, 'a')).toEqual({ fault: 'late' })
  expect(await reader.readText(bomb, takeAll)).toEqual({ fault: 'late' })
})

test('a file over which the process waits without doing anything is given up', async () => {
  expect(await open({ check: { ...LOOSE, idleMs: 0 } }).check(small, 'a')).toEqual({ fault: 'too-much' })
})

test('a check does not wait for a text', async () => {
  const reader = open({ text: LOOSE })
  let isOver = false
  const reading = reader.readText(bomb, takeAll).finally(() => {
    isOver = true
  })
  expect(await reader.check(small, 'a')).toEqual({ pages: 1 })
  expect(isOver).toBe(false)
  await reader.close()
  expect(await reading).toEqual({ fault: 'stopped' })
})

describe('a text', () => {
  test('comes in parts, each after the one before is stored', async () => {
    const firsts: number[] = []
    let running = 0
    const reply = await open().readText(long, async ({ first, texts }) => {
      running += 1
      expect(running).toBe(1)
      firsts.push(first)
      expect(texts[0]).toMatch(new RegExp(`^${first - 1} towels`))
      await new Promise(setImmediate)
      running -= 1
      return true
    })
    expect(reply).toEqual({ pages: 40 })
    expect(firsts.length).toBeGreaterThan(1)
  })

  test('ends when no more of it is wanted', async () => {
    let parts = 0
    const reply = await open().readText(long, async () => {
      parts += 1
      return false
    })
    expect([reply, parts]).toEqual([{ pages: 40 }, 1])
  })

  test.each<[string, () => Promise<boolean>]>([
    ['cannot be stored', () => Promise.reject(new Error('The disk is full'))],
    [
      'is not wanted any more, which throws at once,',
      () => {
        throw new Error('The disk is full')
      },
    ],
  ])('that %s ends', async (_, take) => {
    const reader = open()
    await expect(reader.readText(long, take)).rejects.toThrow('The disk is full')
    expect(await reader.readText(small, takeAll)).toEqual({ pages: 1 })
  })
})

test('the reading process ends with the process that started it, also in the middle of a file', async () => {
  const child = fork(fileURLToPath(new URL('workers/pdf-process.mjs', import.meta.url)), {
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  const task: PdfTask = { job: { path: small, want: 'check' }, limits: LOOSE }
  child.send(task)
  await once(child, 'message')
  child.send({ ...task, job: { path: bomb, want: 'text' } })
  child.disconnect()
  expect(await ended).toEqual([null, 'SIGKILL'])
})
