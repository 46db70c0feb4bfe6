/**
 * Text in the form in which it is compared: for searches, for lists sorted by name, and for names that must not occur
 * twice. Change FOLD_VERSION with it, because the database holds folded text.
 */

/** The version of the rules of folded text. After an upgrade, a job folds again the texts of earlier rules. */
export const FOLD_VERSION = 3

/** Letters that Unicode does not decompose, and others that people use for one another. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th', ð: 'd' },
  // The form of sigma at the end of a word.
  ς: 'σ',
  // Ukrainian letters that other Cyrillic keyboards lack. As its own letter, і would be sorted behind я.
  ...{ ґ: 'г', є: 'е', і: 'и' },
  // Arabic letters that people use for one another; Unicode decomposes أ, إ, آ, ؤ and ئ. A tatweel only stretches.
  ...{ ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ـ: '' },
  ...digits('٠١٢٣٤٥٦٧٨٩'),
  ...digits('۰۱۲۳۴۵۶۷۸۹'),
  // Signs that look alike, or that keyboards and text programs put in place of one another.
  ...alike("'", '’‘‚‛ʼ`′‹›'),
  ...alike('"', '“”„‟«»〝〞〟❝❞'),
  ...alike('/', '⁄∕'),
  '−': '-',
  '⁃': '-',
  '×': 'x',
}
const TO_REPLACE = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

function alike(plain: string, signs: string) {
  return Object.fromEntries(Array.from(signs, (sign) => [sign, plain]))
}

function digits(signs: string) {
  return Object.fromEntries(Array.from(signs, (sign, value) => [sign, String(value)]))
}

/** In Cyrillic an apostrophe stands within a word, and people leave it out. Elsewhere it parts words: "l'hôtel". */
const CYRILLIC_APOSTROPHE = /(\p{Script=Cyrillic})'(?=\p{Script=Cyrillic})/gu

/** Nobody sees them: soft hyphens, joiners, byte order marks, marks of direction. They come with pasted text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\0-\x08\x0e-\x1f\x7f-\x9f]/gu
const DASH = /\p{Pd}/gu
const SPACE = /[\p{Zs}\p{Zl}\p{Zp}]/gu

/**
 * Most texts are plain: letters without accents, digits and signs, but no backtick. In them only the case is folded.
 */
const PLAIN = /^[\n -_a-~]*$/

/**
 * Text without case, accents and invisible characters, and with one sign for all that look alike, to compare typed
 * text: "Ångström" becomes "angstrom". Folding twice gives the same as folding once. Decomposition comes before lower
 * case, because a character such as "№" contains a capital.
 */
export function fold(text: string) {
  if (PLAIN.test(text)) return text.toLowerCase()
  const folded = text
    // Their decompositions are others: a space, and two single ones.
    .replaceAll('´', "'")
    .replaceAll(/[\u2033\u2036]/g, '"')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(UNSEEN, '')
    .replace(DASH, '-')
    .replace(SPACE, ' ')
    .replace(TO_REPLACE, (letter) => LETTERS[letter] ?? letter)
  return folded.includes("'") ? folded.replace(CYRILLIC_APOSTROPHE, '$1') : folded
}

/** A folded name without signs and spaces, so that "Front-Office" is "front office". */
export const bareName = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '')

/** How people write these letters who do not have them. Without this, ä is only found as a. */
export const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const TO_SPELL = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gi')

/** Text with ä, ö, ü, ø and å spelled out, as in "Mueller". Text without them stays as it is. */
export function spellOut(text: string) {
  if (PLAIN.test(text)) return text
  const composed = text.normalize('NFC')
  if (composed.search(TO_SPELL) === -1) return text
  return composed.replace(TO_SPELL, (letter) => SPELLED[letter.toLowerCase()] ?? letter)
}

/** Folded text to search in. Behind it stand those words once more that have another form when they are spelled out. */
export function searchable(text: string) {
  const [folded, spelled] = [fold(text), spellOut(text)]
  if (spelled === text) return folded
  const known = new Set(folded.split(/\s+/))
  const words = new Set(fold(spelled).split(/\s+/))
  return [folded, ...Array.from(words).filter((word) => !known.has(word))].join(' ')
}

/** The words of a search, each once, in every form in which searchable text may have it. */
export function searchWords(search: string): string[][] {
  const [folded = [], spelled = []] = [fold(search), fold(spellOut(search))].map((text) => text.split(/\s+/))
  const forms = new Map(folded.map((word, at) => [word, [...new Set([word, spelled[at] ?? word])]]))
  forms.delete('')
  return [...forms.values()]
}

/** Whether searchable text has all words of a search. */
export const hasWords = (text: string, words: string[][]) =>
  words.every((forms) => forms.some((form) => text.includes(form)))
