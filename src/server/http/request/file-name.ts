/** Bytes of a file name that common file systems accept. */
const MAX_BYTES = 255
/** Characters that are invisible or change the direction of text: with one of them "fdp.exe" is shown as "exe.pdf". */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu
const NOT_IN_NAMES = /["*/:<>?\\|]/g
/** The endings of stored photos. All other stored files are PDFs. */
const OF_PHOTOS = /\.(?:jpeg|png|webp)$/

/**
 * The name that a client gave its file, without folders and without characters that could harm where it is logged or
 * saved. It has this ending exactly once. Browsers write quotes and line breaks as %22, %0D and %0A.
 */
export function safeFileName(name: string, ending = '.pdf') {
  const base = name.replace(/%(22|0d|0a)/gi, ' ').replace(/^.*[/\\]/su, '')
  const plain = base
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(NOT_IN_NAMES, ' ')
    .replace(/\s+/g, ' ')
    .replace(new RegExp(`\\${ending}$`, 'i'), '')
    .replace(/^[\s.]+/, '')
    // The lookbehind lets the search begin once for each run. Otherwise a long run would take time by its square.
    .replace(/(?<![\s.])[\s.]+$/, '')
  return `${[...(plain || 'document')]
    .slice(0, (MAX_BYTES - ending.length) / 2)
    .join('')
    .trim()}${ending}`
}

/** A file's Content-Disposition (RFC 6266): its name in ASCII for old programs, and in UTF-8 for all others. */
export function attachment(name: string) {
  const safe = safeFileName(name, OF_PHOTOS.exec(name)?.[0])
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replace(/[%;]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
