import { cpus } from 'node:os'
import { openBenchServer } from '../bench-server.ts'
import { format, machine, table } from '../report.ts'
import { DEPARTMENTS, fillHouse, openOf } from './house.ts'
import { costsInWords, costsOf, costsTable, scaleTable, writeMeasured } from './scale.ts'
import { databaseSize, type IndexSize, indexSizes, tableSizes } from './shift.ts'
import { runStep, type Span, type Step } from './step.ts'
import { verdictOf } from './verdict.ts'
import { keepsAim, kinds, quantileOf, waitKinds } from './waits.ts'

/**
 * A model of a shift: so many people on duty in one house, with a year of tasks behind them. Each step brings others, on the same
 * database.
 *
 * Options: `people=500,2000,5000` on duty; `tasks=10000000`; `arrival=300` seconds within which they arrive, `seconds=300` for which
 * they work then; `servers=1`; `scale=docs/scale.md` writes what follows for other houses into that page.
 */
interface Options {
  people?: string
  tasks?: string
  arrival?: string
  seconds?: string
  servers?: string
  scale?: string
}

/** A page that is written from less than that says so. */
const WHOLE = { tasks: 10_000_000, people: 5_000, seconds: 300 }
const PROVISIONAL =
  '**Provisional: these figures are of a short round with few people, and say little.** On a quiet machine `npm run bench -- people scale=docs/scale.md` puts the real ones here.'
/** Indexes that the report lists. */
const LISTED = 15
const MB = 1e6

export async function measurePeople(options: Options = {}) {
  const counts = numbersOf('people', options.people ?? '500,2000,5000')
  const [tasks = 0, arrival = 0, seconds = 0, servers = 0] = [
    ['tasks', options.tasks ?? '10000000'],
    ['arrival', options.arrival ?? '300'],
    ['seconds', options.seconds ?? '300'],
    ['servers', options.servers ?? '1'],
  ].flatMap(([name = '', text = '']) => numbersOf(name, text).slice(0, 1))
  const cores = cpus().length
  const begin = performance.now()
  const note = (line: string) =>
    console.log(`  ${((performance.now() - begin) / 1000).toFixed(0).padStart(5)} s  ${line}`)
  const server = await openBenchServer()
  try {
    // Each step has other people, because who has read a briefing has nothing to read in the next. One in four is off duty.
    const onDuty = counts.reduce((sum, count) => sum + count, 0)
    const all = Math.ceil((onDuty * 4) / 3 / DEPARTMENTS) * DEPARTMENTS
    const residents = await fillHouse(server, all, tasks, note)
    const filled = await databaseSize(server.pool)
    const ofTasks = (await tableSizes(server.pool)).find(({ name }) => name === 'tasks')
    const bytesPerTask = ((ofTasks?.heap ?? 0) + (ofTasks?.indexes ?? 0)) / tasks
    const before = await indexSizes(server.pool)
    const steps: Step[] = []
    let from = 0
    let failure = ''
    for (const count of counts) {
      note(`${count.toLocaleString('en-US')} people on duty`)
      const people = residents.slice(from, from + count)
      from += count
      try {
        const step = await runStep(server, people, { arrival, seconds, servers }, note)
        steps.push(step)
        console.log(`\n${waitsOf(step)}\n`)
      } catch (error) {
        // What was measured before is worth a report.
        failure = `The step with ${count.toLocaleString('en-US')} people could not be measured: ${error}`
        note(failure)
        if (steps.length === 0) throw error
        break
      }
    }
    const costs = costsOf(steps, bytesPerTask)
    const [house, open] = [tasks, openOf(all, tasks)].map((count) => count.toLocaleString('en-US'))
    const about = `${DEPARTMENTS} departments, ${all.toLocaleString('en-US')} people, ${house} tasks of which ${open} were open. Within ${arrival} s people arrived and then worked for ${seconds} s, on ${servers} server${servers > 1 ? 's' : ''}.`
    const needs = [scaleTable(costs), costsTable(costs), costsInWords(costs)].join('\n\n')
    if (options.scale) {
      const day = new Date().toISOString().slice(0, 10)
      const isWhole = tasks >= WHOLE.tasks && Math.max(...counts) >= WHOLE.people && seconds >= WHOLE.seconds
      const measured = `Measured on ${day}: ${await machine(server.pool)}. ${about}`
      writeMeasured(options.scale, [...(isWhole ? [] : [PROVISIONAL]), measured, needs].join('\n\n'))
    }
    return [
      '### A shift',
      about,
      ...steps.map(waitsOf),
      '#### What it took',
      `Shares of one core. The programs that play the people ran on the same ${cores} cores, and took from them what the column says: on a machine of their own the waits would be shorter.`,
      resourcesTable(steps),
      `The database had ${(filled / 1e9).toFixed(2)} GB before and ${((await databaseSize(server.pool)) / 1e9).toFixed(2)} GB after all steps.`,
      '#### The largest indexes',
      indexTable(before, await indexSizes(server.pool)),
      '#### Where it ends, and why',
      verdictOf(steps, cores),
      ...(failure ? [failure] : []),
      '#### What other houses need',
      needs,
    ].join('\n\n')
  } finally {
    await server.close()
  }
}

/** The numbers of an option. Throws if one is none. */
function numbersOf(name: string, text: string) {
  const numbers = text.split(',').map(Number)
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new Error(`${name} must be numbers of 1 or more (it is "${text}"). For example: ${name}=500`)
  return numbers
}

function waitsOf({ people, waits, waitsAtWork, readAgain, connected, eventsPerSecond, warnings }: Step) {
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
    ...(told.length > 0 ? [`Errors, some of each kind:\n\n${told.join('\n')}`] : []),
    ...(warnings.length > 0 ? [`The servers warned:\n\n${warned.join('\n')}`] : []),
  ].join('\n\n')
}

function resourcesTable(steps: Step[]) {
  const rows = steps.flatMap((step) =>
    (['arriving', 'working'] as const).map((name) => {
      const span = step[name]
      const percent = (share: number) => (share * 100).toFixed(0)
      return [
        `${step.people.toLocaleString('en-US')}, ${name === 'arriving' ? 'arriving' : 'at work'}`,
        percent(span.servers),
        percent(span.postgres),
        percent(span.crowd),
        percent(span.machine),
        ...memoryOf(span),
        `${percent(span.poolWaits)} (${span.poolWaiting})`,
        `${format(span.loopDelay)} (${format(span.loopDelayMax)})`,
        name === 'working' ? format(Math.max(0, step.crowdDelay)) : '',
      ]
    }),
  )
  const headings = [
    'People',
    'Servers, %',
    'PostgreSQL, %',
    "The people's programs, %",
    'The whole machine, %',
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

function indexTable(before: IndexSize[], after: IndexSize[]) {
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
