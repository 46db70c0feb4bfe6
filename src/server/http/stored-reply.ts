import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Files } from '../adapters/files.ts'
import type { StoredFile } from '../core/context.ts'
import { attachment } from './file-name.ts'

/** Nothing that the file might say is to be run, wherever it is opened. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Sends a stored file, whole or the one range asked for; who has it already is told that it is the same. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  type: string,
  file: StoredFile,
) {
  const etag = `"${file.tag}"`
  const headers = {
    etag,
    'accept-ranges': 'bytes',
    // Whether one may still see it is asked each time.
    'cache-control': 'private, no-cache',
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
  const { 'if-none-match': known, 'if-range': sameAs, range } = request.headers
  if (known !== undefined && matches(known, etag)) return reply.headers(headers).code(304).send()
  const wanted = range === undefined || (sameAs !== undefined && sameAs !== etag) ? 'whole' : rangeOf(range, file.size)
  if (wanted === 'none') {
    reply.headers({ ...headers, 'content-range': `bytes */${file.size}` })
    return reply.code(416).type('application/json; charset=utf-8').serializer(String).send(NO_SUCH_RANGE)
  }
  // What refuses it is a reply like any other, without these headers.
  const bytes = await files.open(file.storedAs, wanted === 'whole' ? undefined : wanted)
  reply.headers({ ...headers, 'content-disposition': attachment(file.fileName) }).type(type)
  if (wanted === 'whole') return reply.header('content-length', file.size).send(bytes)
  const { start, end } = wanted
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${file.size}`, 'content-length': end - start + 1 })
    .send(bytes)
}

const NO_SUCH_RANGE = JSON.stringify({ message: 'The file has no such range', code: 'no_such_range' })

const matches = (known: string, etag: string) =>
  known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')

/** The one range of a header; several, or what is no range, count as the whole file, as HTTP allows. */
export function rangeOf(header: string, size: number): { start: number; end: number } | 'whole' | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return start > end || start >= size ? 'none' : { start, end }
}
