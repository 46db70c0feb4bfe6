import { memoryUsage } from 'node:process'
import { Worker } from 'node:worker_threads'

/**
 * The process that reads untrusted PDFs. This thread only watches the thread that reads them (`pdf-thread`), and kills
 * the whole process when a file takes too much memory or processor time. pdf.js unpacks data outside its thread's heap,
 * so only the resident memory of a whole process can be limited. The watcher is not in the server, because this process
 * must also end when the server is killed, even during an endless loop.
 *
 * @typedef {import('../pdf.ts').PdfTask} PdfTask
 */

const CHECK_INTERVAL_MS = 30
const HEAP_MB = 128
const END_WITHIN_MS = 1_000

const here = import.meta.url
const thread = new Worker(new URL(`./pdf-thread${here.slice(here.lastIndexOf('.'))}`, here), {
  resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
})

/** Ends the process at once. `process.exit` would wait for a thread in a long native call. */
const kill = () => process.kill(process.pid, 'SIGKILL')

/** Says that the file takes too much, so that it does not look like a kill from outside, and ends the process. */
function giveUp() {
  clearInterval(watchTimer)
  process.send?.({ fault: 'too-much' }, kill)
  // The other side may not read.
  setTimeout(kill, END_WITHIN_MS)
}

/** @type {NodeJS.Timeout | undefined} */
let watchTimer
/** Whether the thread waits until its texts are stored. */
let isStoring = false

/** @param {PdfTask} task */
function start({ job, limits }) {
  const before = process.cpuUsage()
  const { performance } = thread
  let idle = 0
  let seen = performance.eventLoopUtilization()
  isStoring = false
  watchTimer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (!isStoring) idle += performance.eventLoopUtilization(now, seen).idle
    seen = now
    const { user, system } = process.cpuUsage(before)
    const isTooMuch =
      (user + system) / 1000 > limits.cpuMs || memoryUsage.rss() > limits.residentBytes || idle > limits.idleMs
    if (isTooMuch) giveUp()
  }, CHECK_INTERVAL_MS)
  thread.postMessage(job)
}

process.on('disconnect', kill)
process.on('message', (/** @type {PdfTask | boolean} */ message) => {
  if (typeof message === 'object') start(message)
  else {
    isStoring = false
    thread.postMessage(message)
  }
})
thread.on('message', (message) => {
  isStoring = 'texts' in message
  if (!isStoring) clearInterval(watchTimer)
  process.send?.(message)
})
// The thread ends with an error when its heap is full.
thread.on('error', giveUp)
