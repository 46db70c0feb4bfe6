const MOST = 255
/** Signs that are not seen, and such as turn the direction of what is read: "fdp.exe" would pass for "exe.pdf". */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu
const NOT_IN_NAMES = /["*/:<>?\\|]/g
const ENDING = /\.pdf$/i

/**
 * A name that a client gives its file, without folders and without what could harm where it is written down or saved.
 * Always a PDF's, as nothing else is kept. Browsers write quotes and line breaks as %22, %0D and %0A.
 */
export function safeFileName(name: string) {
  const base = name.replace(/%(22|0d|0a)/gi, ' ').replace(/^.*[/\\]/su, '')
  const plain = base
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(NOT_IN_NAMES, ' ')
    .replace(/\s+/g, ' ')
    .replace(ENDING, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${[...(plain || 'document')]
    .slice(0, (MOST - 4) / 2)
    .join('')
    .trim()}.pdf`
}

/** The header that names a file to save (RFC 6266): for old programs in ASCII, for all others in UTF-8. */
export function attachment(name: string) {
  const safe = safeFileName(name)
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replace(/[%;]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
