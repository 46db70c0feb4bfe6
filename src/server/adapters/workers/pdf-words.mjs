/** Joins the lines of a paragraph. */

/** Scripts that put no spaces between words. */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
const ENDS_UNSPACED = new RegExp(`${UNSPACED}[、。，．！？」』）]?$`, 'u')
const BEGINS_UNSPACED = new RegExp(`^[「『（]?${UNSPACED}`, 'u')
const HALF_WORD = /(\p{L}{2,})[-\u2010]$/u
const OTHER_HALF = /^\p{Ll}+/u
const HYPHENATED = /\p{L}+(?:[-\u2010]\p{L}+)+/gu
const SOFT_HYPHEN = /\u00ad/g

/**
 * The lines as one text. A hyphen at a line's end divides a word, and goes. It stays if the document has the word with
 * a hyphen elsewhere.
 * @param {string[]} lines
 * @param {Set<string>} hyphenated the finds of `hyphenatedIn` in all lines
 */
export function joinLines(lines, hyphenated) {
  const [first = '', ...others] = lines
  return others
    .reduce((text, line) => {
      if (text.endsWith('\u00ad')) return text + line
      const half = HALF_WORD.exec(text)?.[1]
      const other = OTHER_HALF.exec(line)?.[0]
      if (half !== undefined && other !== undefined)
        return hyphenated.has(`${half}-${other}`.toLowerCase()) ? text + line : text.slice(0, -1) + line
      return ENDS_UNSPACED.test(text) && BEGINS_UNSPACED.test(line) ? text + line : `${text} ${line}`
    }, first)
    .replace(SOFT_HYPHEN, '')
}

/** The words with a hyphen that stand within a line, in lower case. @param {string} line @returns {string[]} */
export const hyphenatedIn = (line) =>
  (line.match(HYPHENATED) ?? []).map((word) => word.replaceAll('\u2010', '-').toLowerCase())
