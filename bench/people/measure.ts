import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { cpus } from 'node:os'
import { openBenchServer } from '../bench-server.ts'
import { machine } from '../report.ts'
import { DEPARTMENTS, fillHouse, openOf } from './house.ts'
import { costsInWords, costsOf, costsTable, mustHaveMarks, scaleTable, writeMeasured } from './scale.ts'
import { databaseSize, indexSizes, tableSizes } from './shift.ts'
import { runStep, type Step } from './step.ts'
import { growthTable, indexTable, resourcesTable, waitsOf } from './tables.ts'
import { verdictOf } from './verdict.ts'

/**
 * A model of a shift: so many people on duty in one house, with a year of tasks behind them. Each step brings others,
 * on the same database.
 *
 * Options: `people=500,2000,5000` on duty; `tasks=10000000`; `arrival=900` seconds within which they arrive,
 * `seconds=300` for which they work then; `servers=1`; `scale=docs/scale.md` writes the needs of other houses into that
 * page.
 */
interface Options {
  people?: string
  tasks?: string
  arrival?: string
  seconds?: string
  servers?: string
  scale?: string
}

/** Bytes on the disk for a task while the database is filled, with indexes and the log of writes. */
const BYTES_PER_TASK = 3_000
/** A page that is written from less than that says so. */
const WHOLE = { tasks: 10_000_000, people: 5_000, seconds: 300 }
const PROVISIONAL =
  '**Provisional: these figures are of a short round with few people, and say little.** On a quiet machine `npm run bench -- people scale=docs/scale.md` puts the real ones here.'

export async function measurePeople(options: Options = {}) {
  const counts = numbersOf('people', options.people ?? '500,2000,5000')
  const [tasks = 0, arrival = 0, seconds = 0, servers = 0] = [
    ['tasks', options.tasks ?? '10000000'],
    ['arrival', options.arrival ?? '900'],
    ['seconds', options.seconds ?? '300'],
    ['servers', options.servers ?? '1'],
  ].flatMap(([name = '', text = '']) => numbersOf(name, text).slice(0, 1))
  const cores = cpus().length
  const begin = performance.now()
  const note = (line: string) =>
    console.log(`  ${((performance.now() - begin) / 1000).toFixed(0).padStart(5)} s  ${line}`)
  // Checks that would fail after an hour fail now.
  if (!existsSync('/proc/self/stat')) throw new Error('people needs Linux: it reads processor times from /proc')
  if (options.scale) mustHaveMarks(options.scale)
  const server = await openBenchServer()
  try {
    const { bavail, bsize } = await statfs(server.folder)
    if (bavail * bsize < tasks * BYTES_PER_TASK)
      throw new Error(`${tasks} tasks need ${Math.ceil((tasks * BYTES_PER_TASK) / 1e9)} GB below ${server.folder}`)
    // Each step has other people, because a person who has read a briefing has nothing to read in the next. One in four
    // is off duty.
    const onDuty = counts.reduce((sum, count) => sum + count, 0)
    const all = Math.ceil((onDuty * 4) / 3 / DEPARTMENTS) * DEPARTMENTS
    const residents = await fillHouse(server, all, tasks, note)
    const filled = await databaseSize(server.pool)
    const before = { tables: await tableSizes(server.pool), indexes: await indexSizes(server.pool) }
    const ofTasks = before.tables.find(({ name }) => name === 'tasks')
    const bytesPerTask = ((ofTasks?.heap ?? 0) + (ofTasks?.indexes ?? 0)) / tasks
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
        // The steps before are worth a report.
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
      `Shares of one core, on average; the peak is what nine of ten looks did not exceed. The programs that play the people ran on the same ${cores} cores with lower priority, and took from them what the column says: on a machine of their own the waits would be shorter.`,
      resourcesTable(steps),
      `The database had ${(filled / 1e9).toFixed(2)} GB before and ${((await databaseSize(server.pool)) / 1e9).toFixed(2)} GB after all steps.`,
      '#### The largest indexes',
      indexTable(before.indexes, await indexSizes(server.pool)),
      '#### What grew in all steps',
      growthTable(before.tables, await tableSizes(server.pool)),
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
export function numbersOf(name: string, text: string) {
  const numbers = text.split(',').map(Number)
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new Error(`${name} must be numbers of 1 or more (it is "${text}"). For example: ${name}=500`)
  return numbers
}
