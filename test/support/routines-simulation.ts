import pg from 'pg'
import { diceOf } from '../../sample/story.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import { openingsAfter, type RoutineRule } from '../../src/shared/time/routine-times.ts'
import { DAY, MINUTE } from './by-minute.ts'
import { LocalMinutes } from './routines-by-minute.ts'
import { Fleet } from './routines-fleet.ts'

const HOUR = 60 * MINUTE
/** The longest window is of a week. */
const MARGIN = 12 * DAY

/** The share of the ticks at which all servers work at once; at the others they take turns. */
const TOGETHER = 0.25

export interface SimulationOptions {
  /** A migrated database without routines. */
  url: string
  timeZone: string
  routines: number
  /** The first day, in UTC, and the number of days. */
  from: string
  days: number
  servers: number
  /** A server is killed each so many ticks on average. */
  killEvery: number
  seed: number
}

export interface SimulationReport {
  timeZone: string
  routines: number
  days: number
  kills: number
  outages: number
  seconds: number
  /**
   * The occurrences that should be there, by the independent calculation; how many are missing, double, or different.
   */
  occurrences: number
  missing: number
  double: number
  unexpected: number
  otherwise: number
  /** The first of the different ones, with their actual and expected values. */
  examples: string[]
  /** Of the occurrences, those that were missed, and of these those that were recorded after an outage. */
  missed: number
  missedInOutages: number
  wrongNext: number
  wrongSteps: number
}

/** Whether every opening has become exactly one occurrence, with the outcome that the rules give it. */
export const isExact = (report: Omit<SimulationReport, 'examples'>) =>
  report.occurrences > 0 &&
  [report.missing, report.double, report.unexpected, report.otherwise, report.wrongNext, report.wrongSteps].every(
    (count) => count === 0,
  )

interface Simulated extends RoutineRule {
  id: number
  eachCounts: boolean
  steps: number
}

interface Expected {
  dueAt: number
  closesAt: number | null
  createdAt: number
  /** When it was missed; null if it was not. */
  closedAt: number | null
  isLate: boolean
}

/**
 * Lets servers open and close the occurrences of random routines, day by day, while one after the other is killed and
 * all of them rest for hours and for days. Then compares each occurrence with an independent calculation.
 */
export async function simulateRoutines(options: SimulationOptions): Promise<SimulationReport> {
  const { url, timeZone, days, servers, killEvery, seed } = options
  const begun = performance.now()
  const from = Date.parse(options.from)
  const to = from + days * DAY
  const { roll } = diceOf(seed)
  const database = new pg.Client(connectionOptions(url))
  await database.connect()
  const fleet = await Fleet.start(url, timeZone, servers)
  try {
    await database.query("set timezone = 'UTC'")
    const routines = await putRoutines(database, options)
    const local = new LocalMinutes(timeZone, from - MARGIN, to + MARGIN)
    const windows = new Map(
      routines.map((routine) => [
        routine.id,
        local.windowsOf(routine).filter(({ opensAt }) => opensAt > from && opensAt <= to),
      ]),
    )
    const { ticks, outages } = ticksOf(
      [...windows.values()].flat().map(({ opensAt }) => opensAt),
      options,
    )
    for (const tick of ticks) {
      const isKill = roll() < 1 / killEvery
      if (isKill || roll() < TOGETHER) await fleet.tick(tick, isKill ? roll() * 25 : undefined)
      else await fleet.tickOne(tick)
    }
    const expected = new Map(routines.flatMap((routine) => expectedOf(routine, windows.get(routine.id) ?? [], ticks)))
    const compared = await compare(database, expected)
    return {
      ...{ timeZone, routines: routines.length, days, kills: fleet.kills, outages },
      seconds: Math.round((performance.now() - begun) / 1000),
      ...compared,
      wrongNext: await countWrongNext(database, routines, ticks.at(-1) ?? from, local),
      wrongSteps: await countWrongSteps(database, routines),
    }
  } finally {
    await fleet.stop()
    await database.end()
  }
}

/**
 * When the servers work: at each opening, save for outages of three hours and of three days, and once at the end of
 * each outage. A closing is noticed with the next opening.
 */
function ticksOf(openings: number[], { from, days, seed }: SimulationOptions) {
  const { roll } = diceOf(seed + 1)
  const begin = Date.parse(from)
  const outages: [from: number, to: number][] = []
  for (let day = 2 + Math.floor(roll() * 5); day < days - 4; day += 5 + Math.floor((roll() * days) / 20)) {
    const start = begin + day * DAY + Math.floor(roll() * 1_440) * MINUTE
    outages.push([start, start + (outages.length % 3 === 1 ? 3 * DAY : 3 * HOUR)])
  }
  const isOut = (time: number) => outages.some(([start, end]) => time >= start && time < end)
  const times = new Set([
    ...openings.filter((time) => !isOut(time)),
    ...outages.map(([, end]) => end),
    begin + days * DAY,
  ])
  return { ticks: [...times].sort((a, b) => a - b), outages: outages.length }
}

const rules = ['* * *', '* * *', '* * 1-5', '* * sat,sun', '29 * *', '1,15 * *', '*/3 * *', '* 2,3,10,11 *']
const times = [
  '00:00',
  '00:30',
  '01:30',
  '02:00',
  '02:15',
  '02:30',
  '02:59',
  '03:00',
  '05:45',
  '06:00',
  '14:10',
  '22:00',
  '23:59',
]
const lengths = [10, 45, 60, 120, 240, 480, 480, 600, 1_439, 2_000, 4_320, 10_080]

/** Inserts random routines, whose creator is the only person. */
async function putRoutines(
  database: pg.Client,
  { timeZone, routines, from, seed }: SimulationOptions,
): Promise<Simulated[]> {
  const { roll, oneOf } = diceOf(seed + 2)
  const random = Array.from({ length: routines }, (_, at) => {
    const isEvery = roll() < 0.3
    const [dueAfterMinutes = 0, closesAfterMinutes = 0] = [oneOf(lengths), oneOf(lengths)].sort((a, b) => a - b)
    const first = new Date(Date.parse(from) - Math.floor(roll() * 40) * DAY).toISOString().slice(0, 10)
    const rule: RoutineRule = {
      ...{ days: isEvery ? null : oneOf(rules), everyDays: isEvery ? 1 + Math.floor(roll() * 9) : null },
      ...{ from: isEvery ? first : null, opensAt: oneOf(times), dueAfterMinutes },
      closesAfterMinutes: roll() < 0.2 ? null : closesAfterMinutes,
    }
    return { ...rule, eachCounts: roll() < 0.3, steps: at % 5 === 0 ? 3 : 0 }
  })
  const creator = uuidv7(new Date())
  const { rows: departments } = await database.query<{ id: number }>(
    `insert into departments (name, folded_name) values ($1, $2) returning id`,
    [`Routines in ${timeZone}`, `routines in ${timeZone}`],
  )
  await database.query(
    `insert into users (id, email, password_hash, first_name, last_name, folded_name)
     values ($1, $2, '', 'Simona', 'Simulated', 'simona simulated')`,
    [creator, `${creator}@hotel.example`],
  )
  const step = { text: 'Look', kind: 'tick', required: false, unit: null, min: null, max: null }
  const values = random.map((routine) => ({
    ...{ days: routine.days, every: routine.everyDays, first: routine.from, opens: routine.opensAt },
    ...{ due: routine.dueAfterMinutes, closes: routine.closesAfterMinutes, each: routine.eachCounts },
    steps: Array(routine.steps).fill(step),
    next: openingsAfter(routine, new Date(from), timeZone, 1)[0]?.toISOString(),
  }))
  const { rows } = await database.query<{ id: number }>(
    `insert into routines (title, department_id, creator_id, days, every_days, from_date, opens_at, due_after_minutes,
       closes_after_minutes, each_counts, steps, next_occurrence)
     select 'Round', $2, $3, days, every, first, opens, due, closes, "each", steps, next
     from jsonb_to_recordset($1) as (days text, every int, first date, opens text, due int, closes int, "each" boolean,
       steps jsonb, next timestamptz)
     returning id`,
    [JSON.stringify(values), departments[0]?.id, creator],
  )
  return random.map((routine, at) => ({ ...routine, id: rows[at]?.id ?? 0 }))
}

type Windows = ReturnType<LocalMinutes['windowsOf']>

/** The expected occurrences of a routine, by their opening: each opens with the next tick. */
function expectedOf({ id, eachCounts }: Simulated, windows: Windows, ticks: number[]): [key: string, Expected][] {
  const last = ticks.at(-1) ?? 0
  let next = 0
  const opened = windows.flatMap((window) => {
    while ((ticks[next] ?? last) < window.opensAt) next += 1
    const tick = ticks[next]
    return tick === undefined ? [] : [{ ...window, tick }]
  })
  return opened.map(({ opensAt, dueAt, closesAt, tick }, at) => {
    const isOver = closesAt !== null && closesAt <= tick
    const isSuperseded = !isOver && !eachCounts && opened[at + 1]?.tick === tick
    const closes = closesAt !== null && closesAt <= last ? closesAt : null
    return [
      `${id} ${opensAt}`,
      { dueAt, closesAt, createdAt: tick, closedAt: isSuperseded ? tick : closes, isLate: isOver || isSuperseded },
    ]
  })
}

interface Row {
  routine_id: number
  opens: string
  due: string
  closes: string | null
  created: string
  closed: string | null
  outcome: string | null
  action: string
}

const EXAMPLES = 20

/** The differences of an occurrence from the expected one, in words. */
function differencesOf(row: Row, should: Expected) {
  const number = (value: string | null) => (value === null ? null : Number(value))
  const time = (value: unknown) => (typeof value === 'number' ? new Date(value).toISOString() : value)
  const pairs: [name: string, is: unknown, should: unknown][] = [
    ['due', number(row.due), should.dueAt],
    ['closes', number(row.closes), should.closesAt],
    ['created', number(row.created), should.createdAt],
    ['closed', number(row.closed), should.closedAt],
    ['outcome', row.outcome, should.closedAt === null ? null : 'missed'],
    [
      'history',
      row.action,
      should.isLate ? 'task.miss' : should.closedAt === null ? 'task.open' : 'task.open task.miss',
    ],
  ]
  return pairs
    .filter(([, is, expected]) => is !== expected)
    .map(([name, is, expected]) => `${name} ${time(is)} instead of ${time(expected)}`)
}

async function compare(database: pg.Client, expected: ReadonlyMap<string, Expected>) {
  const inMs = (column: string) => `(extract(epoch from ${column}) * 1000)::int8`
  const { rows } = await database.query<Row>(`
    select t.routine_id, ${inMs('occurrence_at')} as opens, ${inMs('due_date')} as due, ${inMs('closes_at')} as closes,
      ${inMs('t.created_at')} as created, ${inMs('closed_at')} as closed, outcome,
      (select string_agg(action, ' ' order by l.id) from audit_logs l
        where resource_type = 'task' and resource_id = t.id::text) as action
    from tasks t`)
  const seen = new Set<string>()
  const counts = { double: 0, unexpected: 0, otherwise: 0 }
  const examples: string[] = []
  for (const row of rows) {
    const key = `${row.routine_id} ${row.opens}`
    const should = expected.get(key)
    const differences = should ? differencesOf(row, should) : []
    if (seen.has(key)) counts.double += 1
    else if (!should) counts.unexpected += 1
    else if (differences.length > 0) {
      counts.otherwise += 1
      if (examples.length < EXAMPLES) examples.push(`${key}: ${differences.join(', ')}`)
    }
    seen.add(key)
  }
  const all = [...expected.values()]
  return {
    occurrences: expected.size,
    missing: [...expected.keys()].filter((key) => !seen.has(key)).length,
    ...{ ...counts, examples },
    missed: all.filter(({ closedAt }) => closedAt !== null).length,
    missedInOutages: all.filter(({ isLate }) => isLate).length,
  }
}

/** How many routines do not open next when they should, after the last tick. */
async function countWrongNext(database: pg.Client, routines: Simulated[], last: number, local: LocalMinutes) {
  const { rows } = await database.query<{ id: number; next: Date | null }>(
    'select id, next_occurrence as next from routines',
  )
  const next = new Map(rows.map(({ id, next }) => [id, next && new Date(next).getTime()]))
  return routines.filter((routine) => {
    const later = local.windowsOf(routine).find(({ opensAt }) => opensAt > last)
    // Openings after the span of the calculation are not known.
    return later !== undefined && next.get(routine.id) !== later.opensAt
  }).length
}

/** How many occurrences do not have the steps of their routine. */
async function countWrongSteps(database: pg.Client, routines: Simulated[]) {
  const { rows } = await database.query<{ id: number; total: number; steps: number }>(
    `select t.routine_id as id, t.steps_total as total, (select count(*)::int from task_steps s where s.task_id = t.id) as steps
     from tasks t`,
  )
  const stepsOf = new Map(routines.map(({ id, steps }) => [id, steps]))
  return rows.filter(({ id, total, steps }) => total !== stepsOf.get(id) || steps !== total).length
}
