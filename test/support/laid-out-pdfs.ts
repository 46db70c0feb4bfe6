import { pdfOf } from './pdfs.ts'

/** PDFs with a layout, as word processors write them. */

type Pdf = PDFKit.PDFDocument

async function drawn(draw: (pdf: Pdf) => void) {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({ size: 'A4', margin: 64 })
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve) => pdf.on('data', (part: Buffer) => parts.push(part)).on('end', resolve))
  pdf.font('Helvetica').fontSize(11)
  draw(pdf)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

const LONG =
  'The linen room closes at six in the evening, and whoever needs sheets after that asks the night porter, who writes every piece into the book with the number of the room.'
const OTHER =
  'Stained pieces go into the red bag. They are never mixed with the others, because one lipstick can spoil a whole drum of white towels.'

/** A heading, paragraphs, nested lists, a table, a word divided at a line's end, and a foot that repeats. */
export const handbook = () =>
  drawn((pdf) => {
    const foot = (page: number) => {
      const { bottom } = pdf.page.margins
      pdf.page.margins.bottom = 0
      pdf.fontSize(8).text(`Linen handbook, page ${page} of 3`, 64, 805, { lineBreak: false })
      pdf.page.margins.bottom = bottom
      pdf.fontSize(11)
    }
    pdf.fontSize(24).text('Linen handbook').fontSize(11).moveDown()
    pdf.text(LONG, { lineGap: 2 }).moveDown(0.7)
    pdf.text(OTHER, { lineGap: 2 }).moveDown()
    pdf.fontSize(16).text('Counting').fontSize(11).moveDown(0.5)
    pdf.text('•  Count the sheets of each floor.').moveDown(0.2)
    const x = pdf.x
    pdf.text('–  Torn ones apart.', x + 20).moveDown(0.2)
    pdf.text(`•  ${LONG}`, x, pdf.y, { indent: 0 }).moveDown(0.2)
    pdf.text('1.  Close the door.').text('2.  Lock it.').text('3.  Hang up the key.').moveDown()
    for (const [piece, count] of [
      ['Sheets', '120'],
      ['Towels', '340'],
    ]) {
      const y = pdf.y
      pdf.text(piece ?? '', x, y).text(count ?? '', x + 200, y)
    }
    foot(1)
    pdf.addPage()
    pdf.text('Every floor has a cupboard, and its key hangs at the reception on the board behind the pig-', 64, 80)
    pdf.text('eonholes. Somebody from the house-keeping is always near, and whoever needs house-')
    pdf.text('keeping calls them.')
    foot(2)
    pdf.addPage()
    pdf.text(LONG, 64, 80, { columns: 2, columnGap: 20, width: 460, height: 60 })
    foot(3)
  })

/** A procedure of many pages. */
export const longHandbook = (pages: number) =>
  drawn((pdf) => {
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) pdf.addPage()
      pdf.fontSize(18).text(`Chapter ${page}`).fontSize(11).moveDown()
      for (let at = 0; at < 8; at += 1) pdf.text(at % 2 ? OTHER : LONG).moveDown(0.7)
    }
  })

/** Arabic letters by their names, in the order of their codes from 65 on. */
const LETTERS = { ا: 'afii57415', ل: 'afii57444', م: 'afii57445', ن: 'afii57446', ش: 'afii57428', ف: 'afii57441' }

/** Words of the letters الم نشف, written from right to left, a line for each text. */
export function arabicPdf(lines: string[]) {
  const codes = new Map(Object.keys(LETTERS).map((letter, at) => [letter, String.fromCharCode(65 + at)]))
  const widths = Object.keys(LETTERS).map(() => 500)
  const written = lines.map((line, at) => {
    // Programs write the letters as they stand on the page, from left to right.
    const visual = Array.from(line, (letter) => codes.get(letter) ?? ' ').reverse()
    return `BT /F1 12 Tf ${500 - visual.length * 6} ${780 - at * 40} Td (${visual.join('')}) Tj ET`
  })
  return pdfOf({
    font: `<< /Type /Font /Subtype /Type1 /BaseFont /Arabic /FirstChar 65 /LastChar ${64 + widths.length} /Widths [${widths.join(' ')}]
      /Encoding << /Type /Encoding /Differences [65 ${Object.values(LETTERS)
        .map((name) => `/${name}`)
        .join(' ')}] >> >>`,
    content: { dictionary: '', bytes: Buffer.from(written.join('\n')) },
  })
}

/** A page with a picture of text and no letters. */
export const scannedPdf = () =>
  pdfOf({ content: { dictionary: '', bytes: Buffer.from('0.2 g 60 700 300 12 re f 60 680 280 12 re f') } })
