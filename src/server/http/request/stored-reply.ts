import type { FastifyReply, FastifyRequest } from 'fastify'
import { msg } from '../../../shared/words/message.ts'
import type { FileStore } from '../../adapters/files.ts'
import { HttpError } from '../../base/errors.ts'
import type { StoredFile } from '../../core/context.ts'
import { attachment } from './file-name.ts'

/** A browser that opens the file runs nothing that is in it. */
const SANDBOX = "default-src 'none'; object-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'"

/**
 * Sends a stored file, whole or the one range that the request names. 304 for a client that has the same file already,
 * 416 for a range outside of the file.
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  type: string,
  file: StoredFile,
) {
  const etag = `"${file.tag}"`
  const headers = {
    etag,
    'accept-ranges': 'bytes',
    // The browser asks each time, because the permission may have gone.
    'cache-control': 'private, no-cache',
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
  const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range: rangeHeader } = request.headers
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return reply.headers(headers).code(304).send()
  const isWhole = rangeHeader === undefined || (ifRange !== undefined && ifRange !== etag)
  const range = isWhole ? 'whole' : byteRangeOf(rangeHeader, file.size)
  if (range === 'none') {
    reply.headers({ ...headers, 'content-range': `bytes */${file.size}` })
    throw new HttpError(416, 'no_such_range', msg('The file has no such range'))
  }
  // An error of opening the file is an ordinary error reply, without these headers.
  const bytes = await files.open(file.storedAs, range === 'whole' ? undefined : range)
  reply.headers({ ...headers, 'content-disposition': attachment(file.fileName) }).type(file.mediaType ?? type)
  if (range === 'whole') return reply.header('content-length', file.size).send(bytes)
  const { start, end } = range
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${file.size}`, 'content-length': end - start + 1 })
    .send(bytes)
}

const matches = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')

/**
 * The bytes of a `Range` header, both ends included; `none` if they lie outside of the file. Several ranges, or a
 * malformed header, mean the whole file (RFC 9110, section 14.2).
 */
export function byteRangeOf(header: string, size: number): { start: number; end: number } | 'whole' | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return start > end || start >= size ? 'none' : { start, end }
}
