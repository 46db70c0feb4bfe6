import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '../../shared/errors.ts'
import { databaseAway, HttpError, invalid, throttledWarning } from '../base/errors.ts'

/**
 * Errors of the network and of PostgreSQL that say: the database is away, lets nobody in, is too busy to take this, or has become a
 * standby.
 */
const AWAY =
  /^(08|25006|28|3D|53|57P0|58)|^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
const AWAY_MESSAGE =
  /connection terminated|not currently accepting connections|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after|Client has encountered a connection error/i
/** A conflict with another transaction, a deadlock, too long a wait for a lock, and a statement that took too long. */
const BUSY = new Set(['40001', '40P01', '55P03', '57014'])
/** The disk of the database, or the one of the files, has no room left. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** The system lets this process open no more files and connections. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE'])
/** The folder of the files may not be written. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS'])
const RETRY_AFTER = 2
/** Somebody must see to the disk first. */
const RETRY_DISK_AFTER = 30

interface DatabaseError extends Error {
  code?: string
  detail?: string
  constraint?: string
}

/** What a person reads for the body parser's and the framework's own refusals. */
const sentences: Record<number, [code: string, message: string]> = {
  400: ['malformed', 'The request could not be read'],
  404: ['not_found', 'There is no such address'],
  405: ['not_found', 'There is no such address'],
  413: ['too_large', 'This is too large'],
  414: ['too_large', 'This address is too long'],
  415: ['wrong_type', 'Send this as application/json'],
  431: ['too_large', 'The request has too long headers'],
}

/** The database's own error, which drizzle wraps, or the disk's. */
function databaseErrorOf(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as DatabaseError
    if (code && (/^[0-9A-Z]{5}$/.test(code) || [FULL, EXHAUSTED, UNWRITABLE].some((codes) => codes.has(code))))
      return at
    if (code && AWAY.test(code)) return at
    if (AWAY_MESSAGE.test(at.message)) return at
  }
  return undefined
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const fieldOf = (error: DatabaseError) => camel(/^Key \((?:lower\()?(\w+)/.exec(error.detail ?? '')?.[1] ?? '')

function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  const database = databaseErrorOf(error)
  if (database) {
    const { code = '' } = database
    if (code === '23503') return invalid(fieldOf(database), 'There is no such thing')
    if (code === '23505')
      return new HttpError(409, 'taken', 'There is one like this already', {
        issues: [{ path: fieldOf(database), message: 'Is taken' }],
      })
    if (FULL.has(code))
      return new HttpError(
        503,
        'disk_full',
        "The server's disk is full. Nothing was saved. Tell whoever looks after it.",
        {
          retryAfter: RETRY_DISK_AFTER,
        },
      )
    if (UNWRITABLE.has(code))
      return new HttpError(
        503,
        'disk_unwritable',
        'The server may not write its files. Nothing was saved. Tell whoever looks after it.',
        { retryAfter: RETRY_DISK_AFTER },
      )
    if (EXHAUSTED.has(code))
      return new HttpError(503, 'busy', 'The server has too much open at once. Try again.', { retryAfter: RETRY_AFTER })
    if (BUSY.has(code))
      return new HttpError(503, 'busy', 'Somebody else is changing this. Try again.', { retryAfter: 1 })
    return AWAY.test(code) || AWAY_MESSAGE.test(database.message) ? databaseAway() : undefined
  }
  const claimed = (error as FastifyError).statusCode ?? 500
  // Only the file server refuses by 403 itself: an address that leads out of its folder.
  const status = claimed === 403 ? 404 : claimed
  const [code, message] = sentences[status] ?? ['malformed', 'The request could not be read']
  return status >= 400 && status < 500 ? new HttpError(status, code, message) : undefined
}

/** Answers an address that cannot even be read: there is nothing at it. No hook runs, so it brings its own header. */
export const replyToUnreadable = (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
  const message = 'There is no such address'
  reply.header('x-content-type-options', 'nosniff')
  reply.code(404).send({ message, code: 'not_found' } satisfies ErrorReply)
}

const refusedForNow = throttledWarning('Refused for now')

/** Turns every thrown error into its reply; what is unknown becomes a 500 that says nothing of the inside. */
export function replyWithErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const httpError = httpErrorOf(error)
    if (httpError) {
      if (httpError.status === 503) refusedForNow(request.log, error)
      if (httpError.retryAfter) reply.header('retry-after', String(httpError.retryAfter))
      const { message, code, issues } = httpError
      return reply.code(httpError.status).send({ message, code, ...(issues && { issues }) } satisfies ErrorReply)
    }
    request.log.error({ err: error }, 'A request failed')
    const message = 'Something went wrong on the server. Please try again.'
    return reply.code(500).send({ message, code: 'internal', requestId: request.id } satisfies ErrorReply)
  })
}
