import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pdfOfSop } from '../../../sample/sop-pdf.ts'
import { type SampleSop, sampleSops } from '../../../sample/sops.ts'
import { arabicPdf, handbook, longHandbook, scannedPdf } from '../../../test/support/laid-out-pdfs.ts'
import { pdfInCodes, pdfOf } from '../../../test/support/pdfs.ts'
import type { SopTextBlock } from '../../shared/sops.ts'
import { openPdfReader } from './pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-layout-'))
const reader = openPdfReader()
afterAll(async () => {
  await reader.close()
  rmSync(folder, { recursive: true, force: true })
})

const WHOEVER = 'Whoever loses one pays what the laundry charges for a new one, which is'

async function pagesOf(content: Buffer) {
  const path = join(folder, 'one.pdf')
  writeFileSync(path, content)
  const pages: SopTextBlock[][] = []
  await reader.readText(path, async ({ blocks }) => {
    pages.push(...blocks)
    return true
  })
  return pages
}
/** One line for each block: its kind and its beginning. */
const outline = (page: SopTextBlock[] | undefined) =>
  page?.map(({ kind, level = '', marker, text }) =>
    [`${kind}${level}`, ...(marker ? [marker] : []), text.slice(0, 24)].join(' '),
  )

describe('a handbook', async () => {
  const [first, second, third] = await pagesOf(await handbook())

  test('has headings, paragraphs, nested lists and rows, and no feet that repeat', () => {
    expect(outline(first)).toEqual([
      'heading1 Linen handbook',
      'paragraph The linen room closes at',
      'paragraph Stained pieces go into t',
      'heading2 Counting',
      'item0 • Count the sheets of each',
      'item1 – Torn ones apart.',
      'item0 • The linen room closes at',
      'item0 1. Close the door.',
      'item0 2. Lock it.',
      'item0 3. Hang up the key.',
      'paragraph Sheets\t120',
      'paragraph Towels\t340',
    ])
    expect(first?.[6]?.text).toMatch(/^The linen room .* number of the room\.$/)
  })

  test('has its words whole, whether a line or a column ends within them', () => {
    expect(second?.map(({ text }) => text)).toEqual([
      'Every floor has a cupboard, and its key hangs at the reception on the board behind the pigeonholes. Somebody from the house-keeping is always near, and whoever needs house-keeping calls them.',
    ])
    expect(third?.map(({ text }) => text)).toEqual([first?.[1]?.text])
  })
})

test('the steps of a procedure are the items of a list', async () => {
  const pages = await pagesOf(
    await pdfOfSop(sampleSops.find(({ title }) => title === 'Turning over a guest room') as SampleSop, '2.0'),
  )
  expect(outline(pages[3])).toEqual([
    'heading2 3. The bed',
    'paragraph The bed is what the gues',
    'item0 1 Look at the mattress pro',
    'item0 2 Pull the bottom sheet ti',
    'item0 3 Duvet seam to the foot, ',
    'item0 4 Smooth with the flat han',
    'paragraph Two people lift a king-s',
  ])
})

test.each([
  ['from right to left', arabicPdf(['المنشف', 'شال ملفنا']), ['المنشف', 'شال ملفنا']],
  [
    'without spaces between words',
    pdfInCodes('japanese', '客室のタオルを交換してください客室のタオルを交換してください客室の\nタオル'),
    ['客室のタオルを交換してください客室のタオルを交換してください客室のタオル'],
  ],
  [
    'with a sum at the beginning of a line',
    pdfOf({ pages: [`${WHOEVER}\n3.5 euros a piece.`] }),
    [`${WHOEVER} 3.5 euros a piece.`],
  ],
  ['of a scanned page', scannedPdf(), []],
  ['with signs that no database holds', pdfOf({ pages: ['a\\000b\\001c'] }), ['a\\000b\\001c']],
])('a text %s', async (_, content, texts) => {
  const [page] = await pagesOf(content)
  expect(page?.map(({ text }) => text)).toEqual(texts)
})

test('a hundred pages come in parts, each with its heading', async () => {
  const pages = await pagesOf(await longHandbook(100))
  expect(pages).toHaveLength(100)
  expect(pages.map(([heading]) => heading?.text)).toEqual(pages.map((_, at) => `Chapter ${at + 1}`))
  expect(new Set(pages.map((page) => page.length))).toEqual(new Set([9]))
})
