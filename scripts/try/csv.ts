import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cookiesOf } from '../../test/support/cookies.ts'
import { BUILT, startServer } from '../../test/support/server-process.ts'
import { diceOf } from '../../test/support/writers.ts'

/**
 * Fills a Muster with text that could become a formula, and opens its exports in LibreOffice:
 * `npm run build && npm run try -- csv`. With the separators of different countries there must be no formula. In the
 * languages below, the cells of each file must be what they are in the workbook: numbers, dates and texts.
 */
const SEPARATORS = { comma: 44, semicolon: 59, tab: 9, 'all of them': '44/59/9' }
const FORMULA_STARTS = [...'=+-@＝＋－＠']
const PREFIXES = [
  '',
  ';',
  ',',
  '\t',
  '\n',
  '\r\n',
  '\u2028',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u00a0',
  ' ',
  '"',
  ';"',
  '\n\u200b',
  '";\t',
]
const ROUNDS = 300
const EXPORTS = ['/tasks/export', '/clock/hours/export', '/audit-log/export']

/** The languages in which exports are opened, by the number that LibreOffice's filter has for them. */
const LOCALES = { en: 1033, de: 1031, es: 3082, fr: 1036, ar: 1025 }
/** The exports whose texts never look like numbers. The ids of the audit log do. */
const TYPED = ['/tasks/export', '/clock/hours/export']

if (spawnSync('soffice', ['--version']).status !== 0) {
  console.error('This program needs LibreOffice, but there is no command "soffice". Install LibreOffice and try again.')
  process.exit(2)
}

/** It does not block: connections that the server closes meanwhile are noticed. */
const run = promisify(execFile)
const languages = Object.keys(LOCALES) as (keyof typeof LOCALES)[]
const folder = mkdtempSync(join(tmpdir(), 'muster-csv-'))
const account = { email: 'csv@hotel.example', password: 'nothing but text' }
const { child, ready, ended } = startServer(
  { DATA_DIR: join(folder, 'data'), ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password, TIME_ZONE: 'UTC' },
  BUILT,
)

try {
  const address = `${await ready}/api/v1`
  await fill(address)
  const cookie = await signIn(address)
  let formulas = await countFormulas(`a,b\r\n=1+1,"x;=2+2"\r\n`, 'a file that does have formulas')
  if (formulas === 0)
    throw new Error('LibreOffice finds no formula in a file that has some. The test would find nothing.')
  formulas = 0
  for (const path of EXPORTS) {
    for (const format of ['csv', 'csv-semicolon'])
      formulas += await countFormulas(await exported(address, path, format, { cookie }), `${path} as ${format}`)
    formulas += formulasIn(await opened(await exported(address, path, 'xlsx', { cookie }), 'xlsx'))
  }
  console.log(`LibreOffice found ${formulas} formulas`)
  let others = 0
  for (const path of TYPED)
    for (const locale of languages) others += await countOtherTypes(address, path, locale, cookie)
  console.log(`${others} cells of CSV files are not what they are in the workbook`)
  process.exitCode = formulas + others === 0 ? 0 : 1
} finally {
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** Writes hostile text wherever an export shows text: titles, descriptions, tags, names, browsers. */
async function fill(address: string) {
  const cookie = await signIn(address)
  const random = diceOf(18)
  const oneOf = (from: string[]) => from[Math.floor(random() * from.length)] ?? ''
  const hostile = () =>
    ['1+1', "cmd|'/C calc'!A0", '2'].map((formula) => oneOf(PREFIXES) + oneOf(FORMULA_STARTS) + formula).join('')
  const { id: departmentId } = await post(address, '/departments', { name: `=1+1;=1+2` }, { cookie })
  const person = {
    firstName: 'Mallory;=1+1',
    lastName: '＝2+2',
    email: 'mallory@hotel.example',
    password: account.password,
  }
  await post(address, '/users', { ...person, role: 'user', departmentId }, { cookie })
  for (let round = 0; round < ROUNDS; round++) {
    // A title may hold no line breaks and no invisible characters; a description may.
    const title = `Task;${hostile()}`.replaceAll(/[^\x20-\x7e＝＋－＠]/g, ' ')
    await post(address, '/tasks', { title, description: hostile(), tags: [`;=${round}`], departmentId }, { cookie })
  }
  for (const userAgent of ["Mozilla;=1+cmd|' /C calc'!A0;x", '\t=1+1', 'a,=1+1', '=1+1', '";=1+1']) {
    const attempt = fetch(`${address}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email: 'stranger@hotel.example', password: 'wrong' }),
    })
    if ((await attempt).status !== 401) throw new Error('The server did not refuse a wrong password')
  }
}

async function post(address: string, path: string, body: object, headers: Record<string, string> = {}) {
  const reply = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

async function signIn(address: string) {
  const reply = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  return cookiesOf(reply.headers.getSetCookie())
}

async function exported(address: string, path: string, format: string, headers: Record<string, string>) {
  const reply = await fetch(`${address}${path}?format=${format}`, { headers })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return Buffer.from(await reply.arrayBuffer())
}

/**
 * Opens a file in LibreOffice. Returns its sheet as Flat XML ODF.
 *
 * @param filter of a CSV file
 */
async function opened(content: string | Buffer, extension: 'csv' | 'xlsx', filter?: string) {
  const file = join(folder, `file.${extension}`)
  writeFileSync(file, content)
  const out = join(folder, 'out')
  mkdirSync(out, { recursive: true })
  const settings = `-env:UserInstallation=file://${join(folder, 'libreoffice')}`
  const importing = filter ? [`--infilter=${filter}`] : []
  await run('soffice', ['--headless', settings, ...importing, '--convert-to', 'fods', '--outdir', out, file])
  return readFileSync(join(out, 'file.fods'), 'utf8')
}

function formulasIn(sheet: string) {
  return sheet.split('table:formula=').length - 1
}

/** Opens the file with each separator and with formulas evaluated, the worst setting. Returns the sum. */
async function countFormulas(content: string | Buffer, name: string) {
  let formulas = 0
  for (const [separator, code] of Object.entries(SEPARATORS)) {
    // LibreOffice's CSV filter: separator, quote, UTF-8, first line, …, and at the end: evaluate formulas.
    const sheet = await opened(content, 'csv', `CSV:${code},34,76,1,,0,false,true,false,false,false,0,true`)
    const cells = sheet.split('<text:p>').length - 1
    console.log(`${name}, separated by ${separator}: ${cells} cells with text, ${formulasIn(sheet)} formulas`)
    formulas += formulasIn(sheet)
  }
  return formulas
}

/** Compares the CSV file for a language, opened in it, with the workbook. Returns how many cells have another type. */
async function countOtherTypes(address: string, path: string, locale: keyof typeof LOCALES, cookie: string) {
  const headers = { cookie, 'accept-language': locale }
  const [format, separator] = locale === 'en' ? ['csv', 44] : ['csv-semicolon', 59]
  // …, the language, quoted cells are not always texts, and special numbers such as dates are detected.
  const filter = `CSV:${separator},34,76,1,,${LOCALES[locale]},false,true`
  const csv = typesIn(await opened(await exported(address, path, format, headers), 'csv', filter))
  const workbook = typesIn(await opened(await exported(address, path, 'xlsx', headers), 'xlsx'))
  const others = workbook.flatMap((row, at) => row.filter((type, column) => type !== csv[at]?.[column]))
  const count = (type: string) => workbook.flat().filter((each) => each === type).length
  console.log(
    `${path} in ${locale}: ${count('float')} numbers, ${count('date')} dates, ${count('string')} texts; ${others.length} are others in CSV`,
  )
  if (count('float') === 0) throw new Error('The workbook has no numbers. The comparison would find nothing.')
  return others.length
}

/** The types of the cells, row by row: float, date, string, or empty. */
function typesIn(sheet: string) {
  return [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)]
    .map(([, cells = '']) =>
      [...cells.matchAll(/<table:table-cell([^>]*)>/g)].flatMap(([, attributes = '']) => {
        const times = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1)
        const type = /office:value-type="(\w+)"/.exec(attributes)?.[1] ?? ''
        // The rest of a row is one cell that is repeated up to the end of the sheet.
        return times > 100 ? [] : Array<string>(times).fill(type)
      }),
    )
    .filter((row) => row.some(Boolean))
}
