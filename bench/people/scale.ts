import { readFileSync, writeFileSync } from 'node:fs'
import { table } from '../report.ts'
import { CHANGE_EVERY } from './person.ts'
import type { Step } from './step.ts'

/** Works out from the measured costs which machines other numbers of people need, and writes it into a page. */

/** The costs of single things. Processor time in seconds of one core of the machine that measured. */
export interface Costs {
  /** Of the server: for a change with the reads that it causes, and for each message to an open page. */
  serverPerChange: number
  serverPerMessage: number
  /** Of PostgreSQL, for a change with the reads that it causes. */
  postgresPerChange: number
  /** For somebody who opens Muster and clocks in. */
  serverPerArrival: number
  postgresPerArrival: number
  /** The part of the open pages that a change reaches (0 to 1). */
  reach: number
  /** MB of a server without people, and of each open page. */
  memoryAtRest: number
  memoryPerPage: number
  /** Bytes on the disk: of a task with its indexes, and of the lasting rows of a change. */
  bytesPerTask: number
  bytesPerChange: number
}

export interface Needs {
  serverCores: number
  servers: number
  postgresCores: number
  /** MB of all servers. */
  serverMemory: number
  connections: number
  /** GB. */
  diskPerYear: number
}

/** Machines are bought with so much left free: nothing waits long at 60 % of a core. */
const USED = 0.6
/** Everybody arrives within so many seconds. */
const ARRIVAL = 15 * 60
/** The measured house has 2,000 tasks a year for each of 5,000 people on duty, and changes each three times. */
const TASKS_PER_YEAR = 2_000
const CHANGES_PER_TASK = 3
/** The default of DATABASE_POOL, and the connection for live changes. */
const CONNECTIONS_PER_SERVER = 11

/** The needs of so many people on duty, in cores like those measured. */
export function needsOf(people: number, costs: Costs): Needs {
  const changes = people / (CHANGE_EVERY / 1000)
  const messages = changes * people * costs.reach
  const arrivals = people / ARRIVAL
  const serverWork = changes * costs.serverPerChange + messages * costs.serverPerMessage
  const serverCores = Math.max(serverWork, arrivals * costs.serverPerArrival) / USED
  const postgresCores = Math.max(changes * costs.postgresPerChange, arrivals * costs.postgresPerArrival) / USED
  const servers = Math.max(1, Math.ceil(serverCores))
  return {
    serverCores,
    servers,
    postgresCores,
    serverMemory: servers * costs.memoryAtRest + people * costs.memoryPerPage,
    connections: servers * CONNECTIONS_PER_SERVER,
    diskPerYear: (people * TASKS_PER_YEAR * (costs.bytesPerTask + CHANGES_PER_TASK * costs.bytesPerChange)) / 1e9,
  }
}

/** The costs of single things, from all steps. Messages cost apart from changes only if two steps tell them apart. */
export function costsOf(steps: Step[], bytesPerTask: number): Costs {
  const sum = (of: (step: Step) => number) => steps.reduce((all, step) => all + of(step), 0)
  const [most] = steps.toSorted((one, other) => other.people - one.people)
  if (!most) throw new Error('Nothing was measured')
  const timeOf = ({ working }: Step, part: 'servers' | 'postgres') => working[part] * working.seconds
  const changes = Math.max(
    1,
    sum(({ working }) => working.changes),
  )
  const { perChange, perMessage } = costsThatFit(
    steps.map((step) => ({ ...step.working, time: timeOf(step, 'servers') })),
    sum((step) => timeOf(step, 'servers')) / changes,
  )
  // People who have arrived already work: that part is no cost of arriving.
  const perArrival = (part: 'servers' | 'postgres', ofChange: number, ofMessage: number) =>
    Math.max(
      0,
      sum(
        ({ arriving }) =>
          arriving[part] * arriving.seconds - arriving.changes * ofChange - arriving.messages * ofMessage,
      ),
    ) / sum(({ people }) => people)
  const postgresPerChange = sum((step) => timeOf(step, 'postgres')) / changes
  const pages = Math.max(1, most.connected)
  return {
    serverPerChange: perChange,
    serverPerMessage: perMessage,
    postgresPerChange,
    serverPerArrival: perArrival('servers', perChange, perMessage),
    postgresPerArrival: perArrival('postgres', postgresPerChange, 0),
    reach: most.working.messages / Math.max(1, most.working.changes) / pages,
    memoryAtRest: most.memoryAtRest,
    memoryPerPage: Math.max(0, most.working.serverMemory - most.memoryAtRest) / pages,
    bytesPerTask,
    bytesPerChange: sum(({ kept }) => kept) / changes,
  }
}

/** Steps with fewer changes tell only the sum of both costs. */
const MIN_CHANGES = 200

/** The costs of a change and of a message that fit the steps best; never below zero. */
function costsThatFit(spans: { time: number; changes: number; messages: number }[], lone: number) {
  const add = (of: (span: (typeof spans)[number]) => number) => spans.reduce((sum, span) => sum + of(span), 0)
  const [cc, cm, mm] = [add((s) => s.changes ** 2), add((s) => s.changes * s.messages), add((s) => s.messages ** 2)]
  const [ct, mt] = [add((s) => s.changes * s.time), add((s) => s.messages * s.time)]
  const determinant = cc * mm - cm * cm
  const perChange = (ct * mm - mt * cm) / determinant
  const perMessage = (mt * cc - ct * cm) / determinant
  // Spans whose messages grow as their changes do tell nothing apart.
  const isMany = spans.length > 1 && spans.every(({ changes }) => changes >= MIN_CHANGES)
  const isTold = isMany && determinant > 1e-6 * cc * mm && perChange > 0 && perMessage > 0
  return isTold ? { perChange, perMessage } : { perChange: lone, perMessage: 0 }
}

const HOUSES = [50, 500, 5_000, 50_000]
const amount = (value: number) =>
  value >= 10 ? Math.ceil(value).toLocaleString('en-US') : (Math.ceil(value * 10) / 10).toFixed(1)

export function scaleTable(costs: Costs) {
  const rows = HOUSES.map((people) => {
    const needs = needsOf(people, costs)
    const { serverCores, postgresCores, serverMemory, servers, connections, diskPerYear } = needs
    const [memory, disk] = [serverMemory / 1000, diskPerYear].map(amount) as [string, string]
    return [
      people.toLocaleString('en-US'),
      amount(serverCores),
      servers,
      memory,
      amount(postgresCores),
      connections,
      disk,
    ]
  })
  const headings = [
    'On duty',
    'Cores for servers',
    'Servers',
    'Their memory, GB',
    'Cores for PostgreSQL',
    'Connections',
    'Disk, GB a year',
  ]
  return table(headings, rows)
}

/** The costs themselves, for a reader who wants to work out another house. */
export function costsTable(costs: Costs) {
  const milliseconds = (seconds: number) => (seconds * 1000).toFixed(2)
  const toPage = costs.serverPerMessage > 0 ? (costs.serverPerMessage * 1000).toFixed(4) : 'counted with the change'
  return table(
    ['One', 'Server, ms of a core', 'PostgreSQL, ms of a core'],
    [
      [
        'change, with what is read because of it',
        milliseconds(costs.serverPerChange),
        milliseconds(costs.postgresPerChange),
      ],
      ['message to an open page', toPage, ''],
      [
        'person who opens Muster and clocks in',
        milliseconds(costs.serverPerArrival),
        milliseconds(costs.postgresPerArrival),
      ],
    ],
  )
}

/** In words, facts that the table lacks. */
export const costsInWords = (costs: Costs) =>
  `A change reaches ${(costs.reach * 100).toFixed(1)} % of the open pages. A server takes ${costs.memoryAtRest.toFixed(0)} MB and ${(costs.memoryPerPage * 1000).toFixed(0)} kB for each open page. A task takes ${costs.bytesPerTask.toFixed(0)} bytes on the disk with its indexes, and ${costs.bytesPerChange.toFixed(0)} bytes stay of each change.`

const BEGIN = '<!-- measured: begin -->'
const END = '<!-- measured: end -->'

/** Throws if a page lacks the marks between which the text goes. */
export function mustHaveMarks(path: string) {
  const page = readFileSync(path, 'utf8')
  if (page.indexOf(BEGIN) < 0 || page.indexOf(END) < page.indexOf(BEGIN))
    throw new Error(`${path} lacks the marks ${BEGIN} and ${END}`)
}

/** Puts a text between the marks of a page. Throws if they are not there. */
export function writeMeasured(path: string, text: string) {
  mustHaveMarks(path)
  const page = readFileSync(path, 'utf8')
  writeFileSync(path, `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${text}\n${page.slice(page.indexOf(END))}`)
}
