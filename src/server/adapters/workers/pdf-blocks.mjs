import { joinLines } from './pdf-words.mjs'

/**
 * Makes headings, paragraphs and lists of the lines of pages, as far as the sizes and positions of letters tell. A PDF
 * does not say which lines belong together: these are the rules by which a reader would guess.
 * @typedef {import('./pdf-lines.mjs').Line} Line
 * @typedef {import('../../../shared/sops.ts').SopTextBlock} Block
 * @typedef {object} Measures common facts of a document's lines
 * @property {number} body the size of most letters
 * @property {(size: number) => number} leading the usual distance of two lines of this size
 * @property {Set<string>} words of all lines, to recognise words with a hyphen of their own
 * @typedef {Block & { lines: Line[], number?: number }} Draft a block that may get more lines
 */

const BULLET = /^([•●▪■◦○‣⁃∙·*–—\-➢➤✓✔❖\uf000-\uf0ff])[\t ]+(?=\S)|^(o)\t(?=\S)/u
const NUMBER =
  /^(\(?(?:\d{1,3}(?:\.\d{1,3}){0,3}|\p{L}|[ivx]{1,4})[.)]|\d{1,3}(?:\.\d{1,3}){1,3}(?![.,]?\d))[\t ]+(?=\S)/iu
/** A number alone in a cell of its own. It is an item's if it goes on counting. */
const CELL_NUMBER = /^(\d{1,3})\t(?=\S)/
const PLAIN_BULLETS = /^[–—\-*·✓✔]$/
const ENDS_SENTENCE = /[.!?:;…。！？؟]["'”’»)]*$/u
const BEGINS_LOW = /^\p{Ll}/u

const MAX_HEADING_LENGTH = 200
const MAX_LEVEL = 3
/** A narrower column is not taken for one, in sizes of the letters, or as a share of the page's longest line. */
const MIN_COLUMN = 16
const MIN_COLUMN_SHARE = 0.45

/**
 * @param {Line[]} lines of one page
 * @param {Measures} measures
 * @returns {Block[]}
 */
export function blocksOf(lines, measures) {
  /** @type {Draft[]} */
  const drafts = []
  /** @type {number[]} */
  let indents = []
  for (const [at, line] of lines.entries()) {
    const last = drafts.at(-1)
    const before = last?.lines.at(-1)
    const level = headingLevel(line, lines[at + 1], before, measures)
    if (level > 0) {
      if (last && before && last.level === level && last.kind === 'heading' && isNear(before, line, measures))
        last.lines.push(line)
      else drafts.push({ kind: 'heading', level, text: '', lines: [line] })
      indents = []
      continue
    }
    const goesOn =
      last !== undefined &&
      before !== undefined &&
      last.kind !== 'heading' &&
      isContinued(last, before, line, columnEnd(lines, at - 1, measures), measures)
    const found = markerOf(line, last, goesOn)
    if (found) {
      indents = indents.filter((indent) => indent < line.start - line.size * 0.5)
      drafts.push({ kind: 'item', ...found, level: Math.min(indents.length, MAX_LEVEL), text: '', lines: [line] })
      indents.push(line.start)
    } else if (goesOn) last.lines.push(line)
    else drafts.push({ kind: 'paragraph', text: '', lines: [line] })
  }
  return drafts.map((draft) => finished(draft, measures))
}

/** @param {Draft} draft @param {Measures} measures @returns {Block} */
function finished({ kind, level, marker, lines }, { words }) {
  const texts = lines.map(({ text }, at) => (at === 0 && kind === 'item' ? text.replace(prefixOf(text), '') : text))
  const text = joinLines(texts, words)
  if (kind === 'heading' && text.length > MAX_HEADING_LENGTH) return { kind: 'paragraph', text }
  return { kind, ...(level !== undefined && { level }), ...(marker !== undefined && { marker }), text }
}

const prefixOf = (/** @type {string} */ text) =>
  (BULLET.exec(text) ?? NUMBER.exec(text) ?? CELL_NUMBER.exec(text))?.[0] ?? ''

/**
 * The level of a heading by its size; 0 for other lines. Letters that are hardly larger than the others make a heading
 * only if the line is short and stands alone.
 * @param {Line} line @param {Line | undefined} next @param {Line | undefined} before @param {Measures} measures
 */
function headingLevel(line, next, before, measures) {
  const ratio = line.size / measures.body
  if (ratio >= 1.7) return 1
  if (ratio >= 1.35) return 2
  if (ratio >= 1.15) return 3
  const isAlone = (!before || before.size !== line.size) && (!next || next.size !== line.size)
  return ratio >= 1.05 && isAlone && line.text.length <= 80 && !ENDS_SENTENCE.test(line.text) ? 3 : 0
}

/**
 * Whether a line follows another at the usual distance. @param {Line} one @param {Line} next @param {Measures} measures
 */
function isNear(one, next, { leading }) {
  const distance = one.y - next.y
  return distance > 0 && distance <= Math.max(leading(next.size) * 1.3, next.size * 1.3)
}

/**
 * Whether a line goes on with the block. A line ends where the next word does not fit in any more; else it ended on
 * purpose.
 * @param {Draft} last @param {Line} before @param {Line} line @param {number} edge @param {Measures} measures
 */
function isContinued(last, before, line, edge, measures) {
  if (Math.abs(line.size - before.size) > 0.6) return false
  const isFull = before.end + before.size * 0.25 + line.firstWord > edge
  // A column, or the page's foot, lies between them.
  if (line.y > before.y) return !ENDS_SENTENCE.test(before.text) && BEGINS_LOW.test(line.text)
  if (!isNear(before, line, measures) || isRow(before, last) || isRow(line, undefined)) return false
  const [first] = last.lines
  const indent = first ? line.start - (last.lines.length === 1 ? first.textStart : before.start) : 0
  if (last.kind === 'item' && first) {
    const isBelow = line.start > first.start + line.size * 0.3 || indent > -line.size * 3
    return isBelow && (isFull || BEGINS_LOW.test(line.text))
  }
  if (indent > line.size * 0.8 && ENDS_SENTENCE.test(before.text)) return false
  if (indent < -line.size * 0.8 && last.lines.length > 1) return false
  return isFull
}

/** Whether a line is a row of a table, but no list item. @param {Line} line @param {Draft | undefined} item */
const isRow = ({ text }, item) =>
  (item?.kind === 'item' && item.lines.length === 1 ? text.replace(prefixOf(text), '') : text).includes('\t')

/**
 * The position where lines of a column end: where the paragraph's lines do, but no less than columns usually have.
 * @param {Line[]} lines @param {number} at @param {Measures} measures
 */
function columnEnd(lines, at, measures) {
  const line = lines[at]
  if (!line) return 0
  const isBeside = (/** @type {Line} */ other) =>
    Math.abs(other.start - line.start) < line.size * 4 && Math.abs(other.size - line.size) < line.size * 0.2
  let edge = line.end
  for (const step of [-1, 1]) {
    for (let next = at + step; ; next += step) {
      const [one, other] = [lines[next - step], lines[next]]
      if (
        !one ||
        !other ||
        !isBeside(other) ||
        !(step === 1 ? isNear(one, other, measures) : isNear(other, one, measures))
      )
        break
      edge = Math.max(edge, other.end)
    }
  }
  const longest = lines.reduce((most, other) => (isBeside(other) ? Math.max(most, other.end) : most), edge)
  return Math.max(edge, line.start + (longest - line.start) * MIN_COLUMN_SHARE, line.start + line.size * MIN_COLUMN)
}

/**
 * The marker with which a line begins an item. Within a paragraph a line may begin with a number by chance.
 * @param {Line} line @param {Draft | undefined} last @param {boolean} goesOn
 */
function markerOf({ text, start, size }, last, goesOn) {
  const bullet = BULLET.exec(text)
  if (bullet) {
    const sign = bullet[1] ?? ''
    if (!goesOn || !PLAIN_BULLETS.test(sign) || last?.marker === sign)
      return { marker: PLAIN_BULLETS.test(sign) ? sign : '•' }
  }
  const cell = Number(CELL_NUMBER.exec(text)?.[1] ?? Number.NaN)
  const count = last?.kind === 'item' ? (last.number ?? 0) : 0
  if (cell === 1 || (cell === count + 1 && count > 0)) return { marker: String(cell), number: cell }
  const sign = NUMBER.exec(text)?.[1]
  if (sign === undefined) return undefined
  const number = Number(/\d+/.exec(sign)?.[0] ?? 0)
  const [first] = last?.lines ?? []
  const goesOnCounting = last?.kind === 'item' && number === count + 1 && first && Math.abs(first.start - start) < size
  return goesOn && !goesOnCounting ? undefined : { marker: sign, number }
}
