import type { HrTime, ValueType } from '@opentelemetry/api'
import type { CollectionResult, DataPointType, MetricData, ScopeMetrics } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'

type Metric = Omit<MetricObjectWithValues<MetricValueWithName<string>>, 'type'> & { type: string }
type Origin = Pick<CollectionResult['resourceMetrics'], 'resource'> & Pick<ScopeMetrics, 'scope'>

// The values of the package's enumerations. The package itself is loaded only where it is needed.
const DOUBLE = 1 as ValueType.DOUBLE
const CUMULATIVE = 1
const HISTOGRAM = 0 as DataPointType.HISTOGRAM
const GAUGE = 2 as DataPointType.GAUGE
const SUM = 3 as DataPointType.SUM

/** Gives the metrics of `/metrics` to OpenTelemetry, under the same names, so that each is defined and counted once. */
export async function collect(registry: Registry, { resource, scope }: Origin): Promise<CollectionResult> {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as Metric[]
  const now = Date.now()
  const times = { startTime: hrTime(now - process.uptime() * 1_000), endTime: hrTime(now) }
  const all = metrics.map((metric) => metricData(metric, times))
  return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: all }] }, errors: [] }
}

function hrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1_000)
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1_000_000)]
}

type Times = { startTime: HrTime; endTime: HrTime }

function metricData({ name, help, type, values }: Metric, times: Times): MetricData {
  const descriptor = { name, description: help, unit: '', valueType: DOUBLE }
  const base = { descriptor, aggregationTemporality: CUMULATIVE }
  if (type === 'histogram') return { ...base, dataPointType: HISTOGRAM, dataPoints: histogramsOf(values, times) }
  // A gauge without a value says NaN, as the oldest job does when nothing waits.
  const dataPoints = values
    .filter(({ value }) => !Number.isNaN(value))
    .map(({ value, labels }) => ({ ...times, attributes: labels as Record<string, string>, value }))
  return type === 'counter'
    ? { ...base, dataPointType: SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: GAUGE, dataPoints }
}

/** prom-client lists buckets, sum and count as values of their own, and each bucket holds those below it too. */
function histogramsOf(values: Metric['values'], times: Times) {
  const byLabels = new Map<
    string,
    { labels: object; below: [le: number, count: number][]; sum: number; count: number }
  >()
  for (const { metricName = '', labels, value } of values) {
    const { le, ...others } = labels as Record<string, string | number>
    const key = JSON.stringify(others)
    const one = byLabels.get(key) ?? { labels: others, below: [], sum: 0, count: 0 }
    byLabels.set(key, one)
    if (metricName.endsWith('_sum')) one.sum = value
    else if (metricName.endsWith('_count')) one.count = value
    else if (le !== '+Inf') one.below.push([Number(le), value])
  }
  return [...byLabels.values()].map(({ labels, below, sum, count }) => ({
    ...times,
    attributes: labels as Record<string, string>,
    value: {
      buckets: {
        boundaries: below.map(([le]) => le),
        counts: [...below.map(([, upTo], at) => upTo - (below[at - 1]?.[1] ?? 0)), count - (below.at(-1)?.[1] ?? 0)],
      },
      sum,
      count,
    },
  }))
}
