/** Letters that Unicode does not take apart into a base letter and an accent. */
const LIGATURES: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th', ð: 'd' }

/** Text without case and accents, for comparing what people type: "Ångström" gives "angstrom". */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđłıþð]/g, (letter) => LIGATURES[letter] ?? letter)
