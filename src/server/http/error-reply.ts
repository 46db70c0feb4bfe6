import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '../../shared/errors.ts'
import { databaseAway, HttpError, invalid, throttledWarning } from '../base/errors.ts'

/**
 * Errors of the network and of PostgreSQL that mean: the database is away, accepts no connection, is too busy, or has become a
 * standby.
 */
const AWAY_CODE =
  /^(08|25006|28|3D|53|57P0|58)|^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
const AWAY_MESSAGE =
  /connection terminated|not currently accepting connections|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after|Client has encountered a connection error/i
/** Serialization failure, deadlock, lock timeout and statement timeout. */
const BUSY = new Set(['40001', '40P01', '55P03', '57014'])
/** The disk of the database or of the files is full. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** The process has as many open files and connections as the system allows. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE'])
/** The process may not write the folder of the files. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS'])
/** Seconds. */
const RETRY_AFTER = 2
/** Seconds. Somebody must free or repair the disk first. */
const RETRY_AFTER_DISK = 30

interface DatabaseError extends Error {
  code?: string
  detail?: string
  constraint?: string
}

/** The replies for errors of the body parser and of Fastify itself, by status. */
const frameworkErrors: Record<number, [code: string, message: string]> = {
  400: ['malformed', 'The request could not be read'],
  404: ['not_found', 'There is no such address'],
  405: ['not_found', 'There is no such address'],
  413: ['too_large', 'This is too large'],
  414: ['too_large', 'This address is too long'],
  415: ['wrong_type', 'Send this as application/json'],
  431: ['too_large', 'The request has too long headers'],
}

/** The error of the database or the disk that an error wraps, as drizzle does. */
function databaseErrorOf(error: unknown): DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as DatabaseError
    if (code && (/^[0-9A-Z]{5}$/.test(code) || [FULL, EXHAUSTED, UNWRITABLE].some((codes) => codes.has(code))))
      return cause
    if (code && AWAY_CODE.test(code)) return cause
    if (AWAY_MESSAGE.test(cause.message)) return cause
  }
  return undefined
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const fieldOf = (error: DatabaseError) => camelCase(/^Key \((?:lower\()?(\w+)/.exec(error.detail ?? '')?.[1] ?? '')

function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  const database = databaseErrorOf(error)
  return database ? ofDatabase(database) : ofFramework(error as FastifyError)
}

/** The reply of an error of the database or the disk; undefined for a fault of the program, such as a wrong statement. */
function ofDatabase(error: DatabaseError): HttpError | undefined {
  const { code = '', message } = error
  if (code === '23503') return invalid(fieldOf(error), 'There is no such thing')
  if (code === '23505') {
    const issues = [{ path: fieldOf(error), message: 'Is taken' }]
    return new HttpError(409, 'taken', 'There is one like this already', { issues })
  }
  if (FULL.has(code)) {
    const full = "The server's disk is full. Nothing was saved. Tell whoever looks after it."
    return new HttpError(503, 'disk_full', full, { retryAfter: RETRY_AFTER_DISK })
  }
  if (UNWRITABLE.has(code)) {
    const unwritable = 'The server may not write its files. Nothing was saved. Tell whoever looks after it.'
    return new HttpError(503, 'disk_unwritable', unwritable, { retryAfter: RETRY_AFTER_DISK })
  }
  if (EXHAUSTED.has(code))
    return new HttpError(503, 'busy', 'The server has too much open at once. Try again.', { retryAfter: RETRY_AFTER })
  if (BUSY.has(code)) return new HttpError(503, 'busy', 'Somebody else is changing this. Try again.', { retryAfter: 1 })
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(message) ? databaseAway() : undefined
}

function ofFramework({ statusCode = 500 }: FastifyError): HttpError | undefined {
  // Only the file server throws 403 itself: for an address that leads out of its folder.
  const status = statusCode === 403 ? 404 : statusCode
  const [code, message] = frameworkErrors[status] ?? ['malformed', 'The request could not be read']
  return status >= 400 && status < 500 ? new HttpError(status, code, message) : undefined
}

/** Replies 404 to an address that cannot be decoded. No hook runs then, so this sets its own header. */
export const replyToUnreadable = (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
  const message = 'There is no such address'
  reply.header('x-content-type-options', 'nosniff')
  reply.code(404).send({ message, code: 'not_found' } satisfies ErrorReply)
}

const warnUnavailable = throttledWarning('A request was answered with 503')

/** Turns every thrown error into its reply. An unknown error is logged, and becomes a 500 that says nothing about the cause. */
export function replyWithErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const httpError = httpErrorOf(error)
    if (httpError) {
      if (httpError.status === 503) warnUnavailable(request.log, error)
      if (httpError.retryAfter) reply.header('retry-after', String(httpError.retryAfter))
      const { message, code, issues } = httpError
      return reply.code(httpError.status).send({ message, code, ...(issues && { issues }) } satisfies ErrorReply)
    }
    request.log.error({ err: error }, 'A request failed')
    const message = 'Something went wrong on the server. Please try again.'
    return reply.code(500).send({ message, code: 'internal', requestId: request.id } satisfies ErrorReply)
  })
}
