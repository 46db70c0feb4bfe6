import { diceOf } from '../../sample/story.ts'
import { API_PREFIX } from '../../src/shared/api-prefix.ts'
import { authApi } from '../../src/shared/auth.ts'
import { cookiesOf } from './cookies.ts'
import { type FuzzReply, jsonOf, judgeBy } from './fuzz-judge.ts'
import { type Actor, type FuzzRequest, kindIn, operationsOf, requestOf } from './fuzz-requests.ts'
import { Learnt } from './fuzz-values.ts'

export type { FuzzReply } from './fuzz-judge.ts'

export interface FuzzOptions {
  /** The OpenAPI document that the server serves. */
  document: { paths: object }
  /** Accounts of every role. Nothing locks them out. The server must trust a proxy. */
  accounts: { email: string; password: string }[]
  requests: number
  /** The seed of the random choices. Replies also matter, because later requests use ids from earlier replies. */
  seed: number
  /** The number of requests at a time. */
  atOnce?: number
  send(request: Pick<FuzzRequest, 'method' | 'url' | 'headers' | 'payload'>): Promise<FuzzReply>
  /** Called after each batch with the number of requests so far. */
  after?(count: number): Promise<void>
}

interface Tally {
  requests: number
  done: number
  slowest: number
}

export interface FuzzReport {
  requests: number
  /** The number of successful requests, and how many of these wrote something. */
  done: number
  written: number
  byStatus: Record<number, number>
  byOperation: Record<string, Tally>
  faults: { request: FuzzRequest; reply: FuzzReply; what: string[] }[]
}

/** Sends random requests to every endpoint of the OpenAPI document, and checks each reply. */
export async function fuzz({ document, accounts, requests, seed, atOnce = 8, send, after }: FuzzOptions) {
  const dice = diceOf(seed)
  const learnt = new Learnt()
  const operations = operationsOf(document)
  const actors: Actor[] = accounts.map((account) => ({ ...account, cookie: '', viewer: NOBODY }))
  const retained = new Set<unknown>()
  const judge = judgeBy(operations, () => [
    ...accounts.map(({ password }) => password),
    ...actors.map(({ cookie }) => cookie.slice('muster.sid='.length)),
  ])
  const report: FuzzReport = { requests: 0, done: 0, written: 0, byStatus: {}, byOperation: {}, faults: [] }
  for (const actor of actors) {
    await signIn(actor, send)
    retained.add(actor.viewer.id)
  }
  while (report.requests < requests) {
    const bunch = Array.from({ length: Math.min(atOnce, requests - report.requests) }, () =>
      requestOf(operations, actors, dice, learnt, (id) => retained.has(id)),
    )
    // The replies come in any order and are checked in the order of the requests.
    const replies = await Promise.all(bunch.map(send))
    for (const [at, request] of bunch.entries()) {
      const reply = replies[at] as FuzzReply
      const what = judge(request, reply)
      if (what.length > 0) report.faults.push({ request, reply, what })
      count(report, request, reply)
      if (reply.status < 300) learn(learnt, request, jsonOf(reply.text))
    }
    await signInAgain(bunch, replies, send)
    await after?.(report.requests)
  }
  return report
}

const NOBODY = { id: '', role: 'guest', departmentId: null }

let addresses = 0

/** Signs in from a separate address, so that attempts of others do not count. */
async function signIn(actor: Actor, send: FuzzOptions['send']) {
  addresses += 1
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `11.${addresses >> 8}.${addresses & 255}.1` }
  const { email, password } = actor
  const url = `${API_PREFIX}${authApi.login.path}`
  const reply = await send({ method: 'POST', url, headers, payload: JSON.stringify({ email, password }) })
  if (reply.status !== 200) throw new Error(`${email} cannot sign in: ${reply.status} ${reply.text}`)
  actor.cookie = cookiesOf(reply.headers['set-cookie'] as string | string[] | undefined)
  actor.viewer = jsonOf(reply.text) as Actor['viewer']
}

/** Signs in again after a request has ended the session. */
async function signInAgain(bunch: FuzzRequest[], replies: FuzzReply[], send: FuzzOptions['send']) {
  const lost = new Set<Actor>()
  for (const [at, { actor, headers, url }] of bunch.entries()) {
    const isRefused = replies[at]?.status === 401 && headers.cookie === actor?.cookie
    if (actor && (isRefused || url.includes('/auth/'))) lost.add(actor)
  }
  for (const actor of lost) {
    const url = `${API_PREFIX}${authApi.session.path}`
    const { status } = await send({ method: 'GET', url, headers: { cookie: actor.cookie }, payload: undefined })
    if (status === 401) await signIn(actor, send)
  }
}

function count(report: FuzzReport, request: FuzzRequest, { status, took }: FuzzReply) {
  const { name } = request.operation
  const tally = report.byOperation[name] ?? { requests: 0, done: 0, slowest: 0 }
  report.byOperation[name] = tally
  report.requests += 1
  tally.requests += 1
  tally.slowest = Math.max(tally.slowest, took)
  report.byStatus[status] = (report.byStatus[status] ?? 0) + 1
  if (status >= 300) return
  report.done += 1
  tally.done += 1
  if (request.method !== 'GET') report.written += 1
}

/** The kind of row whose ids nested objects contain. */
const nestedKinds: Record<string, string> = {
  department: 'departments',
  project: 'projects',
  assignee: 'users',
  user: 'users',
  person: 'users',
  creator: 'users',
}
const ID_OF: Record<string, string> = { departmentId: 'departments', projectId: 'projects', assigneeId: 'users' }

/** Stores ids and values of a reply, so that later requests can use them. */
function learn(learnt: Learnt, { operation }: FuzzRequest, json: unknown) {
  const noun = operation.path.slice(API_PREFIX.length + 1).split('/')[0] ?? ''
  const look = (value: unknown, kind: string) => {
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 40)) look(item, kind)
      return
    }
    if (!value || typeof value !== 'object') return
    for (const [name, each] of Object.entries(value)) {
      if (each && typeof each === 'object') look(each, nestedKinds[name] ?? kind)
      else if (each === null) continue
      else if (name === 'id') learnt.add(kind, each)
      else if (name === 'next') learnt.add('after', each)
      else if (ID_OF[name]) learnt.add(ID_OF[name], each)
      else if (['updatedAt', 'action', 'resourceType', 'resourceId'].includes(name)) learnt.add(name, each)
    }
  }
  // An audit entry is not a row that requests can name.
  if (!operation.path.endsWith('/history')) look(json, kindIn(operation.path) || noun)
}
