import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrived. Ids are hexadecimal, times are milliseconds since 1970. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  start: number
  end: number
  attributes: Record<string, string | number>
  /** 2 for an error. */
  status: number
}

export interface ReceivedMetric {
  name: string
  type: 'gauge' | 'sum' | 'histogram'
  points: { attributes: Record<string, string | number>; value: number; counts: number[]; bounds: number[] }[]
}

/** A receiver of OpenTelemetry (OTLP over http/protobuf), which decodes messages. */
export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  metrics: ReceivedMetric[]
  resource: Record<string, string | number>
  /** The headers of the last request. */
  headers: Record<string, unknown>
  /** All bytes that arrived, to look for forbidden words. */
  bytes(): Buffer
  /** From now on requests get no answer, until `answer` is called. Resolves with the first of them. */
  hang(): Promise<void>
  answer(): void
  close(): Promise<void>
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: Buffer[] = []
  const held: ServerResponse[] = []
  let onHeld: (() => void) | undefined
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    bodies.push(body)
    receiver.headers = request.headers
    const message = decode(body, request.url === '/v1/traces' ? TRACES : METRICS)
    for (const { resource, scopes } of message.resources) {
      receiver.resource = attributesOf(resource[0])
      for (const { spans = [], metrics = [] } of scopes) {
        receiver.spans.push(...spans.map(spanOf))
        receiver.metrics.push(...metrics.map(metricOf))
      }
    }
    if (!onHeld) return response.end()
    held.push(response)
    onHeld()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    metrics: [],
    resource: {},
    headers: {},
    bytes: () => Buffer.concat(bodies),
    hang: () =>
      new Promise((resolve) => {
        onHeld = resolve
      }),
    answer() {
      onHeld = undefined
      for (const response of held.splice(0)) response.end()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** The fields of a message of Protocol Buffers by their numbers: a name, and how to read it. All are repeated. */
type Reader = 'text' | 'hex' | 'int' | 'double' | 'fixed64' | 'nanoseconds' | Schema
type Schema = { [field: number]: [name: string, reader: Reader] }
// biome-ignore lint/suspicious/noExplicitAny: what a schema gives
type Message = any

/** The parts of opentelemetry-proto 1.x that Muster sends. */
const ATTRIBUTE: Schema = {
  1: ['key', 'text'],
  2: ['value', { 1: ['text', 'text'], 3: ['int', 'int'], 4: ['double', 'double'] }],
}
const RESOURCE: Schema = { 1: ['attributes', ATTRIBUTE] }
const SPAN: Schema = {
  ...{
    1: ['traceId', 'hex'],
    2: ['spanId', 'hex'],
    4: ['parentSpanId', 'hex'],
    5: ['name', 'text'],
    6: ['kind', 'int'],
  },
  ...{ 7: ['start', 'nanoseconds'], 8: ['end', 'nanoseconds'], 9: ['attributes', ATTRIBUTE] },
  15: ['status', { 3: ['code', 'int'] }],
}
const NUMBER: Schema = { 4: ['value', 'double'], 7: ['attributes', ATTRIBUTE] }
const HISTOGRAM: Schema = {
  ...{ 4: ['count', 'fixed64'], 5: ['value', 'double'], 6: ['counts', 'fixed64'], 7: ['bounds', 'double'] },
  9: ['attributes', ATTRIBUTE],
}
const METRIC: Schema = {
  1: ['name', 'text'],
  5: ['gauge', { 1: ['points', NUMBER] }],
  7: ['sum', { 1: ['points', NUMBER] }],
  9: ['histogram', { 1: ['points', HISTOGRAM] }],
}
const TRACES: Schema = { 1: ['resources', { 1: ['resource', RESOURCE], 2: ['scopes', { 2: ['spans', SPAN] }] }] }
const METRICS: Schema = { 1: ['resources', { 1: ['resource', RESOURCE], 2: ['scopes', { 2: ['metrics', METRIC] }] }] }

function decode(bytes: Buffer, schema: Schema): Message {
  const message: Record<string, unknown[]> = Object.fromEntries(Object.values(schema).map(([name]) => [name, []]))
  let at = 0
  const varint = () => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 127) << shift
      shift += 7n
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [name = '', reader = 'int'] = schema[tag >> 3] ?? []
    const values = message[name] ?? []
    const wire = tag & 7
    if (wire === 0) values.push(Number(varint()))
    else {
      const size = wire === 2 ? Number(varint()) : wire === 1 ? 8 : 4
      const content = bytes.subarray(at, at + size)
      if (content.length < size || ![1, 2, 5].includes(wire)) throw new Error('These bytes are no Protocol Buffers')
      at += size
      if (name) values.push(...valuesOf(content, reader))
    }
  }
  return message
}

function valuesOf(content: Buffer, reader: Reader): unknown[] {
  if (reader === 'text') return [content.toString()]
  if (reader === 'hex') return [content.toString('hex')]
  if (typeof reader === 'object') return [decode(content, reader)]
  // Numbers of eight bytes, one or many.
  return Array.from({ length: content.length / 8 }, (_, index) => {
    if (reader === 'double') return content.readDoubleLE(index * 8)
    const whole = content.readBigUInt64LE(index * 8)
    return Number(whole) / (reader === 'nanoseconds' ? 1e6 : 1)
  })
}

const attributesOf = (message: Message): Record<string, string | number> =>
  Object.fromEntries(
    (message?.attributes ?? []).map(({ key: [key], value: [{ text, int, double }] }: Message) => [
      key,
      [...text, ...int, ...double][0],
    ]),
  )

const spanOf = (span: Message): ReceivedSpan => ({
  traceId: span.traceId[0],
  spanId: span.spanId[0],
  parentSpanId: span.parentSpanId[0] ?? '',
  name: span.name[0],
  kind: span.kind[0],
  start: span.start[0],
  end: span.end[0],
  attributes: attributesOf(span),
  status: span.status[0]?.code[0] ?? 0,
})

function metricOf(metric: Message): ReceivedMetric {
  const type = (['gauge', 'sum', 'histogram'] as const).find((each) => metric[each].length > 0) ?? 'gauge'
  const points = (metric[type][0]?.points ?? []).map((point: Message) => ({
    attributes: attributesOf(point),
    value: point.value[0] ?? 0,
    counts: point.counts ?? [],
    bounds: point.bounds ?? [],
  }))
  return { name: metric.name[0], type, points }
}
