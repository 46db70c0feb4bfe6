/** The older encodings in which spreadsheets save text, by the language of the person who saves. */
const olderEncodings: Record<string, string> = {
  pl: 'windows-1250',
  uk: 'windows-1251',
  tr: 'windows-1254',
  ar: 'windows-1256',
}

/**
 * Decodes a file of text. Spreadsheets write UTF-8, UTF-16, or the older encoding of their language.
 *
 * @param language the code of the language that the file is most likely in
 */
export function textOf(bytes: ArrayBuffer, language: string): string {
  const wide = wideEncoding(new Uint8Array(bytes))
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(olderEncodings[language] ?? 'windows-1252').decode(bytes)
  }
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
