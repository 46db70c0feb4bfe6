import type { ReceivedFile } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'

/** A stored file that is a PDF, and how many pages it has. */
export interface Document {
  file: ReceivedFile
  pages: number
}

/** How files of other kinds begin: pages, scripts, pictures, archives and programs. */
const OTHER_KINDS = [
  ...['<', '/*', '//', '#!', '{\\rtf', 'GIF8', '\x89PNG', '\xff\xd8\xff', 'RIFF'],
  ...['PK\x03\x04', 'Rar!', '7z\xbc', '\x1f\x8b', 'MZ', '\x7fELF', '\xd0\xcf\x11\xe0'],
]
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

/**
 * Throws 415 unless a file begins like a PDF. Mail programs and printers put lines of their own before a PDF. A file
 * that begins like one of another kind is of that kind, because other programs would take it for one.
 */
export function acceptPdf(beginning: Buffer) {
  const text = beginning.toString('latin1')
  const start = text.replace(BYTE_ORDER_MARK, '').trimStart()
  if (!/%PDF-\d/.test(text) || OTHER_KINDS.some((kind) => start.startsWith(kind)))
    throw new HttpError(415, 'wrong_type', msg('Only PDF files are allowed'))
}

/**
 * Opens a stored file and counts its pages. Throws `HttpError` if it is no PDF that opens, and if the viewer's session
 * or rights have ended meanwhile.
 */
export async function openDocument({ services, session, viewer }: Context, file: ReceivedFile): Promise<Document> {
  const { files, pdf } = services
  const result = await files.withLocalCopy(file.storedAs, (path) => pdf.check(path, viewer.id))
  if ('fault' in result) throw describeFault(result.fault)
  await session.recheck()
  return { file, pages: result.pages }
}

const faults = {
  encrypted: msg('This PDF is protected with a password. Save it without one and upload it again.'),
  damaged: msg('This PDF is damaged and cannot be opened. Save it again and upload that.'),
  'too-much': msg('This PDF is too complex to be checked. Save it again, in a simpler form or in parts.'),
}

function describeFault(fault: keyof typeof faults | 'late' | 'stopped') {
  if (fault === 'late') return new HttpError(503, 'busy', msg('The server is busy. Try again.'), { retryAfter: 5 })
  if (fault === 'stopped')
    return new HttpError(503, 'stopping', msg('The server is being restarted. Try again in a moment.'), {
      retryAfter: 1,
    })
  return new HttpError(400, 'invalid', faults[fault], { issues: [{ path: 'file', message: faults[fault] }] })
}
