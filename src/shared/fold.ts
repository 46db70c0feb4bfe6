/** Letters that Unicode does not take apart into a base letter and an accent, and sigma's form at the end of a word. */
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

/**
 * Text without case and accents, for comparing what people type: "Ångström" gives "angstrom". Taken apart before it is made
 * small, as a sign such as "№" holds capitals; folded again it stays the same.
 */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđłıþðς]/g, (letter) => LETTERS[letter] ?? letter)
