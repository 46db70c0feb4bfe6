/** The older encodings in which spreadsheets save text, by the language of the person who saves. */
const olderEncodings: Record<string, string[]> = {
  pl: ['windows-1250', 'iso-8859-2', 'macCentralEuropean', 'cp852'],
  uk: ['windows-1251', 'x-mac-cyrillic', 'koi8-u', 'ibm866'],
  tr: ['windows-1254', 'macTurkish', 'cp857'],
  ar: ['windows-1256', 'iso-8859-6', 'cp720'],
}
const western = ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850']

/** The letters that texts of a language have beside a to z. */
const letters: Record<string, string> = {
  pl: 'ąćęłńóśźż',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’',
  tr: 'çğıöşüâî',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآئؤ،',
}
const westernLetters = 'äöüßàáâãåæçèéêëìíîïñòóôõøùúûýÿœ'

/** Code pages of DOS and old Macs, from 0x80: Excel's "CSV (MS-DOS)" and "CSV (Macintosh)". */
const codePages: Record<string, string> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  cp857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
  cp720:
    '\u0080\u0081éâ\u0084à\u0086çêëèïî\u008d\u008e\u008f\u0090ّْô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ضطظعغفµقكلمنهوىي≡ًٌٍَُِ≈°∙·√ⁿ²■\u00a0',
  macTurkish:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙˆ˜¯˘˙˚¸˝˛ˇ',
  macCentralEuropean:
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
}

/**
 * Decodes a file of text. Spreadsheets write UTF-8, UTF-16, or an older encoding: of Windows, of the Mac or of DOS.
 *
 * @param language the code of the language that the file is most likely in
 */
export function textOf(bytes: ArrayBuffer, language: string): string {
  const wide = wideEncoding(new Uint8Array(bytes))
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const texts = (olderEncodings[language] ?? western).map((encoding) => decoded(bytes, encoding))
    const scores = texts.map((text) => score(text, letters[language] ?? westernLetters))
    return texts[scores.indexOf(Math.max(...scores))] ?? ''
  }
}

function decoded(bytes: ArrayBuffer, encoding: string): string {
  const page = codePages[encoding]
  if (page === undefined) return new TextDecoder(encoding).decode(bytes)
  return Array.from(new Uint8Array(bytes), (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : page[byte - 0x80],
  ).join('')
}

/** So much of a file shows its encoding. */
const MAX_SCORED = 100_000
const OTHER = /[^\0-\x7f]/gu
const UNSEEN = /[\u0080-\u009f\ufffd]/
const VOWEL = /[aeiouyäöüàáâãåæèéêëìíîïòóôõøùúû]/i

/**
 * How much a text looks like words of a language: its own letters count for it; signs within words, capitals behind
 * small letters and characters that nobody sees count against it.
 */
function score(text: string, own: string): number {
  let sum = 0
  for (const { 0: sign, index } of text.slice(0, MAX_SCORED).matchAll(OTHER)) {
    const [before, after] = [text[index - 1] ?? ' ', text[index + sign.length] ?? ' ']
    const isWithin = /\p{L}/u.test(before) || /\p{L}/u.test(after)
    if (UNSEEN.test(sign)) sum -= 3
    else if (!/\p{L}/u.test(sign) || /\p{Lm}/u.test(sign)) sum -= isWithin ? 2 : 0
    else if (sign !== sign.toLowerCase() && /\p{Ll}/u.test(before)) sum -= 2
    else if (!own.includes(sign.toLowerCase())) sum += VOWEL.test(before) || VOWEL.test(after) ? 0.75 : -0.5
    // Two vowels beside each other, as in "Miloö", are rarer than one.
    else sum += /[äöü]/i.test(sign) && /[ioöüä]/i.test(before) ? 0.5 : 1
  }
  return sum
}

/** UTF-16 by its byte order mark or, without one, because every second byte of the heading is zero. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}
