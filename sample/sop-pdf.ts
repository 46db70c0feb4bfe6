import type { SampleSop } from './sops.ts'

const ink = '#20231f'
const quiet = '#6a6f66'
const accent = '#1f6b57'
const MARGIN = 64

/** A procedure as a PDF: what it is and what is in it on the first page, then a page for each chapter. */
export async function pdfOfSop({ title, department, chapters }: SampleSop, version: string): Promise<Buffer> {
  // Not at the top: every start would load it, and only the first of a sample hotel needs it.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: 'The sample hotel', Subject: `Version ${version}` },
  })
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve) => pdf.on('data', (part: Buffer) => parts.push(part)).on('end', resolve))
  const foot = (page: number) => {
    const y = pdf.page.height - 44
    // Below the margin, where pdfkit would begin another page.
    pdf.page.margins.bottom = 0
    pdf.font('Helvetica').fontSize(8.5).fillColor(quiet)
    pdf.text(`${title} · version ${version}`, MARGIN, y, { lineBreak: false })
    pdf.text(`${page} / ${chapters.length + 1}`, MARGIN, y, { align: 'right' })
    pdf.page.margins.bottom = MARGIN
  }

  pdf.rect(0, 0, pdf.page.width, 10).fill(accent)
  pdf
    .font('Helvetica')
    .fontSize(10)
    .fillColor(quiet)
    .text('STANDARD OPERATING PROCEDURE', MARGIN, 96, { characterSpacing: 1 })
  pdf.moveDown(0.6).font('Helvetica-Bold').fontSize(28).fillColor(ink).text(title, { characterSpacing: 0 })
  pdf.moveDown(0.5).font('Helvetica').fontSize(12).fillColor(quiet)
  pdf.text(`${department ?? 'All departments'}   ·   Version ${version}`)
  pdf.moveDown(2.4).font('Helvetica-Bold').fontSize(13).fillColor(ink).text('In this procedure')
  pdf.moveDown(0.5).font('Helvetica').fontSize(12)
  for (const [at, { heading }] of chapters.entries()) {
    const y = pdf.y
    pdf.fillColor(ink).text(`${at + 1}.  ${heading}`, MARGIN, y)
    pdf.fillColor(quiet).text(String(at + 2), MARGIN, y, { align: 'right' })
    pdf.moveDown(0.45)
  }
  foot(1)

  for (const [at, { heading, about, steps, note }] of chapters.entries()) {
    pdf.addPage()
    pdf
      .font('Helvetica-Bold')
      .fontSize(20)
      .fillColor(ink)
      .text(`${at + 1}.  ${heading}`, MARGIN, 80)
    pdf.moveDown(0.5).font('Helvetica').fontSize(12).fillColor(quiet).text(about, { lineGap: 3 })
    pdf.moveDown(1.2)
    for (const [step, words] of steps.entries()) {
      const y = pdf.y
      pdf
        .font('Helvetica-Bold')
        .fillColor(accent)
        .text(`${step + 1}`, MARGIN, y)
      pdf
        .font('Helvetica')
        .fillColor(ink)
        .text(words, MARGIN + 26, y, { lineGap: 3 })
      pdf.moveDown(0.8)
    }
    if (note) {
      pdf.moveDown(0.6)
      const y = pdf.y
      const height = pdf.font('Helvetica').heightOfString(note, { width: 420, lineGap: 3 })
      pdf.rect(MARGIN, y - 4, 3, height + 8).fill(accent)
      pdf.fillColor(ink).text(note, MARGIN + 16, y, { width: 420, lineGap: 3 })
    }
    foot(at + 2)
  }
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
