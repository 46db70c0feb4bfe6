import { setMaxListeners } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { formOf } from '../../test/support/forms.ts'
import { pdfOf } from '../../test/support/pdfs.ts'
import { END_OF_JPEG, jpegOf } from '../../test/support/pictures.ts'
import { sharedClock } from '../programs.ts'
import { openCaller } from './caller.ts'
import { Person } from './person.ts'
import { SeenChanges } from './seen.ts'
import type { Seat } from './shift.ts'
import { type AllWaits, noWaits } from './waits.ts'

/** A part of the people on duty, in a process of its own. It tells its own share of a processor. */

export interface Opening {
  /** The servers, which people use in turn. */
  ports: number[]
  seats: Seat[]
  /** People arrive at random within so many milliseconds. */
  arrival: number
}

export interface CrowdTotals {
  waits: AllWaits
  /** Changes that arrived live, changes that were made, and pages that were told to read everything again. */
  messages: number
  changes: number
  readAgain: number
  /** Pages with a live connection now, and people who have opened Muster, clocked in and found their screen. */
  connected: number
  arrived: number
  /** Processor time of this process in seconds. */
  processorTime: number
  /** How late this process itself is, in milliseconds, in 95 of 100 cases: its waits are longer by so much. */
  delay: number
}

export type Question = { open: Opening } | { totals: true } | { end: true }

/** As the app makes photos small before it sends them, and a short procedure. */
const PHOTO_BYTES = 300_000
const THUMBNAIL_BYTES = 12_000
const PAGES = 8
const SWEEP_EVERY = 5_000

const waits = noWaits()
const totals = { messages: 0, changes: 0, readAgain: 0 }
const over = new AbortController()
// Everybody waits for it.
setMaxListeners(0, over.signal)
const seen = new SeenChanges(waits)
const people: Person[] = []
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
let close = () => {}

function open({ ports, seats, arrival }: Opening) {
  const portOf = (n: number) => ports[n % ports.length] as number
  const caller = openCaller(portOf, waits, () => over.signal.aborted)
  close = caller.close
  // With nothing in it that the server would take out, as a browser's canvas writes it.
  const picture = (width: number, height: number, bytes: number) =>
    Buffer.concat([jpegOf({ width, height }).subarray(0, -END_OF_JPEG.length), Buffer.alloc(bytes, 'x'), END_OF_JPEG])
  const photo = formOf({}, [
    { content: picture(1600, 1200, PHOTO_BYTES), fileName: 'IMG_0001.jpg', type: 'image/jpeg' },
    { content: picture(320, 240, THUMBNAIL_BYTES), fileName: 'small.jpg', type: 'image/jpeg', field: 'thumbnail' },
  ])
  const pages = Array.from(
    { length: PAGES },
    (_, at) => `Page ${at + 1}: Turning over a guest room. Strip the beds first.`,
  )
  const procedure = (departmentId: number) =>
    formOf(
      { title: 'Turning over a room', version: '1.0', departmentId: String(departmentId) },
      { content: pdfOf({ pages }) },
    )
  setInterval(() => seen.sweep(sharedClock()), SWEEP_EVERY)
  const around = { caller, waits, seen, totals, photo, procedure, signal: over.signal }
  for (const seat of seats) {
    const person = new Person(seat, portOf(seat.n), around)
    people.push(person)
    person.work(Math.random() * arrival).catch(fail)
  }
}

function totalsNow(): CrowdTotals {
  const { user, system } = process.cpuUsage()
  const connected = people.filter(({ isConnected }) => isConnected).length
  const arrived = people.filter(({ hasArrived }) => hasArrived).length
  return {
    waits,
    ...totals,
    connected,
    arrived,
    processorTime: (user + system) / 1e6,
    delay: delay.percentile(95) / 1e6 - 10,
  }
}

/** Nobody begins anything more. */
function end() {
  const found = totalsNow()
  over.abort()
  for (const person of people) person.close()
  close()
  return found
}

function fail(error: unknown) {
  console.error(error)
  process.exit(1)
}
process.on('unhandledRejection', fail)

process.on('message', (question: Question) => {
  if ('open' in question) open(question.open)
  process.send?.('open' in question ? {} : 'end' in question ? end() : totalsNow())
})
