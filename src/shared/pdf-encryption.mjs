/**
 * Plain JavaScript, because the server's thread that reads PDFs uses it as it is, beside the browser's viewer.
 */

const ENTRY = /\/Encrypt\s+(\d+)\s+(\d+)\s+R/g
/** As long as the name that it takes the place of. */
const OTHER_NAME = Uint8Array.from('/Ignored', (character) => character.charCodeAt(0))

/**
 * Lets a PDF be opened whose pages are not encrypted, but only its attachments: pdf.js asks for the password of such a
 * file at once. Its trailer then no longer leads to the encryption; changes the bytes, and says whether it has.
 * @param {Uint8Array} bytes The whole file.
 * @param {string} text The same, with a character for each byte.
 */
export function openEncryptedAttachments(bytes, text) {
  const entries = [...text.matchAll(ENTRY)]
  const encryptsPages = entries.some(([, number, generation]) => !isOfAttachments(text, `${number} ${generation} obj`))
  if (entries.length === 0 || encryptsPages) return false
  for (const { index } of entries) bytes.set(OTHER_NAME, index)
  return true
}

/**
 * Whether an encryption leaves streams and strings as they are, as it does by default.
 * @param {string} text @param {string} begin
 */
function isOfAttachments(text, begin) {
  const at = text.search(new RegExp(`(?<!\\d)${begin}`))
  const dictionary = at === -1 ? '' : text.slice(at, text.indexOf('endobj', at))
  return /\/V\s+[45]\b/.test(dictionary) && !/\/St[mr]F\s*\/(?!Identity\b)/.test(dictionary)
}
