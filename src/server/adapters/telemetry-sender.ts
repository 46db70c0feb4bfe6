import { hostname } from 'node:os'
import type { Context, Span as OtelSpan } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { type Config, release } from '../base/config.ts'
import { errorName, failures } from '../base/errors.ts'
import type { RanStatement } from '../db/statements/statements.ts'
import { summaryOf } from '../db/statements/summary.ts'
import type { Telemetry } from './telemetry.ts'
import { collect } from './telemetry-metrics.ts'

/**
 * OpenTelemetry by its own packages, over http/protobuf. Spans are made by hand: automatic instrumentation would patch
 * packages while they load, and put addresses and statements into the traces that no receiver needs to know.
 */

const TIMEOUT_MS = 10_000
/** Spans that wait. More are dropped, so that a receiver which does not answer costs 2 MB at most. */
const MAX_WAITING = 2_048
const BATCH = 512
const METRICS_EVERY_MS = 60_000
const SCOPE = 'muster'
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

// Imported here, because a bundle loads a file's imports even if the file is not used.
async function load() {
  const [api, { resourceFromAttributes }, sdk, metrics, { OTLPTraceExporter }, { OTLPMetricExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/exporter-metrics-otlp-proto'),
    ])
  return { ...api, ...sdk, resourceFromAttributes, metrics, OTLPTraceExporter, OTLPMetricExporter }
}

/**
 * Opens the way to the receiver; undefined without OTEL_EXPORTER_OTLP_ENDPOINT, and then the packages are not loaded.
 *
 * @param timeoutMs how long the receiver may take, in milliseconds
 */
export async function openTelemetry(
  { telemetry: config, port }: Pick<Config, 'telemetry' | 'port'>,
  log: Pick<Logger, 'info' | 'warn'>,
  timeoutMs = TIMEOUT_MS,
): Promise<Telemetry | undefined> {
  if (!config) return undefined
  const { endpoint, headers, serviceName, sampled } = config
  const otel = await load()
  const resource = otel.resourceFromAttributes({
    'service.name': serviceName,
    'service.version': release,
    // It tells this server from others, on this machine too.
    'service.instance.id': `${hostname()}:${port}`,
  })
  const options = (path: string) => ({
    ...{ url: `${endpoint}${path}`, headers, timeoutMillis: timeoutMs },
    // At the end all that waits is sent at once.
    concurrencyLimit: MAX_WAITING / BATCH + 1,
  })
  const exporter = reportingFailures(new otel.OTLPTraceExporter(options('/v1/traces')), log, 'Traces')
  const tracers = new otel.BasicTracerProvider({
    resource,
    sampler: new otel.ParentBasedSampler({ root: new otel.TraceIdRatioBasedSampler(sampled) }),
    spanProcessors: [
      new otel.BatchSpanProcessor(exporter, {
        ...{ maxQueueSize: MAX_WAITING, maxExportBatchSize: BATCH, exportTimeoutMillis: timeoutMs },
      }),
    ],
  })
  const tracer = tracers.getTracer(SCOPE, release)
  let meters: { shutdown(): Promise<void> } | undefined

  /** The context of who asks; an empty one for nobody. */
  function contextOf(traceparent: string | undefined): Context {
    const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
    if (!traceId) return otel.ROOT_CONTEXT
    const traceFlags = Number.parseInt(flags, 16) & otel.TraceFlags.SAMPLED
    // Ids of zeros alone are none: then the package begins a trace of its own.
    return otel.trace.setSpanContext(otel.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  function fail(span: OtelSpan, error: string) {
    span.setAttribute('error.type', error).setStatus({ code: otel.SpanStatusCode.ERROR })
  }

  function addStatement({ text, startedAt, endedAt, error }: RanStatement, within: Context) {
    const summary = summaryOf(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
    const options = { kind: otel.SpanKind.CLIENT, startTime: startedAt, attributes }
    const span = tracer.startSpan(summary, options, within)
    if (error !== undefined) fail(span, errorName(error))
    span.end(endedAt)
  }

  return {
    begin({ name, kind, attributes = {}, parent, at = performance.now() }) {
      const options = { kind: kind === 'server' ? otel.SpanKind.SERVER : otel.SpanKind.INTERNAL, attributes }
      const span = tracer.startSpan(name, { ...options, startTime: at }, contextOf(parent))
      const within = otel.trace.setSpan(otel.ROOT_CONTEXT, span)
      return {
        traceId: span.isRecording() ? span.spanContext().traceId : undefined,
        statement(statement) {
          if (span.isRecording()) addStatement(statement, within)
        },
        end({ name: named, attributes: more = {}, error } = {}) {
          span.setAttributes(more)
          if (named) span.updateName(named)
          if (error) fail(span, error)
          span.end(performance.now())
        },
      }
    },
    export(registry) {
      const { MeterProvider, PeriodicExportingMetricReader } = otel.metrics
      const exporter = reportingFailures(new otel.OTLPMetricExporter(options('/v1/metrics')), log, 'Metrics')
      const scope = { name: SCOPE, version: release }
      const reader = new PeriodicExportingMetricReader({
        ...{ exporter, exportIntervalMillis: METRICS_EVERY_MS, exportTimeoutMillis: timeoutMs },
        metricProducers: [{ collect: () => collect(registry, { resource, scope }) }],
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    async close() {
      await Promise.allSettled([tracers.shutdown(), meters?.shutdown()])
    },
  }
}

interface Exporter {
  export(items: never, done: (result: { code: number; error?: Error }) => void): void
}

/** Logs once that the receiver fails, and once that it works again. */
function reportingFailures<E extends Exporter>(exporter: E, log: Pick<Logger, 'info' | 'warn'>, what: string): E {
  const away = failures(log, `${what} cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT`, `${what} are sent again`)
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code === 0) away.ended()
      else away.came(result.error ?? new Error('The receiver has refused them'))
      done(result)
    })
  return exporter
}
