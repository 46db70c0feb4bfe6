import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { TelemetryConfig } from '../base/config.ts'
import type { RanStatement } from '../db/statements.ts'

/** One request, job or run of the scheduler, in a trace. */
export interface Span {
  /** Adds a statement that has run for it. */
  statement(statement: RanStatement): void
  /** Ends it, with what was learnt since it began. `error` is a word for what failed: a status, or the name of an error. */
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

/** Sends traces and metrics to a receiver that speaks OTLP. Nothing waits for it, and what it cannot take in is dropped. */
export interface Telemetry {
  begin(span: Begin): Span
  /** Sends these metrics every minute. */
  export(metrics: Registry): void
  /** Sends what is left. */
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000

/**
 * Opens the way to the receiver; undefined without OTEL_EXPORTER_OTLP_ENDPOINT, and then the packages are not loaded.
 *
 * @param timeoutMs how long the receiver may take, in milliseconds
 */
export async function openTelemetry(
  { telemetry, port }: { telemetry: TelemetryConfig | undefined; port: number },
  log: Pick<Logger, 'info' | 'warn'>,
  timeoutMs = TIMEOUT_MS,
): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined
  const { sendTelemetry } = await import('./telemetry-sender.ts')
  return sendTelemetry(telemetry, port, log, timeoutMs)
}
