import type { TraceSpan } from '../adapters/telemetry.ts'
import { errorName } from '../base/errors.ts'
import { observed } from '../db/statements/observed.ts'
import type { Labels } from '../db/statements/slow.ts'
import type { RanStatement } from '../db/statements/statements.ts'
import type { Services } from './context.ts'

/**
 * The services for one request, job or run of the scheduler: their statements are known to be its own, in the log of
 * slow statements and as children of its span. If nobody asks for either, these are the same services.
 */
export function observing(services: Services, labels: Labels, span?: Pick<TraceSpan, 'statement'>): Services {
  const { slowStatements, database } = services
  if (!slowStatements && !span) return services
  const observe = observed(database, (statement) => {
    slowStatements?.(statement, labels)
    span?.statement(statement)
  })
  return { ...services, database: observe }
}

/** A run that takes longer than so many milliseconds is worth a trace. */
const LONG_RUN_MS = 100
/** Statements of one run that its trace shows. */
const MAX_OF_RUN = 1_000

/**
 * Does work that comes again and again, and mostly finds nothing to do. So a run leaves a trace only if it has opened a
 * transaction, failed, or taken long.
 */
export async function observingRun(services: Services, name: string, work: (services: Services) => Promise<unknown>) {
  const { telemetry } = services
  const at = performance.now()
  const statements: RanStatement[] = []
  const collector = telemetry && {
    statement: (each: RanStatement) => void (statements.length < MAX_OF_RUN && statements.push(each)),
  }
  const trace = (error?: unknown) => {
    const isWorthIt =
      error !== undefined || statements.some(({ text }) => text === 'begin') || performance.now() - at > LONG_RUN_MS
    if (!telemetry || !isWorthIt) return
    const span = telemetry.begin({ name: `scheduled ${name}`, kind: 'internal', at })
    for (const statement of statements) span.statement(statement)
    span.end({ error: error === undefined ? undefined : errorName(error) })
  }
  try {
    await work(observing(services, { scheduled: name }, collector))
  } catch (error) {
    trace(error)
    throw error
  }
  trace()
}
