/** Letters that Unicode does not decompose into a base letter and an accent, and the form of sigma at the end of a word. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ð: 'd',
  ς: 'σ',
}
const letters = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Text without case and accents, to compare what people type: "Ångström" becomes "angstrom". Folding twice gives the same as folding
 * once. Decomposition comes before lower case, because a character such as "№" contains a capital.
 */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(letters, (letter) => LETTERS[letter] ?? letter)
