import type { Logger } from 'pino'
import type { ErrorReply } from '../../shared/errors.ts'
import { TOO_MANY } from '../../shared/rate-limits.ts'

/** An entry of the audit log about a denied request. */
export interface DenialEntry {
  action: string
  resourceType: string
  resourceId: string | null
  details?: object
}

/** An error that is meant for the one who asked; thrown anywhere, made a reply in `http/error-reply` alone. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: ErrorReply['issues']
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  /** The entry that is written to the audit log once everything else is rolled back. */
  readonly auditEntry: DenialEntry | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { issues?: ErrorReply['issues']; retryAfter?: number; auditEntry?: DenialEntry } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.issues = more.issues
    this.retryAfter = more.retryAfter
    this.auditEntry = more.auditEntry
  }
}

/** 401: nobody is signed in. */
export const notSignedIn = () => new HttpError(401, 'not_signed_in', 'Sign in to continue')

/** 403: this person may not. */
export const forbidden = (message = 'You may not do this') => new HttpError(403, 'forbidden', message)

/** 404: there is no such thing, or none that this person may know of. */
export const notFound = (subject: string) => new HttpError(404, 'not_found', `There is no such ${subject}`)

/** 409: it does not fit what is there now. */
export const conflict = (code: string, message: string) => new HttpError(409, code, message)

/** 400 with the field at fault. */
export const invalid = (path: string, message: string) =>
  new HttpError(400, 'invalid', message, { issues: [{ path, message }] })

/** 400 with all the fields at fault. */
export const invalidFields = (issues: NonNullable<ErrorReply['issues']>) =>
  new HttpError(400, 'invalid', issues[0] ? sentence(issues[0]) : 'The request is not valid', { issues })

const sentence = ({ path, message }: { path: string; message: string }) => (path ? `${path}: ${message}` : message)

/** 429: too many tries; `seconds` until the next is allowed. */
export const tooManyAttempts = (seconds: number) =>
  new HttpError(429, 'too_many_tries', `Too many tries. Try again in ${Math.ceil(seconds / 60)} minutes.`, {
    retryAfter: seconds,
  })

/** 429: somebody does something more often than its rate limit allows; `seconds` until the next may come. */
export const tooMany = (deed: string, seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new HttpError(429, TOO_MANY, `You ${deed}. Try again in ${wait}.`, { retryAfter: seconds })
}
/** 503: the database is away, lets nobody in, or is too busy to take this. */
export const databaseAway = () =>
  new HttpError(503, 'database_away', 'The database cannot be reached. Try again in a moment.', { retryAfter: 2 })

/** Stops the start: one sentence for the person at the terminal, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Logs a failure that comes again and again: once as long as it is the same, and when it is over. */
export function failures(log: Pick<Logger, 'info' | 'warn'>, message: string, over: string) {
  let last: string | undefined
  return {
    came(error: unknown) {
      const root = String(rootOf(error))
      if (root !== last) log.warn({ err: error }, message)
      last = root
    },
    ended() {
      if (last !== undefined) log.info(over)
      last = undefined
    },
  }
}

const MINUTE = 60_000
const MOST_KINDS = 20

/**
 * A warning that can come in storms. The first of a kind is logged at once, those that follow within a minute (or `interval`, in
 * milliseconds) as one line with their number, `times`, in the log of the last.
 */
export function throttledWarning(message: string, interval = MINUTE) {
  const repeated = new Map<string, { times: number; tell(): void }>()

  function wait(kind: string) {
    setTimeout(() => {
      const { times = 0, tell } = repeated.get(kind) ?? {}
      repeated.delete(kind)
      if (times === 0) return
      tell?.()
      repeated.set(kind, { times: 0, tell: () => {} })
      wait(kind)
    }, interval).unref()
  }

  return (log: Pick<Logger, 'warn'>, error: unknown) => {
    const known = kindOf(error)
    const kind = repeated.has(known) || repeated.size < MOST_KINDS ? known : 'of any other kind'
    const same = repeated.get(kind)
    if (same) {
      const times = same.times + 1
      repeated.set(kind, { times, tell: () => log.warn({ err: error, times }, message) })
    } else {
      log.warn({ err: error }, message)
      repeated.set(kind, { times: 0, tell: () => {} })
      wait(kind)
    }
  }
}

/** What lies behind an error; the error itself may name the statement and its values. */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  return error instanceof Error && error.cause ? rootOf(error.cause) : error
}

/** Its code, as the words may name a file or a process. */
const kindOf = (error: unknown) => {
  const root = rootOf(error)
  return (root as NodeJS.ErrnoException | undefined)?.code ?? String(root)
}

/** Whether an error, or what lies behind it, has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && ((error as NodeJS.ErrnoException).code === code || hasCode(error.cause, code))
}

/** Whether an error, or what lies behind it, is the database's about this constraint or unique index. */
export function violates(error: unknown, constraint: string) {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ((at as { constraint?: string }).constraint === constraint) return true
  }
  return false
}
