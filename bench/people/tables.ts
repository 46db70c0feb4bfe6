import { format, table } from '../report.ts'
import { answersTable } from './answers.ts'
import type { IndexSize, TableSize } from './shift.ts'
import type { Span, Step } from './step.ts'
import { othersOf } from './verdict.ts'
import { keepsAim, kinds, quantileOf, waitKinds } from './waits.ts'

/** The tables of the report. */

/** Rows of a table that would be long. */
const LISTED = 15
const MB = 1e6

/** How long people waited in a step, and their errors. */
export function waitsOf({
  people,
  waits,
  waitsAtWork,
  answersAtWork,
  readAgain,
  connected,
  eventsPerSecond,
  warnings,
}: Step) {
  const rows = kinds.map((kind) => {
    const of = waits[kind]
    const quantiles = [0.5, 0.95, 0.99].map((part) => (of.count > 0 ? format(quantileOf(of, part)) : '–'))
    const atWork = waitsAtWork[kind]
    const isKept = keepsAim(kind, of) && of.errors === 0
    const verdict = of.count + of.errors === 0 ? '–' : isKept ? 'yes' : 'no'
    return [
      waitKinds[kind].name,
      of.count.toLocaleString('en-US'),
      ...quantiles,
      atWork.count > 0 ? format(quantileOf(atWork, 0.95)) : '–',
      of.errors,
      waitKinds[kind].aim,
      verdict,
    ]
  })
  const warned = warnings.slice(0, LISTED).map(([message, count]) => `- ${count} times: ${message}`)
  const told = kinds.flatMap((kind) => waits[kind].told.map((error) => `- ${waitKinds[kind].name}: ${error}`))
  return [
    `#### ${people.toLocaleString('en-US')} people on duty`,
    table(['Wait', 'Count', 'p50 ms', 'p95', 'p99', 'p95 at work', 'Errors', 'Aim for p95, no error', 'Kept'], rows),
    `${format(eventsPerSecond)} events a second while people worked. At the end ${connected.toLocaleString('en-US')} pages were open; ${readAgain.toLocaleString('en-US')} times a page was told to read everything again.`,
    'At work, as the servers measured it, from the request to the end of its reply:',
    answersTable(answersAtWork),
    ...(told.length > 0 ? [`Errors, some of each kind:\n\n${told.join('\n')}`] : []),
    ...(warnings.length > 0 ? [`The servers warned:\n\n${warned.join('\n')}`] : []),
  ].join('\n\n')
}

/** Processors, memory and waiting, in each step. */
export function resourcesTable(steps: Step[]) {
  const rows = steps.flatMap((step) =>
    (['arriving', 'working'] as const).map((name) => {
      const span = step[name]
      const percent = (share: number) => (share * 100).toFixed(0)
      return [
        `${step.people.toLocaleString('en-US')}, ${name === 'arriving' ? 'arriving' : 'at work'}`,
        `${percent(span.servers)} (${percent(span.peak.server)})`,
        `${percent(span.postgres)} (${percent(span.peak.postgres)})`,
        percent(span.crowd),
        percent(othersOf(span)),
        `${percent(span.machine)} (${percent(span.peak.machine)})`,
        ...memoryOf(span),
        `${percent(span.poolWaits)} (${span.poolWaiting})`,
        `${format(span.loopDelay)} (${format(span.loopDelayMax)})`,
        name === 'working' ? format(Math.max(0, step.crowdDelay)) : '',
      ]
    }),
  )
  const headings = [
    'People',
    'Servers, % (peak of the busiest)',
    'PostgreSQL, % (peak)',
    "The people's programs, %",
    'Whatever else ran, %',
    'The whole machine, % (peak)',
    'Server MB',
    'PostgreSQL MB',
  ]
  const more = [
    'Looks at which a request waited for a connection, % (most)',
    'Event loop late, p99 ms (most)',
    "The people's programs late, p95 ms",
  ]
  return table([...headings, ...more], rows)
}

const memoryOf = ({ serverMemory, postgresMemory }: Span) => [serverMemory.toFixed(0), postgresMemory.toFixed(0)]

/** The largest indexes. */
export function indexTable(before: IndexSize[], after: IndexSize[]) {
  const had = new Map(before.map(({ name, bytes }) => [name, bytes]))
  const rows = after
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, LISTED)
    .map(({ table, name, bytes }) => [
      `\`${table}\``,
      `\`${name}\``,
      format(bytes / MB),
      format((bytes - (had.get(name) ?? 0)) / MB),
    ])
  return table(['Table', 'Index', 'MB', 'Growth in all steps, MB'], rows)
}

/** The tables that grew most. */
export function growthTable(before: TableSize[], after: TableSize[]) {
  const had = new Map(before.map((size) => [size.name, size]))
  const rows = after
    .map((size) => {
      const { heap, indexes } = had.get(size.name) ?? { heap: 0, indexes: 0 }
      return { ...size, more: size.heap - heap, moreIndexes: size.indexes - indexes }
    })
    .toSorted((one, other) => other.more + other.moreIndexes - one.more - one.moreIndexes)
    .slice(0, LISTED)
    .map(({ name, heap, indexes, more, moreIndexes }) => [
      `\`${name}\``,
      ...[heap, more, indexes, moreIndexes].map((bytes) => format(bytes / MB)),
    ])
  return table(['Table', 'MB', 'Growth, MB', 'Its indexes, MB', 'Growth, MB'], rows)
}
