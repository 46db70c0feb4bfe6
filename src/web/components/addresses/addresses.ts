const ADDRESS = /https?:\/\/[^\s<>"“”„«»‹›「」]+/gu
/** Signs that end the sentence around an address, or close a bracket or quotation that was opened before it. */
const ENDING = /[.,;:!?'’‘…،؛؟。)\]}]$/u
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** The web addresses in a text. A closing bracket belongs to its opening one, as in an encyclopaedia's. */
export const addressesIn = (text: string): { address: string; index: number }[] =>
  Array.from(text.matchAll(ADDRESS)).flatMap(({ 0: found, index }) => {
    let address = found
    while (ENDING.test(address) && !closesItself(address)) address = address.slice(0, -1)
    return /^https?:\/\/./u.test(address) ? [{ address, index }] : []
  })

/** Whether an address ends with a bracket that was opened within it. */
function closesItself(address: string) {
  const closing = address.slice(-1)
  const opening = OPENING[closing]
  return opening !== undefined && countOf(address, opening) >= countOf(address, closing)
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1
