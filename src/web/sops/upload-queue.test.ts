import { expect, test } from 'vitest'
import { CallError } from '../api/call-endpoint.ts'
import { isPdf, pdfTitle } from './pdf-file.ts'
import { type QueuedFile, uploadQueue } from './upload-queue.ts'

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf', lastModified: 1 })
const refusal = (status: number, retryAfter: string | null = null) =>
  new CallError({ status, statusText: '', text: JSON.stringify({ message: 'No', code: 'x' }), retryAfter })

/** A queue whose server answers as `replies` say, one for each call; afterwards each call succeeds. */
function queueWith(replies: (Error | undefined)[]) {
  const sent: string[] = []
  const waits: number[] = []
  let files: readonly QueuedFile[] = []
  const queue = uploadQueue({
    send: async ({ title }, onProgress) => {
      sent.push(title)
      onProgress(0.5)
      const reply = replies.shift()
      if (reply) throw reply
    },
    faultOf: (file) => (isPdf(file) ? undefined : 'Only PDF files are allowed'),
    describe: (error) => (error instanceof CallError ? (error.reply?.message ?? '') : 'The network is away'),
    onChange: (next) => {
      files = next
    },
    wait: async (ms) => {
      waits.push(ms)
    },
  })
  const add = (...names: string[]) => queue.add(names.map((name) => ({ file: pdf(name), title: pdfTitle({ name }) })))
  return { queue, sent, waits, add, states: () => files.map(({ state, fault }) => fault ?? state), all: () => files }
}

test('sends one file after the other, with titles from their names', async () => {
  const { queue, sent, add, states } = queueWith([])
  add('Fire_alarm.pdf', 'pool--rules.PDF')
  expect([sent, states()]).toEqual([[], ['waiting', 'waiting']])
  await queue.start()
  expect([sent, states()]).toEqual([
    ['Fire alarm', 'pool rules'],
    ['done', 'done'],
  ])
})

test('waits as long as the server asks, and goes on with the same file', async () => {
  const { queue, sent, waits, add, states } = queueWith([refusal(429, '7'), refusal(503)])
  add('a.pdf', 'b.pdf')
  await queue.start()
  expect([sent, waits, states()]).toEqual([
    ['a', 'a', 'a', 'b'],
    [7_000, 5_000],
    ['done', 'done'],
  ])
})

test('gives up a file after some tries, and holds up no other', async () => {
  const { queue, add, states, waits } = queueWith(Array.from({ length: 8 }, () => refusal(429)))
  add('a.pdf', 'b.pdf')
  await queue.start()
  expect([states(), waits.length]).toEqual([['No', 'done'], 7])
})

test('says why a file was refused, and tries it again', async () => {
  const { queue, sent, add, states, all } = queueWith([refusal(400), new TypeError('away')])
  add('a.pdf', 'b.pdf', 'c.pdf')
  await queue.start()
  expect(states()).toEqual(['No', 'The network is away', 'done'])
  queue.rename(1, 'Another name')
  await queue.retry(all().map(({ key }) => key))
  expect([sent, states()]).toEqual([
    ['a', 'b', 'c', 'Another name', 'b'],
    ['done', 'done', 'done'],
  ])
})

test('never sends what is no PDF, takes a file once, and none that was left out', async () => {
  const { queue, sent, add, states, all } = queueWith([])
  queue.add([{ file: new File(['a'], 'a.docx'), title: 'a' }])
  add('b.pdf', 'c.pdf')
  add('b.pdf')
  queue.leaveOut(3)
  await queue.start()
  await queue.retry(all().map(({ key }) => key))
  expect([sent, states()]).toEqual([['b'], ['Only PDF files are allowed', 'done']])
})

test('takes files while it sends, and sends none after it was stopped', async () => {
  const { queue, sent, add, states } = queueWith([])
  await queue.start()
  add('a.pdf')
  await expect.poll(states).toEqual(['done'])
  queue.stop()
  add('b.pdf')
  expect([sent, states()]).toEqual([['a'], ['done', 'waiting']])
})

test('knows a PDF by its type, or by its name where it has none', () => {
  expect([
    isPdf({ type: 'application/pdf', name: 'a' }),
    isPdf({ type: '', name: 'a.PDF' }),
    isPdf({ type: 'text/plain', name: 'a.pdf' }),
  ]).toEqual([true, true, false])
})
