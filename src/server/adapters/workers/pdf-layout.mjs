import { blocksOf } from './pdf-blocks.mjs'
import { hyphenatedIn } from './pdf-words.mjs'

/**
 * The layout of a document that is read in parts: facts about earlier pages help with later ones.
 * @typedef {import('./pdf-lines.mjs').Line} Line
 * @typedef {import('../../../shared/sops.ts').SopTextBlock} Block
 * @typedef {{ lines: Line[], height: number }} Page
 */

/** Heads and feet stand within this share of the page's height, and repeat on so many pages. */
const MARGIN = 0.1
const MIN_REPEATS = 3
const MAX_HYPHENATED = 10_000

/** Creates the layout of one document. */
export function createLayout() {
  /** Letters of each size, in half points. @type {Map<number, number>} */
  const sizes = new Map()
  /** Distances of lines in sizes of their letters, in hundredths. @type {Map<number, number>} */
  const leadings = new Map()
  /** @type {Map<string, number>} */
  const margins = new Map()
  /** @type {Set<string>} */
  const words = new Set()
  let pageCount = 0

  /** @param {Line[]} lines @param {number} height */
  function learn(lines, height) {
    pageCount += 1
    for (const [at, line] of lines.entries()) {
      add(sizes, Math.round(line.size * 2), line.text.length)
      const next = lines[at + 1]
      const distance = next ? Math.round(((line.y - next.y) / line.size) * 100) : 0
      if (next?.size === line.size && distance > 80 && distance < 300) add(leadings, distance, 1)
      if (words.size < MAX_HYPHENATED) for (const word of hyphenatedIn(line.text)) words.add(word)
    }
    const seen = new Set(lines.filter((line) => isInMargin(line, height)).map(keyOf))
    for (const key of seen) add(margins, key, 1)
  }

  /**
   * Whether a line is a running head or foot. In large letters it is a heading: "Step 1", "Step 2".
   * @param {Line} line @param {number} height @param {number} body
   */
  function isRunning(line, height, body) {
    if (!isInMargin(line, height) || line.size > body * 1.1) return false
    return (margins.get(keyOf(line)) ?? 0) >= Math.max(MIN_REPEATS, pageCount / 3)
  }

  return {
    /** The blocks of the next pages. @param {Page[]} pages @returns {Block[][]} */
    add(pages) {
      for (const { lines, height } of pages) learn(lines, height)
      const body = mostCommon(sizes) / 2 || 10
      // A quarter of all distances are those within paragraphs, even if most paragraphs have one line.
      const usual = quarterOf(leadings) / 100 || 1.2
      const measures = { body, words, leading: (/** @type {number} */ size) => size * usual }
      return pages.map(({ lines, height }) =>
        blocksOf(
          lines.filter((line) => !isRunning(line, height, body)),
          measures,
        ).filter(({ text }) => text !== ''),
      )
    },
  }
}

/** @param {Line} line @param {number} height */
const isInMargin = ({ y }, height) => y < height * MARGIN || y > height * (1 - MARGIN)

/** Page numbers differ. @param {Line} line */
const keyOf = ({ text }) => text.replace(/\p{N}+/gu, '0')

/** @template K @param {Map<K, number>} counts @param {K} key @param {number} count */
const add = (counts, key, count) => counts.set(key, (counts.get(key) ?? 0) + count)

/** @param {Map<number, number>} counts */
const mostCommon = (counts) => [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]

/** @param {Map<number, number>} counts */
function quarterOf(counts) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let passed = 0
  for (const [value, count] of [...counts].sort(([one], [other]) => one - other)) {
    passed += count
    if (passed >= total / 4) return value
  }
  return 0
}
