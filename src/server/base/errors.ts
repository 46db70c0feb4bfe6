import type { Logger } from 'pino'
import type { ErrorReply } from '../../shared/errors.ts'
import { TOO_MANY } from '../../shared/rate-limits.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { inEnglish } from './texts.ts'

/** A fault in one field. */
export interface Issue {
  path: string
  message: Message
  /** The fault in a word, for clients, where the code of the reply does not say it all. */
  code?: string
}

/** The entry that a denied request leaves in the audit log. */
export interface DenialEntry {
  action: string
  resourceType: string
  resourceId: string | null
  details?: object
}

/**
 * An error that the client receives. It may be thrown anywhere; only `http/request/error-reply` turns it into a reply,
 * in the reader's language. Logs have it in English.
 */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  /** The message for the client. */
  readonly text: Message
  readonly issues: Issue[] | undefined
  /** The person who has the task or the shift that the call wanted to take. */
  readonly assignee: ErrorReply['assignee']
  /** By which second steps the sign-in can go on. */
  readonly secondSteps: ErrorReply['secondSteps']
  /** Seconds until the client may try again. */
  readonly retryAfter: number | undefined
  /** The header `WWW-Authenticate`, for programs. */
  readonly challenge: string | undefined
  /** The entry for the audit log. It is written after the request's own transaction is rolled back. */
  readonly auditEntry: DenialEntry | undefined

  constructor(
    status: number,
    code: string,
    text: Message,
    options: {
      issues?: Issue[]
      assignee?: NonNullable<ErrorReply['assignee']>
      secondSteps?: NonNullable<ErrorReply['secondSteps']>
      retryAfter?: number
      challenge?: string
      auditEntry?: DenialEntry
    } = {},
  ) {
    super(inEnglish(text))
    this.text = text
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.issues = options.issues
    this.assignee = options.assignee
    this.secondSteps = options.secondSteps
    this.retryAfter = options.retryAfter
    this.challenge = options.challenge
    this.auditEntry = options.auditEntry
  }
}

/** 409: the role or department of the viewer is not as the call began with. */
export const changedMeanwhile = () =>
  conflict('changed_meanwhile', msg('Your role or department has changed meanwhile. Send this again.'))

/** 401: nobody is signed in. */
export const notSignedIn = () => new HttpError(401, 'not_signed_in', msg('Sign in to continue'))

/** 403: the viewer lacks the permission. */
export const forbidden = (message = msg('You are not allowed to do this')) => new HttpError(403, 'forbidden', message)

/** 404: the subject does not exist, or the viewer may not see it. */
export const notFound = (message: Message) => new HttpError(404, 'not_found', message)

/** 409: the request does not fit the current state. */
export const conflict = (code: string, message: Message, issues?: Issue[]) =>
  new HttpError(409, code, message, issues && { issues })

/** 400 for one wrong field. */
export const invalid = (path: string, message: Message) =>
  new HttpError(400, 'invalid', message, { issues: [{ path, message }] })

/** 400 for several wrong fields. */
export const invalidFields = (issues: Issue[]) =>
  new HttpError(400, 'invalid', issues[0] ? sentence(issues[0]) : msg('The request is not valid'), { issues })

const sentence = ({ path, message }: Issue) => (path ? msg('{path}: {fault}', { path, fault: message }) : message)

/** 429: too many attempts. The next one is allowed after this many seconds. */
export const tooManyAttempts = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  return new HttpError(
    429,
    'too_many_tries',
    msg(
      '{minutes, plural, one {Too many tries. Try again in a minute.} other {Too many tries. Try again in # minutes.}}',
      { minutes },
    ),
    {
      retryAfter: seconds,
    },
  )
}

/**
 * 429: the rate limit is exceeded.
 *
 * @param action a sentence about the action that comes too often
 * @param seconds until the next call is allowed
 */
export const rateLimited = (action: Message, seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  const message = msg('{action} Try again in {minutes, plural, one {a minute} other {# minutes}}.', { action, minutes })
  return new HttpError(429, TOO_MANY, message, { retryAfter: seconds })
}

/** 503: the database cannot be reached, refuses connections, or is too busy. */
export const databaseAway = () =>
  new HttpError(503, 'database_away', msg('The database cannot be reached. Try again in a moment.'), { retryAfter: 2 })

/** Ends the start. The administrator sees the message and no stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Logs a repeated failure, such as a lost connection, once; `recovered` is logged when it is over. */
export function failures(log: Pick<Logger, 'info' | 'warn'>, message: string, recovered: string) {
  let last: string | undefined
  return {
    came(error: unknown) {
      const root = String(rootOf(error))
      if (root !== last) log.warn({ err: error }, message)
      last = root
    },
    ended() {
      if (last !== undefined) log.info(recovered)
      last = undefined
    },
  }
}

const MINUTE_MS = 60_000
const MAX_KINDS = 20

/**
 * Makes a function that logs a warning which can come thousands of times. The first error of a kind is logged at once.
 * All that follow within the interval become one line with the last error and their number, `times`.
 */
export function throttledWarning(message: string, intervalMs = MINUTE_MS) {
  const repeated = new Map<string, { times: number; logLast(): void }>()

  function wait(kind: string) {
    setTimeout(() => {
      const { times = 0, logLast } = repeated.get(kind) ?? {}
      repeated.delete(kind)
      if (times === 0) return
      logLast?.()
      repeated.set(kind, { times: 0, logLast: () => {} })
      wait(kind)
    }, intervalMs).unref()
  }

  return (log: Pick<Logger, 'warn'>, error: unknown) => {
    const known = kindOf(error)
    const kind = repeated.has(known) || repeated.size < MAX_KINDS ? known : 'of any other kind'
    const same = repeated.get(kind)
    if (same) {
      const times = same.times + 1
      repeated.set(kind, { times, logLast: () => log.warn({ err: error, times }, message) })
    } else {
      log.warn({ err: error }, message)
      repeated.set(kind, { times: 0, logLast: () => {} })
      wait(kind)
    }
  }
}

/** The first cause of an error. The error itself may contain the statement and its values, which differ each time. */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  return error instanceof Error && error.cause ? rootOf(error.cause) : error
}

/** The message of an error's first cause, for people. A cause that is no error and no text says nothing. */
export function reasonOf(error: unknown): string {
  const root = rootOf(error)
  if (root instanceof Error) return root.message
  let last = error
  while (last instanceof Error && last.cause instanceof Error) last = last.cause
  return typeof root === 'object' && last instanceof Error ? last.message : String(root)
}

/** The error's code if it has one, because the message may contain a file or a process number. */
const kindOf = (error: unknown) => {
  const root = rootOf(error)
  return (root as NodeJS.ErrnoException | undefined)?.code ?? String(root)
}

/** The code of an error, else its kind. Unlike a message it holds no values. */
export function errorName(error: unknown): string {
  const { code, name } = (rootOf(error) ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'Error')
}

/** Whether an error or one of its causes has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && ((error as NodeJS.ErrnoException).code === code || hasCode(error.cause, code))
}

/** Whether an error or one of its causes is the database's error about this constraint or unique index. */
export function violates(error: unknown, constraint: string) {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { constraint?: string }).constraint === constraint) return true
  }
  return false
}

const AWAY_CODE =
  /^(08|25006|28|3D|53|57P0|58)|^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
const AWAY_MESSAGE =
  /connection terminated|not currently accepting connections|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after|Client has encountered a connection error/i

/** Whether an error means that the database is away, refuses connections, is too busy, or a standby now. */
export const saysDatabaseAway = ({ code = '', message }: NodeJS.ErrnoException) =>
  AWAY_CODE.test(code) || AWAY_MESSAGE.test(message)

/** The same of an error or one of its causes. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && (saysDatabaseAway(error) || isDatabaseAway(error.cause))
