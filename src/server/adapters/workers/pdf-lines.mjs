/**
 * Puts the pieces of text of a PDF's page together as lines. Positions run in the direction of reading: in a line from
 * right to left, `start` and `end` are mirrored. So the rules for paragraphs hold for both directions.
 *
 * @typedef {import('pdfjs-dist/types/src/display/api.js').TextItem} Item
 *
 * @typedef {object} Line
 * @property {string} text its cells, if they stand far apart, with tabs between them
 * @property {number} size of the letters, in points, as the positions
 * @property {number} start where it begins
 * @property {number} textStart where the text begins behind a first short cell, such as a number; else `start`
 * @property {number} end
 * @property {number} y the base line, from the bottom
 * @property {number} firstWord the width of its first word
 *
 * @typedef {object} Piece
 * @property {string} text
 * @property {boolean} isRtl
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} size
 * @property {number} turn quarter turns of its direction
 */

/** A gap that parts two cells, in sizes of the letters: behind a number or bullet less than elsewhere. */
const CELL_GAP = 2
const MARKER_GAP = 1.2
const MAX_MARKER_LENGTH = 5
/** A gap that parts two words. */
const WORD_GAP = 0.15

/**
 * @param {Item[]} items in the order of the page's content, which most documents are read in
 * @returns {Line[]}
 */
export function linesOf(items) {
  /** @type {Line[]} */
  const lines = []
  /** @type {Piece[]} */
  let pieces = []
  let isBlank = false
  const end = () => {
    if (pieces.length > 0) lines.push(lineOf(pieces))
    pieces = []
    isBlank = false
  }
  for (const item of items) {
    const piece = pieceOf(item)
    if (piece.text.trim() === '') {
      // A gap drawn as a space may be wide. The next piece shows how wide.
      isBlank = true
      continue
    }
    const last = pieces.at(-1)
    if (last && !isSameLine(last, piece)) end()
    if (isBlank && pieces.length > 0) piece.text = ` ${piece.text}`
    isBlank = false
    pieces.push(piece)
  }
  end()
  return lines
}

/** @param {Item} item @returns {Piece} */
function pieceOf({ str, dir, transform, width }) {
  const [a, b, c, d, x, y] = transform
  const turn = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4
  const [along, across] = [
    [x, y],
    [y, -x],
    [-x, -y],
    [-y, x],
  ][turn] ?? [x, y]
  return {
    ...{ text: str, isRtl: dir === 'rtl', x: along ?? 0, y: across ?? 0, width, turn },
    size: Math.hypot(c, d) || Math.hypot(a, b) || 1,
  }
}

/** Raised and lowered letters belong to the line. @param {Piece} last @param {Piece} next */
function isSameLine(last, next) {
  const size = Math.max(last.size, next.size)
  if (last.turn !== next.turn || Math.abs(last.y - next.y) > size * 0.5) return false
  // The next column may begin at the same height: further back.
  return last.isRtl || next.isRtl || next.x > last.x - size
}

/** @param {Piece[]} pieces @returns {Line} */
function lineOf(pieces) {
  const letters = (/** @type {boolean} */ isRtl) =>
    pieces.reduce((sum, piece) => sum + (piece.isRtl === isRtl ? piece.text.length : 0), 0)
  const isRtl = letters(true) > letters(false)
  const startOf = (/** @type {Piece} */ piece) => (isRtl ? -(piece.x + piece.width) : piece.x)
  // Some programs write a line from right to left word by word, from left to right.
  const ordered = isRtl ? [...pieces].sort((one, other) => startOf(one) - startOf(other)) : pieces
  const largest = ordered.reduce((most, piece) => (piece.text.length > most.text.length ? piece : most))
  const start = ordered[0] ? startOf(ordered[0]) : 0
  let text = ''
  let end = start
  let textStart = start
  for (const piece of ordered) {
    const gap = (startOf(piece) - end) / largest.size
    const isMarker = text.trim().length <= MAX_MARKER_LENGTH
    if (text !== '' && gap > (isMarker ? MARKER_GAP : CELL_GAP)) {
      if (isMarker) textStart = startOf(piece)
      text = `${text.trimEnd()}\t${piece.text.trimStart()}`
    } else text += gap > WORD_GAP && text !== '' && !/\s$/.test(text) ? ` ${piece.text.trimStart()}` : piece.text
    end = Math.max(end, startOf(piece) + piece.width)
  }
  const tidied = tidy(text)
  const [word = ''] = tidied.split(/\s/, 1)
  return {
    ...{ text: tidied, size: largest.size, start, textStart, end, y: ordered[0]?.y ?? 0 },
    firstWord: (word.length / Math.max(1, tidied.length)) * (end - start),
  }
}

/** Removes characters that the database and a screen cannot hold. @param {string} text */
const tidy = (text) =>
  text
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
    .replace(/[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/g, ' ')
    .replace(/ *\t[ \t]*/g, '\t')
    .replace(/ {2,}/g, ' ')
    .trim()
