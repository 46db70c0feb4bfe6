import { Worker } from 'node:worker_threads'

/** What the worker is asked: whether the file is a PDF that opens, or its text as well. */
export interface PdfJob {
  path: string
  want: 'check' | 'text'
}

/** What it says: how many pages there are, with the text of each if that was wanted, or why it does not open. */
export type PdfReply =
  | { pages: number; texts?: string[] }
  /** `too-much`: takes too long, or more memory than it may have. `stopped`: the reader was closed before it could say. */
  | { fault: 'encrypted' | 'damaged' | 'too-much' | 'stopped' }

/** Looks into PDFs, one at a time, in a thread that is ended when it takes too long or too much memory. */
export interface PdfReader {
  read(job: PdfJob): Promise<PdfReply>
  /** Breaks off what is under way; what is asked for later is done all the same. */
  close(): Promise<void>
}

const WITHIN = { check: 10_000, text: 60_000 }
const MEMORY_MB = 128
/** The thread goes when there was nothing to do for so long: it holds tens of megabytes. */
const IDLE = 10_000

interface Waiting {
  job: PdfJob
  answer(reply: PdfReply): void
}

/** No thread is started before the first file comes. */
export function openPdfReader(within: Record<PdfJob['want'], number> = WITHIN): PdfReader {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let busy: Promise<void> | undefined
  let idle: NodeJS.Timeout | undefined
  let closing = false

  const end = async () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  async function one({ job, answer }: Waiting) {
    clearTimeout(idle)
    worker ??= startWorker()
    const reply = await replyOf(worker, job, within[job.want])
    if (reply) idle = setTimeout(() => void end(), IDLE).unref()
    else await end()
    answer(reply ?? { fault: closing ? 'stopped' : 'too-much' })
  }

  async function all() {
    // Somebody waits for a check; for text nobody does.
    for (;;) {
      const at = Math.max(
        0,
        waiting.findIndex(({ job }) => job.want === 'check'),
      )
      const [next] = waiting.splice(at, 1)
      if (!next) break
      await one(next)
    }
    busy = undefined
  }

  return {
    read: (job) =>
      new Promise((answer) => {
        if (closing) return answer({ fault: 'stopped' })
        waiting.push({ job, answer })
        busy ??= all()
      }),
    async close() {
      closing = true
      for (const { answer } of waiting.splice(0)) answer({ fault: 'stopped' })
      await end()
      await busy
      closing = false
    },
  }
}

/** Beside this file, whether it runs bundled or from the sources. */
function startWorker() {
  const file = import.meta.url.endsWith('.ts') ? './workers/pdf.mjs' : './workers/pdf.js'
  const worker = new Worker(new URL(file, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 8 },
    // What pdf.js has to say of a file is for nobody's log.
    stdout: true,
    stderr: true,
    env: {},
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // It ends by one of these when it runs out of memory, or chokes on a file.
  worker.on('error', () => {})
  worker.unref()
  return worker
}

/** The worker's answer; none when it has ended or takes too long. */
function replyOf(worker: Worker, job: PdfJob, within: number) {
  return new Promise<PdfReply | undefined>((resolve) => {
    const settle = (reply?: PdfReply) => {
      clearTimeout(timer)
      worker.off('message', settle).off('exit', ended)
      resolve(reply)
    }
    const ended = () => settle()
    const timer = setTimeout(ended, within)
    worker.on('message', settle).on('exit', ended)
    worker.postMessage(job)
  })
}
