/** Characters of Windows-1252 from 0x80 to 0x9F, by their code. Five codes have none. All others are as in Latin-1. */
const FROM_80 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'
const special = new Map([...FROM_80].flatMap((sign, at) => (sign === '\0' ? [] : [[sign, 0x80 + at] as const])))

const codeOf = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : special.get(sign)
}

/**
 * A text in Windows-1252, which programs call ANSI. A letter that it lacks loses its accent ("ć" is "c"), and any other
 * sign becomes "?".
 */
export function windows1252(text: string): Uint8Array {
  const codes: number[] = []
  for (const sign of text.normalize('NFC')) {
    const code = codeOf(sign) ?? codeOf(sign.normalize('NFD').charAt(0))
    codes.push(code ?? 0x3f)
  }
  return Uint8Array.from(codes)
}
