// Colleagues who go on working while others attack (`scripts/try/waiting.ts`), in a process of their own. Each message
// tells them the work and its length. They answer with their waits.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { formOf } from '../../../test/support/forms.ts'
import { smallPdf } from '../../../test/support/pdfs.ts'
import { jpegOf } from '../../../test/support/pictures.ts'

export interface Shift {
  address: string
  /** The session of each colleague. */
  cookies: string[]
  seconds: number
  work: 'calls' | 'uploads'
}

/** How long the calls of one kind took, in milliseconds. */
export interface Waits {
  count: number
  median: number
  p95: number
  longest: number
  /** Refusals and missing replies, as they were. */
  refused: string[]
}

interface Call {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer
}

const PAUSE = 100
/** Milliseconds after which a colleague gives up. */
const PATIENCE = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

const photo = formOf({}, [{ content: jpegOf(), fileName: 'photo.jpg', type: 'image/jpeg' }])
const largePhoto = formOf({}, [
  { content: jpegOf({ after: Buffer.alloc(3_000_000) }), fileName: 'photo.jpg', type: 'image/jpeg' },
])
const procedure = () => formOf({ title: `Towels ${randomUUID()}`, version: '1.0' }, { content: smallPdf() })
const upload = (method: string, path: string, { headers, payload }: ReturnType<typeof formOf>): Call => ({
  ...{ method, path, headers, body: payload },
})

const works: Record<Shift['work'], Record<string, () => Call>> = {
  calls: {
    session: () => ({ method: 'GET', path: '/auth/session' }),
    clock: () => ({ method: 'GET', path: '/clock/active' }),
    board: () => ({ method: 'GET', path: '/tasks/board' }),
    task: () => ({
      ...{ method: 'POST', path: '/tasks', headers: { 'content-type': 'application/json' } },
      body: Buffer.from('{"title":"Towels to the pool"}'),
    }),
  },
  uploads: {
    photo: () => upload('PUT', `/photos/${randomUUID()}`, photo),
    'large photo': () => upload('PUT', `/photos/${randomUUID()}`, largePhoto),
    procedure: () => upload('POST', '/sops', procedure()),
  },
}

process.on('message', async (shift: Shift) => process.send?.(await workThrough(shift)))

async function workThrough({ address, cookies, seconds, work }: Shift): Promise<Record<string, Waits>> {
  const taken = new Map<string, { waits: number[]; refused: string[] }>()
  const end = performance.now() + seconds * 1000
  const kinds = Object.entries(works[work])
  const colleague = async (cookie: string, first: number) => {
    for (let turn = first; performance.now() < end; turn += 1) {
      const [name, callOf] = kinds[turn % kinds.length] as (typeof kinds)[number]
      const of = taken.get(name) ?? { waits: [], refused: [] }
      taken.set(name, of)
      const began = performance.now()
      const status = await send(address, cookie, callOf())
      of.waits.push(performance.now() - began)
      if (!/^2\d\d$/.test(status)) of.refused.push(status)
      await sleep(PAUSE * Math.random() * 2)
    }
  }
  await Promise.all(cookies.map(colleague))
  return Object.fromEntries([...taken].map(([name, { waits, refused }]) => [name, { ...summaryOf(waits), refused }]))
}

const send = (address: string, cookie: string, { method, path, headers, body }: Call) =>
  new Promise<string>((resolve) => {
    const options = { method, agent, headers: { ...headers, cookie, ...(body && { 'content-length': body.length }) } }
    const sending = request(`${address}/api/v1${path}`, { ...options, timeout: PATIENCE }, (reply) => {
      reply.resume().on('end', () => resolve(String(reply.statusCode)))
    })
    sending.on('timeout', () => sending.destroy(new Error('no reply')))
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sending.end(body)
  })

function summaryOf(waits: number[]) {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { count: sorted.length, median: at(0.5), p95: at(0.95), longest: at(1) }
}
