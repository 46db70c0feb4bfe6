import type { Socket } from 'node:net'
import type { I18n } from '@lingui/core'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '../../../shared/errors.ts'
import { type Message, msg, type Translator, translate } from '../../../shared/words/message.ts'
import { StoreFault } from '../../adapters/files.ts'
import { databaseAway, HttpError, invalid, notFound, saysDatabaseAway, throttledWarning } from '../../base/errors.ts'
import type { Services } from '../../core/context.ts'
import { i18nOf } from './request-context.ts'

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

const NO_SUCH_ADDRESS = msg('There is no such address')
/** 404: nothing is served at this address. */
export const noSuchAddress = () => notFound(NO_SUCH_ADDRESS)

/** The replies for errors of the body parser and of Fastify itself, by status. */
const frameworkErrors: Record<number, [code: string, message: Message]> = {
  400: ['malformed', msg('The request could not be read')],
  404: ['not_found', NO_SUCH_ADDRESS],
  405: ['not_found', NO_SUCH_ADDRESS],
  413: ['too_large', msg('This is too large')],
  414: ['too_large', msg('This address is too long')],
  415: ['wrong_type', msg('Send this as application/json')],
  431: ['too_large', msg('The headers of the request are too long')],
}

/** The error of the database or the disk that an error wraps, as drizzle does. */
function databaseErrorOf(error: unknown): DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as DatabaseError
    if (code && (/^[0-9A-Z]{5}$/.test(code) || [FULL, EXHAUSTED, UNWRITABLE].some((codes) => codes.has(code))))
      return cause
    if (saysDatabaseAway(cause)) return cause
  }
  return undefined
}

/** The object store of the files fails. The log has its answer. */
const filesAway = () =>
  new HttpError(503, 'files_away', msg('Something went wrong on the server. Please try again.'), {
    retryAfter: RETRY_AFTER,
  })

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const fieldOf = (error: DatabaseError) => camelCase(/^Key \((?:lower\()?(\w+)/.exec(error.detail ?? '')?.[1] ?? '')

/** Drizzle wraps the refusal of a statement that has waited too long for its connection. */
function wrappedHttpError(error: unknown): HttpError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof HttpError) return cause
  return undefined
}

function httpErrorOf(error: unknown): HttpError | undefined {
  const wrapped = wrappedHttpError(error)
  if (wrapped) return wrapped
  if (error instanceof StoreFault) return filesAway()
  const database = databaseErrorOf(error)
  return database ? ofDatabase(database) : ofFramework(error as FastifyError)
}

/** The reply to an error of the database or the disk; undefined for a fault of the program. */
function ofDatabase(error: DatabaseError): HttpError | undefined {
  const { code = '' } = error
  if (code === '23503') return invalid(fieldOf(error), msg('There is no such thing'))
  if (code === '23505') {
    const issues = [{ path: fieldOf(error), message: msg('Is already used') }]
    return new HttpError(409, 'taken', msg('This exists already'), { issues })
  }
  if (FULL.has(code)) {
    const full = msg("The server's disk is full. Nothing was saved. Tell the person who runs Muster.")
    return new HttpError(503, 'disk_full', full, { retryAfter: RETRY_AFTER_DISK })
  }
  if (UNWRITABLE.has(code)) {
    const unwritable = msg('The server cannot write its files. Nothing was saved. Tell the person who runs Muster.')
    return new HttpError(503, 'disk_unwritable', unwritable, { retryAfter: RETRY_AFTER_DISK })
  }
  if (EXHAUSTED.has(code))
    return new HttpError(503, 'busy', msg('The server is busy. Try again.'), {
      retryAfter: RETRY_AFTER,
    })
  if (BUSY.has(code))
    return new HttpError(503, 'busy', msg('Somebody else is changing this. Try again.'), { retryAfter: 1 })
  return saysDatabaseAway(error) ? databaseAway() : undefined
}

function ofFramework({ statusCode = 500 }: FastifyError): HttpError | undefined {
  // Only the file server throws 403 itself: for an address that leads out of its folder.
  const status = statusCode === 403 ? 404 : statusCode
  const [code, message] = frameworkErrors[status] ?? ['malformed', msg('The request could not be read')]
  return status >= 400 && status < 500 ? new HttpError(status, code, message) : undefined
}

/** Replies 404 to an address that cannot be decoded. No hook runs then, so this sets the headers of every reply. */
export const replyToUnreadable =
  (services: Services, headers: Record<string, string>) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers)
    send(reply, noSuchAddress(), i18nOf(services, request))
  }

/** By the code of Node's error. Everything else is a request that could not be read. */
const unreadableStatus: Record<string, [status: string, code: number]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 431],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 408],
}

/** Replies to bytes that are no request, in English because nothing is known, and closes the connection. */
export const replyToNoRequest = (headers: Record<string, string>) => (error: ConnectionError, socket: Socket) => {
  // A client that has gone, or to which a reply is on its way.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, number] = unreadableStatus[error.code ?? ''] ?? ['400 Bad Request', 400]
  const [code, message] = frameworkErrors[number] ?? ['malformed', msg('The request could not be read')]
  const body = JSON.stringify({ message: message.id, code } satisfies ErrorReply)
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write([`HTTP/1.1 ${status}`, ...lines, 'connection: close', '', body].join('\r\n'))
  socket.destroySoon()
}

const warnUnavailable = throttledWarning('A request was answered with 503')

/** Turns every error into its reply. An unknown error is logged, and becomes a 500 that hides its cause. */
export function replyWithErrors(app: FastifyInstance, services: Services) {
  app.setErrorHandler((error, request, reply) => {
    const i18n = i18nOf(services, request)
    const httpError = httpErrorOf(error)
    if (httpError) {
      if (httpError.status === 503) warnUnavailable(request.log, error)
      if (httpError.challenge) reply.header('www-authenticate', httpError.challenge)
      if (httpError.retryAfter) reply.header('retry-after', String(httpError.retryAfter))
      return send(reply, httpError, i18n)
    }
    request.log.error({ err: error }, 'A request failed')
    const message = i18n.t('Something went wrong on the server. Please try again.')
    const body = { message, code: 'internal', requestId: request.id } satisfies ErrorReply
    return reply.code(500).header('content-language', i18n.locale).send(body)
  })
}

const send = (reply: FastifyReply, error: HttpError, i18n: I18n) =>
  reply.code(error.status).header('content-language', i18n.locale).send(errorReply(error, i18n))

/** The body of an error reply, in words of one language. */
export function errorReply({ text, code, issues, assignee, secondSteps }: HttpError, i18n: Translator): ErrorReply {
  const params = paramsOf(text)
  return {
    message: translate(i18n, text),
    code,
    ...(params && { params }),
    ...(issues && {
      issues: issues.map(({ path, message, code }) => {
        const params = paramsOf(message)
        return { path, message: translate(i18n, message), ...(code && { code }), ...(params && { params }) }
      }),
    }),
    ...(assignee && { assignee }),
    ...(secondSteps && { secondSteps }),
  }
}

/** The values of a message that are facts, not words. */
function paramsOf({ values = {} }: Message) {
  const facts = Object.entries(values).filter(
    (entry): entry is [string, string | number] => typeof entry[1] !== 'object',
  )
  return facts.length > 0 ? Object.fromEntries(facts) : undefined
}
