// Loaded before a server whose time is simulated. The file that SIMULATED_CLOCK names contains the milliseconds by
// which its clocks are ahead: the clock of the day, and the one that measures spans. When the time moves on, timers
// that have become due meanwhile ring, each once, as if the server had waited. Nothing of the server itself is changed.
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const file = process.env.SIMULATED_CLOCK ?? ''
const LOOK_EVERY = 5
/** Shorter waits pass in real time. */
const SHORTEST = 20
/** So do the limits of database connections: it has not become slow, and an idle one is soon opened again. */
const OF_DATABASE = /remove idle client|due to timeout|timeout exceeded|timeout expired|read timeout/
/** The built server's long lines are broken, also within texts. @param {unknown} run */
const isOfDatabase = (run) => OF_DATABASE.test(String(run).replaceAll('\\\n', ''))

const Machine = Date
const span = performance.now.bind(performance)
const machine = { setTimeout, setInterval, clearTimeout }
const read = () => Number(readFileSync(file, 'utf8'))
let known = read()
let knownSince = Machine.now()
const aheadAtStart = known
/** On a busy machine a request may arrive before the timer that looks at the clock has its turn. */
function ahead() {
  const at = Machine.now()
  if (at - knownSince >= LOOK_EVERY) {
    known = read()
    knownSince = at
  }
  return known
}

globalThis.Date = new Proxy(Machine, {
  construct: (target, given, requested) =>
    Reflect.construct(target, given.length === 0 ? [Machine.now() + ahead()] : given, requested),
  get: (target, name) => (name === 'now' ? () => Machine.now() + ahead() : Reflect.get(target, name)),
})
const elapsed = () => span() + ahead() - aheadAtStart
performance.now = elapsed

/** When waiting timers are due, by `elapsed`, and their functions. */
const waiting = new Map()

/**
 * @param {NodeJS.Timeout} timer
 * @param {{ delay: number, ring: () => void }} wait
 */
function watch(timer, { delay, ring }) {
  const wait = { due: elapsed() + delay, delay, ring }
  waiting.set(timer, wait)
  const refresh = timer.refresh.bind(timer)
  timer.refresh = () => {
    wait.due = elapsed() + delay
    waiting.set(timer, wait)
    return refresh()
  }
}

globalThis.setTimeout = Object.defineProperty(
  /** @type {any} */ (
    (/** @type {any} */ run, delay = 0, /** @type {any[]} */ ...given) => {
      const timer = machine.setTimeout(() => {
        waiting.delete(timer)
        run(...given)
      }, delay)
      const ring = () => {
        waiting.delete(timer)
        machine.clearTimeout(timer)
        run(...given)
      }
      if (delay >= SHORTEST && !isOfDatabase(run)) watch(timer, { delay, ring })
      return timer
    }
  ),
  promisify.custom,
  { value: promisify(machine.setTimeout) },
)
globalThis.setInterval = /** @type {any} */ (
  (/** @type {any} */ run, delay = 0, /** @type {any[]} */ ...given) => {
    /** @type {any} */
    const timer = machine.setInterval(() => {
      const wait = waiting.get(timer)
      if (wait) wait.due = elapsed() + delay
      run(...given)
    }, delay)
    const ring = () => {
      timer.refresh()
      run(...given)
    }
    if (delay >= SHORTEST) watch(timer, { delay, ring })
    return timer
  }
)

// A slow start of a server is no fault.
let isReady = false
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = /** @type {any} */ (
  (/** @type {any} */ chunk, /** @type {any[]} */ ...rest) => {
    isReady ||= String(chunk).includes('Muster is ready')
    return write(chunk, ...rest)
  }
)

let rungFor = aheadAtStart
function look() {
  if (ahead() === rungFor) return
  rungFor = ahead()
  if (!isReady) return
  for (const [timer, { due, ring }] of [...waiting]) {
    // Timers that were cleared say so; `clearTimeout` of `node:timers` clears them as well.
    if (timer._destroyed) waiting.delete(timer)
    else if (due <= elapsed()) ring()
  }
}
machine.setInterval(look, LOOK_EVERY).unref()
// Those that were cleared long ago.
machine
  .setInterval(() => {
    for (const timer of waiting.keys()) if (timer._destroyed) waiting.delete(timer)
  }, 1_000)
  .unref()
