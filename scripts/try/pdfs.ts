// Uploads all PDFs of a folder to the built server on its own database, a few at a time, and waits until their texts
// have been read. Then it prints the replies, the server's memory, and for each language how many documents a search
// finds. The tests of pdf.js (`test/pdfs` in its repository) are a good folder.
//
//   npm run try -- pdfs FOLDER
//
// It ends with 0, or with 1 if a reply was a server error or the server uses 20 MB more than before.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import pg from 'pg'
import { formOf } from '../../test/support/forms.ts'
import { describeMemory, memoryAtRest, startMeasured } from '../../test/support/memory.ts'
import { pdfOf } from '../../test/support/pdfs.ts'
import { databaseIn } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const CONCURRENT_UPLOADS = 4
const MAX_GROWTH_MB = 20
/** Milliseconds for one text, more than the server allows it. */
const TEXT_TIMEOUT = 120_000
const MB = 1024 * 1024

const namesOf = (...words: string[]) => new RegExp(`/(?:Ordering|Encoding)\\s*[(/][^)\\s]*(?:${words.join('|')})`)
/** For each language: the PDF names of its character sets (null if none), and its letters in a text. */
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
  console.error('The folder with the PDFs is missing. Start with: npm run try -- pdfs FOLDER')
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
  const startedAt = performance.now()
  const reply = await fetch(`${address}/api/v1/sops`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: payload,
  })
  return { name, status: reply.status, ms: performance.now() - startedAt, ...(await reply.json()) }
}

async function waitForTexts() {
  const unread = `select count(*)::int as left from sop_versions where text_state = 'waiting'`
  const deadline = Date.now() + TEXT_TIMEOUT * names.length
  while ((await database.query(unread)).rows[0].left > 0) {
    if (Date.now() > deadline) throw new Error('The server did not read the texts in time')
    await sleep(500)
  }
  // The processes that read them must have ended too.
  while (readers().length > 0) await sleep(500)
}

/** The resident memory, in MB, of each process that reads PDFs. */
function readers() {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,args=']).toString().trim().split('\n')
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => Number(match?.[1]) === pid && match?.[3]?.includes('workers/pdf'))
    .map((match) => Number(match?.[2]) / 1024)
}
const residentNow = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024

let [peak, readerPeak] = [0, 0]
const watch = setInterval(() => {
  peak = Math.max(peak, residentNow())
  readerPeak = Math.max(readerPeak, ...readers())
}, 200)

// Small uploads first: the memory that any upload needs must not count for the files of the folder.
for (let at = 0; at < 40; at += 1) await upload(`small ${at}`, pdfOf({ pages: ['Towels '.repeat(500)] }))
await waitForTexts()
const before = await memoryAtRest(server, address)
console.log(`at rest: ${describeMemory(before)}`)
peak = 0

const uploads: Upload[] = []
const left = [...names]
await Promise.all(
  Array.from({ length: CONCURRENT_UPLOADS }, async () => {
    for (let name = left.shift(); name; name = left.shift())
      uploads.push(await upload(name, readFileSync(join(folder, name))))
  }),
)
await waitForTexts()
clearInterval(watch)
const beforeCollection = residentNow()
const after = await memoryAtRest(server, address)

const count = (status: number) => uploads.filter((upload) => upload.status === status).length
const statuses = [...new Set(uploads.map(({ status }) => status))].sort()
const slowest = Math.max(...uploads.map(({ ms }) => ms))
const faults = uploads.filter(({ status }) => status >= 500)
console.log(
  `${uploads.length} PDFs: ${statuses.map((status) => `${count(status)} × ${status}`).join(', ')}; ${faults.length} × 5xx`,
)
console.log(`  the slowest reply came after ${(slowest / 1000).toFixed(1)} s`)
for (const { name, status, message } of uploads) if (status !== 201) console.log(`  ${status} ${name}: ${message}`)
const failed = `select title from sops join sop_versions v on v.sop_id = sops.id where text_state = 'failed' order by title`
for (const { title } of (await database.query(failed)).rows)
  console.log(`  the text of ${title} could not be read, so it cannot be searched`)
console.log(`memory: ${describeMemory(after)} (${beforeCollection.toFixed(0)} MB before garbage collection)`)
console.log(`  peak: ${peak.toFixed(0)} MB, and ${readerPeak.toFixed(0)} MB in a process that reads PDFs`)

/** The bytes of a file and of its unpacked streams as text, to find the names of its fonts' character sets. */
function plainText(bytes: Buffer) {
  const parts = [bytes.toString('latin1')]
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const begin = at + (bytes[at + 6] === 13 ? 8 : 7)
    if (bytes[begin] !== 0x78) continue
    try {
      parts.push(inflateSync(bytes.subarray(begin), { maxOutputLength: 2 * MB }).toString('latin1'))
    } catch {
      // This stream is packed in another way; it is not needed here.
    }
  }
  return parts.join('\n')
}

async function isFound(id: number, words: string) {
  const reply = await fetch(`${address}/api/v1/sops/search?q=${encodeURIComponent(words)}`, { headers: { cookie } })
  if (!reply.ok) throw new Error(`A search for ${words} failed with status ${reply.status}`)
  return ((await reply.json()) as { sopId: number }[]).some(({ sopId }) => sopId === id)
}

console.log('documents that a search for their own words finds:')
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
    // Several languages use Han characters.
    if (named && !named.test(plainText(readFileSync(join(folder, name))))) continue
    let isHit = false
    for (const word of words) isHit ||= await isFound(id, word)
    const list = isHit ? found : missed
    list?.push(name)
  }
  const describe = (list: string[] = []) => (list.length > 0 ? `${list.length} (${list.join(', ')})` : '0')
  console.log(
    `  ${language}: found ${found?.length}, not found ${describe(missed)}${named ? `, only in fonts ${describe(without)}` : ''}`,
  )
}

await database.end()
server.child.kill('SIGTERM')
await server.ended
rmSync(dataDir, { recursive: true, force: true })
process.exit(faults.length === 0 && after.resident - before.resident < MAX_GROWTH_MB ? 0 : 1)
