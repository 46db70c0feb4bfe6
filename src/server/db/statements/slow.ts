import type { Logger } from 'pino'
import type { RanStatement } from './statements.ts'

/** The origin of a statement, as the log names it. */
export type Labels = { reqId: string } | { job: number; kind: string } | { scheduled: string } | undefined

/** Logs a statement if it took long. */
export type SlowStatements = (statement: RanStatement, labels: Labels) => void

/** So many lines a minute, so that a database that is slow all day does not fill the disk. */
const MAX_LINES = 10
const MINUTE_MS = 60_000
/** So many characters of its beginning and its end: long lists of columns stand between. */
const [MAX_HEAD, MAX_TAIL] = [200, 300]

/**
 * Makes the function that logs statements which take `slowQueryMs` or longer: the time, the statement, and its request
 * or job. At most ten lines a minute; the next line after that says how many were left out. Undefined for 0.
 */
export function openSlowStatements(
  { slowQueryMs }: { slowQueryMs: number },
  log: Pick<Logger, 'warn'>,
): SlowStatements | undefined {
  if (slowQueryMs === 0) return undefined
  let [minute, lines, omitted] = [Number.NEGATIVE_INFINITY, 0, 0]
  return ({ text, startedAt, endedAt }, labels) => {
    const duration = endedAt - startedAt
    if (duration < slowQueryMs) return
    if (endedAt - minute >= MINUTE_MS) [minute, lines] = [endedAt, 0]
    if (lines === MAX_LINES) {
      omitted += 1
      return
    }
    lines += 1
    const line = {
      ...labels,
      duration: Math.round(duration),
      statement: shortened(text),
      ...(omitted > 0 && { omitted }),
    }
    omitted = 0
    log.warn(line, 'A statement took long')
  }
}

/** In one line, without literal texts: values are placeholders, but a text may slip into a statement. */
function shortened(text: string) {
  const line = text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= MAX_HEAD + MAX_TAIL ? line : `${line.slice(0, MAX_HEAD)} … ${line.slice(-MAX_TAIL)}`
}
