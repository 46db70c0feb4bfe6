import { memoryUsage } from 'node:process'
import { Worker } from 'node:worker_threads'

/**
 * The process in which PDFs of strangers are looked into. This thread reads none of them: it watches the one that does
 * (`pdf-thread`) and kills the whole process when a file takes too much memory or processor time. What pdf.js unpacks lies
 * outside the heap of its thread, so only the resident memory of a process of its own can be bounded. The watcher does not
 * stand in the server: when the server is killed, this process has to end too, even in the middle of an endless loop.
 *
 * @typedef {import('../pdf.ts').PdfTask} PdfTask
 */

const LOOK_EVERY_MS = 30
const HEAP_MB = 128

const here = import.meta.url
const thread = new Worker(new URL(`./pdf-thread${here.slice(here.lastIndexOf('.'))}`, here), {
  resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
})

/** At once: an exit in good order would wait for a thread that is in a long native call. */
const kill = () => process.kill(process.pid, 'SIGKILL')

/** @type {NodeJS.Timeout | undefined} */
let watch

/** @param {PdfTask} task */
function begin({ job, limits }) {
  const before = process.cpuUsage()
  watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 > limits.cpuMs || memoryUsage.rss() > limits.residentBytes) kill()
  }, LOOK_EVERY_MS)
  thread.postMessage(job)
}

process.on('disconnect', kill)
process.on('message', (/** @type {PdfTask | boolean} */ message) => {
  if (typeof message === 'object') begin(message)
  else thread.postMessage(message)
})
thread.on('message', (message) => {
  if (!('texts' in message)) clearInterval(watch)
  process.send?.(message)
})
// It ends when its heap is full.
thread.on('error', kill)
