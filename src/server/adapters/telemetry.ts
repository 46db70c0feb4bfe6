import type { Registry } from 'prom-client'
import type { RanStatement } from '../db/statements/statements.ts'

/** One request, job or run of the scheduler, in a trace. */
export interface TraceSpan {
  /** The id of its trace, by which the log can name it; undefined if it is not sent. */
  traceId: string | undefined
  /** Adds a statement that has run for it. */
  statement(statement: RanStatement): void
  /**
   * Ends it, with facts learnt since it began. `error` is a word for the failure: a status, or the name of an error.
   */
  end(end?: { name?: string; attributes?: Attributes; error?: string | undefined }): void
}

export type Attributes = Record<string, string | number>

export interface Begin {
  name: string
  /** Whether it answers a request, or does something by itself. */
  kind: 'server' | 'internal'
  attributes?: Attributes
  /** The header `traceparent` (W3C) of who asks for it, if they are trusted. */
  parent?: string | undefined
  /** When it began, by `performance.now()`; absent for now. */
  at?: number
}

/** Sends traces and metrics to a receiver that speaks OTLP. Nothing waits for it; it drops spans that do not fit. */
export interface Telemetry {
  begin(span: Begin): TraceSpan
  /** Sends these metrics every minute. */
  export(metrics: Registry): void
  /** Sends the rest. */
  close(): Promise<void>
}
