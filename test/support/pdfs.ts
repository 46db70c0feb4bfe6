/** PDFs written byte by byte: valid ones and hostile ones. */

interface PdfParts {
  /** The text of each page. */
  pages?: string[]
  /** The maximum number of pages in one list. PDFs with many pages have a tree of lists. */
  listed?: number
  /** Additional entries of the catalogue, of the first page and of the trailer. */
  catalogue?: string
  page?: string
  trailer?: string
  /** Additional objects, numbered from 900. */
  objects?: (string | Buffer)[]
  /** The font, object 3, instead of Helvetica. */
  font?: string
  /** The content stream of each page, instead of its text. */
  content?: { dictionary: string; bytes: Buffer }
}

/** A PDF with a page for each text. */
export function pdfOf({
  pages = ['Towels'],
  listed = pages.length,
  catalogue = '',
  page = '',
  trailer = '',
  objects = [],
  font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  content,
}: PdfParts) {
  const numbered = new Map<number, Buffer>()
  const put = (number: number, body: string | Buffer) => numbered.set(number, Buffer.from(body))
  const kids = pages.map((_, at) => `${1000 + 2 * at} 0 R`)
  const lists = Math.ceil(pages.length / listed)
  const listOf = (at: number) => (lists > 1 ? 10 + Math.floor(at / listed) : 2)
  put(1, `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`)
  if (lists > 1) {
    for (let at = 0; at < pages.length; at += listed) {
      const some = kids.slice(at, at + listed)
      put(listOf(at), `<< /Type /Pages /Parent 2 0 R /Kids [${some.join(' ')}] /Count ${some.length} >>`)
    }
    const all = Array.from({ length: lists }, (_, at) => `${10 + at} 0 R`)
    put(2, `<< /Type /Pages /Kids [${all.join(' ')}] /Count ${pages.length} >>`)
  } else put(2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`)
  put(3, font)
  for (const [at, body] of objects.entries()) put(900 + at, body)
  pages.forEach((text, at) => {
    const number = 1000 + 2 * at
    const fonts = '/Resources << /Font << /F1 3 0 R >> >>'
    const box = page.includes('/MediaBox') ? '' : '/MediaBox [0 0 595 842]'
    put(number, `<< /Type /Page /Parent ${listOf(at)} 0 R ${box} ${fonts} /Contents ${number + 1} 0 R ${page} >>`)
    const { dictionary, bytes } = content ?? { dictionary: '', bytes: Buffer.from(written(text)) }
    put(
      number + 1,
      Buffer.concat([
        Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    )
  })
  return assembled(numbered, trailer)
}

const written = (text: string) => {
  const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -16 Td`)
  return `BT /F1 12 Tf 60 780 Td ${lines.join(' ')} ET`
}

function assembled(numbered: Map<number, Buffer>, trailer: string) {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const table: string[] = []
  for (const [number, body] of [...numbered].sort(([a], [b]) => a - b)) {
    const bytes = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    table.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`)
    parts.push(bytes)
    length += bytes.length
  }
  const size = Math.max(...numbered.keys()) + 1
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const small = pdfOf({ pages: ['Towels'] })
/** The smallest valid PDF. */
export const smallPdf = () => small

/** A PDF of a certain size, filled with data that readers ignore. */
export const pdfOfSize = (bytes: number) => {
  const filler = Buffer.alloc(bytes, 'x')
  return pdfOf({
    objects: [Buffer.concat([Buffer.from(`<< /Length ${bytes} >>\nstream\n`), filler, Buffer.from('\nendstream')])],
  })
}

/** Character collections of fonts that are not embedded, with the codes of a text. */
const COLLECTIONS = {
  japanese: { ordering: 'Japan1', map: 'UniJIS-UCS2-H' },
  simplified: { ordering: 'GB1', map: 'UniGB-UCS2-H' },
  traditional: { ordering: 'CNS1', map: 'UniCNS-UCS2-H' },
  korean: { ordering: 'Korea1', map: 'UniKS-UCS2-H' },
}

/** A text that can only be read with the character maps of the reader. */
export function pdfInCodes(collection: keyof typeof COLLECTIONS, text: string) {
  const { ordering, map } = COLLECTIONS[collection]
  const info = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`
  const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Sans /CIDSystemInfo ${info} /FontDescriptor 901 0 R >>`
  const lines = text.split('\n').map((line) => `<${Buffer.from(line, 'utf16le').swap16().toString('hex')}> Tj 0 -16 Td`)
  return pdfOf({
    font: `<< /Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /${map} /DescendantFonts [900 0 R] >>`,
    objects: [descendant, '<< /Type /FontDescriptor /FontName /Sans /Flags 4 >>'],
    content: { dictionary: '', bytes: Buffer.from(`BT /F1 12 Tf 60 780 Td ${lines.join(' ')} ET`) },
  })
}

/** A page of a few hundred bytes with a picture of this many pixels a side: 100,000 are 10 GB unpacked. */
export function pictureBomb(side: number) {
  const segment = (number: number, type: number, data: Buffer) => {
    const head = Buffer.alloc(11)
    head.writeUInt32BE(number)
    head.set([type, 0, 1], 4)
    head.writeUInt32BE(data.length, 7)
    return Buffer.concat([head, data])
  }
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length)
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
    return bytes
  }
  const page = segment(0, 48, Buffer.concat([numbers(side, side, 0, 0), Buffer.alloc(3)]))
  const nearby = Buffer.from([0, 0, 3, 255, 253, 255, 2, 254, 254, 254])
  const region = segment(1, 38, Buffer.concat([numbers(side, side, 0, 0), nearby, Buffer.alloc(200, 0x5a)]))
  return pdfOf({ content: { dictionary: '/Filter /JBIG2Decode', bytes: Buffer.concat([page, region]) } })
}

/** A PDF encrypted with an unknown password: the pages too, or only the attachments. */
export function lockedPdf(what: 'pages' | 'attachments', pages = ['Towels']) {
  const random = (bytes: number) => `<${'5a'.repeat(bytes)}>`
  const keys = `/O ${random(48)} /U ${random(48)} /OE ${random(32)} /UE ${random(32)} /Perms ${random(16)} /P -4`
  const filters = '/CF << /StdCF << /CFM /AESV3 /AuthEvent /EFOpen /Length 32 >> >>'
  const used = what === 'pages' ? '/StmF /StdCF /StrF /StdCF' : '/StmF /Identity /StrF /Identity /EFF /StdCF'
  return pdfOf({
    pages,
    objects: [`<< /Filter /Standard /V 5 /R 6 /Length 256 ${keys} ${filters} ${used} >>`],
    trailer: `/Encrypt 900 0 R /ID [${random(16)} ${random(16)}]`,
  })
}

/** A form in Adobe's own format, with the one page that other readers show. */
export const adobeForm = () =>
  pdfOf({
    pages: ['Please wait...'],
    catalogue: '/NeedsRendering true /AcroForm << /Fields [] /XFA 900 0 R >>',
    objects: ['<< /Length 11 >>\nstream\n<xdp></xdp>\nendstream'],
  })
