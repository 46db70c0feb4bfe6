// Uploads all PDFs of a folder to the built server on a database of its own, as many as people would at once, waits until their
// texts have been read, and tells what came of it: the replies, the server's memory, and how many documents a search finds, by
// language. The tests of pdf.js (`test/pdfs` of its repository) are a good folder.
//
//   npm run try:pdfs -- FOLDER
//
// It ends with 0, or with 1 if a reply was a fault of the server or the server keeps 20 MB more than before.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import pg from 'pg'
import { formOf } from '../test/support/forms.ts'
import { describeMemory, memoryAtRest, startMeasured } from '../test/support/memory.ts'
import { pdfOf } from '../test/support/pdfs.ts'
import { databaseIn } from '../test/support/server-process.ts'
import { ensureBuilt } from './build.mjs'

const AT_ONCE = 4
const MOST_MORE_MB = 20
/** More than a text may take. */
const LONGEST_TEXT = 120_000
const MB = 1024 * 1024

const namesOf = (...words: string[]) => new RegExp(`/(?:Ordering|Encoding)\\s*[(/][^)\\s]*(?:${words.join('|')})`)
/** How PDFs name the characters of a language, or the maps of its codes, for their fonts; and its letters in a text. */
const LANGUAGES = {
  Japanese: {
    named: namesOf('Japan1', 'RKSJ', 'UniJIS', 'EUC-[HV]\\b'),
    letters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{1,6}/u,
  },
  'Chinese, simplified': { named: namesOf('GB1\\b', 'GBK?2?K?-EUC', 'UniGB'), letters: /\p{scx=Han}{1,6}/u },
  'Chinese, traditional': { named: namesOf('CNS1', 'UniCNS', 'ETen-B5', 'B5pc'), letters: /\p{scx=Han}{1,6}/u },
  Korean: { named: namesOf('Korea1', '\\(KR\\)', 'KSC', 'UniKS'), letters: /\p{scx=Hangul}{1,6}/u },
  Arabic: { named: null, letters: /\p{scx=Arabic}{3,40}/u },
  Hebrew: { named: null, letters: /\p{scx=Hebrew}{3,40}/u },
  Cyrillic: { named: null, letters: /\p{scx=Cyrillic}{4,40}/u },
  Greek: { named: null, letters: /\p{scx=Greek}{4,40}/u },
  Latin: { named: null, letters: /\p{scx=Latin}{5,40}/u },
}

const folder = process.argv[2]
if (!folder) {
  console.error('Name the folder with the PDFs: npm run try:pdfs -- FOLDER')
  process.exit(1)
}
const names = readdirSync(folder).filter((name) => /\.pdf$/i.test(name))

await ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'muster-pdfs-'))
const server = startMeasured(dataDir)
const address = await server.ready
const pid = server.child.pid ?? 0
const login = await fetch(`${address}/api/v1/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'god@muster.example', password: 'muster-demo' }),
})
const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const database = new pg.Client(databaseIn(dataDir))
await database.connect()

interface Upload {
  name: string
  status: number
  id?: number
  message?: string
  ms: number
}

async function upload(name: string, content: Buffer): Promise<Upload> {
  const { headers, payload } = formOf({ title: name.slice(0, 200) }, { content, fileName: 'document.pdf' })
  const began = performance.now()
  const reply = await fetch(`${address}/api/v1/sops`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: payload,
  })
  return { name, status: reply.status, ms: performance.now() - began, ...(await reply.json()) }
}

async function textsRead() {
  const waiting = `select count(*)::int as left, coalesce(max(id), 0) as last from sop_versions where text_state = 'waiting'`
  const deadline = Date.now() + LONGEST_TEXT * names.length
  while ((await database.query(waiting)).rows[0].left > 0) {
    if (Date.now() > deadline) throw new Error('The texts were not read in time')
    await sleep(500)
  }
  // Until the processes that read have gone.
  while (readers().length > 0) await sleep(500)
}

/** The processes that look into PDFs, with their resident memory in MB. */
function readers() {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,args=']).toString().trim().split('\n')
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => Number(found?.[1]) === pid && found?.[3]?.includes('workers/pdf'))
    .map((found) => Number(found?.[2]) / 1024)
}
const residentNow = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024

let [most, mostOfReader] = [0, 0]
const watch = setInterval(() => {
  most = Math.max(most, residentNow())
  mostOfReader = Math.max(mostOfReader, ...readers())
}, 200)

// What the server needs to have taken uploads at all is not the files'.
for (let at = 0; at < 40; at += 1) await upload(`small ${at}`, pdfOf({ pages: ['Towels '.repeat(500)] }))
await textsRead()
const before = await memoryAtRest(server, address)
console.log(`at rest: ${describeMemory(before)}`)
most = 0

const uploads: Upload[] = []
const left = [...names]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let name = left.shift(); name; name = left.shift())
      uploads.push(await upload(name, readFileSync(join(folder, name))))
  }),
)
await textsRead()
clearInterval(watch)
const untouched = residentNow()
const after = await memoryAtRest(server, address)

const count = (status: number) => uploads.filter((each) => each.status === status).length
const statuses = [...new Set(uploads.map(({ status }) => status))].sort()
const slowest = Math.max(...uploads.map(({ ms }) => ms))
const faults = uploads.filter(({ status }) => status >= 500)
console.log(
  `${uploads.length} PDFs: ${statuses.map((status) => `${count(status)} × ${status}`).join(', ')}; ${faults.length} × 5xx`,
)
console.log(`  the slowest was answered after ${(slowest / 1000).toFixed(1)} s`)
for (const { name, status, message } of uploads) if (status !== 201) console.log(`  ${status} ${name}: ${message}`)
const failed = `select title from sops join sop_versions v on v.sop_id = sops.id where text_state = 'failed' order by title`
for (const { title } of (await database.query(failed)).rows) console.log(`  its text cannot be searched: ${title}`)
console.log(`memory: ${describeMemory(after)} (${untouched.toFixed(0)} MB before it was told to tidy up)`)
console.log(`  at most ${most.toFixed(0)} MB, beside it ${mostOfReader.toFixed(0)} MB in a process that reads`)

/** What can be read in a file as it stands and in what unpacks from it, for the names of its fonts' characters. */
function plainText(bytes: Buffer) {
  const parts = [bytes.toString('latin1')]
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const begin = at + (bytes[at + 6] === 13 ? 8 : 7)
    if (bytes[begin] !== 0x78) continue
    try {
      parts.push(inflateSync(bytes.subarray(begin), { maxOutputLength: 2 * MB }).toString('latin1'))
    } catch {
      // Not one of those that are of interest here.
    }
  }
  return parts.join('\n')
}

async function isFound(id: number, words: string) {
  const reply = await fetch(`${address}/api/v1/sops/search?q=${encodeURIComponent(words)}`, { headers: { cookie } })
  if (!reply.ok) throw new Error(`A search for ${words} was answered by ${reply.status}`)
  return ((await reply.json()) as { sopId: number }[]).some(({ sopId }) => sopId === id)
}

console.log('documents that a search finds by words of theirs:')
for (const [language, { named, letters }] of Object.entries(LANGUAGES)) {
  const [found, missed, without]: string[][] = [[], [], []]
  for (const { id, name } of uploads) {
    if (id === undefined) continue
    const { rows } = await database.query(
      `select page, text from sop_pages join sop_versions v on v.id = sop_version_id where v.sop_id = $1 order by page limit 20`,
      [id],
    )
    const words = [...new Set(rows.map(({ text }) => letters.exec(text)?.[0] ?? ''))].filter(Boolean).slice(0, 5)
    if (words.length === 0) {
      if (named?.test(plainText(readFileSync(join(folder, name))))) without?.push(name)
      continue
    }
    // Han is written in several languages.
    if (named && !named.test(plainText(readFileSync(join(folder, name))))) continue
    let isHit = false
    for (const word of words) isHit ||= await isFound(id, word)
    const list = isHit ? found : missed
    list?.push(name)
  }
  const told = (list: string[] = []) => (list.length > 0 ? `${list.length} (${list.join(', ')})` : '0')
  console.log(
    `  ${language}: found ${found?.length}, not found ${told(missed)}${named ? `, in fonts alone ${told(without)}` : ''}`,
  )
}

await database.end()
server.child.kill('SIGTERM')
await server.ended
rmSync(dataDir, { recursive: true, force: true })
process.exit(faults.length === 0 && after.resident - before.resident < MOST_MORE_MB ? 0 : 1)
