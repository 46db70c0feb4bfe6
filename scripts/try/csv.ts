import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookiesOf } from '../../test/support/cookies.ts'
import { BUILT, startServer } from '../../test/support/server-process.ts'
import { diceOf } from '../../test/support/writers.ts'

/**
 * Fills a Muster with text that could become a formula, opens its CSV files in LibreOffice with the separators of
 * different countries, and counts the cells with a formula: `npm run build && npm run try -- csv`. There must be none.
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

if (spawnSync('soffice', ['--version']).status !== 0) {
  console.error('This program needs LibreOffice, but there is no command "soffice". Install LibreOffice and try again.')
  process.exit(2)
}

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
  let formulas = countFormulas(`a,b\r\n=1+1,"x;=2+2"\r\n`, 'a file that does have formulas')
  if (formulas === 0)
    throw new Error('LibreOffice finds no formula in a file that has some. The test would find nothing.')
  formulas = 0
  for (const path of ['/tasks/export', '/clock/hours/export', '/audit-log/export']) {
    const reply = await fetch(address + path, { headers: { cookie } })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    formulas += countFormulas(await reply.text(), path)
  }
  console.log(`LibreOffice found ${formulas} formulas`)
  process.exitCode = formulas === 0 ? 0 : 1
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

/** Converts the file with each separator and with formulas evaluated, the worst setting. Returns the sum. */
function countFormulas(text: string, name: string) {
  const csv = join(folder, 'file.csv')
  writeFileSync(csv, text)
  const counts = Object.entries(SEPARATORS).map(([separator, code]) => {
    const out = join(folder, 'out')
    mkdirSync(out, { recursive: true })
    // LibreOffice's CSV filter: separator, quote, UTF-8, first line, …, and at the end: evaluate formulas.
    const filter = `CSV:${code},34,76,1,,0,false,true,false,false,false,0,true`
    const settings = `-env:UserInstallation=file://${join(folder, 'libreoffice')}`
    execFileSync(
      'soffice',
      ['--headless', settings, `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', out, csv],
      {
        stdio: 'ignore',
      },
    )
    const sheet = readFileSync(join(out, 'file.fods'), 'utf8')
    return { separator, cells: sheet.split('<text:p>').length - 1, formulas: sheet.split('table:formula=').length - 1 }
  })
  for (const { separator, cells, formulas } of counts) {
    console.log(`${name}, separated by ${separator}: ${cells} cells with text, ${formulas} formulas`)
  }
  return counts.reduce((sum, { formulas }) => sum + formulas, 0)
}
