import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SopTextBlock } from '../../shared/sops.ts'
import { fairQueue } from '../base/fair-queue.ts'

/** A job for the reading process: check that the file is a PDF that opens, or also read its text. */
export interface PdfJob {
  path: string
  want: 'check' | 'text'
}

/** The number of pages of a file, or the reason why it is unknown. */
export type PdfReply =
  | { pages: number }
  /**
   * `too-much`: it takes too much processor time or memory. `late`: the process did not get as far, or was killed,
   * which says nothing about the file. `stopped`: the reader was closed before the end.
   */
  | { fault: 'encrypted' | 'damaged' | 'too-much' | 'late' | 'stopped' }

/** The texts of some consecutive pages. */
export interface PdfTexts {
  /** The number of the first page, counted from 1. */
  first: number
  /** As the file has them, for search. */
  texts: string[]
  /** For each page its headings, paragraphs and lists, to be read. Heads and feet that repeat are left out. */
  blocks: SopTextBlock[][]
}

/** The limits for one file. */
export interface PdfLimits {
  /** Processor time of the reading process, in milliseconds. A busy machine does not shorten it. */
  cpuMs: number
  /** Resident memory of the reading process, which uses 90 MB before it opens a file. */
  residentBytes: number
  /** Time in milliseconds that it waits while there is nothing to wait for. */
  idleMs: number
  /** Time in milliseconds after which the process is not waited for any more, such as one that is stopped. */
  wallMs: number
}

/** A message to the reading process. */
export interface PdfTask {
  job: PdfJob
  limits: PdfLimits
}

/** Receives the texts of some pages. Returns whether it wants more. */
type OnTexts = (texts: PdfTexts) => Promise<boolean>

/**
 * Reads PDFs outside this process. One process checks files and another reads texts, so that an upload never waits for
 * a text. A file that exceeds the limits costs only the reading process.
 */
export interface PdfReader {
  /** Whether the file is a PDF that opens. The senders of files take turns. */
  check(path: string, sender: string): Promise<PdfReply>
  /** Reads the text of the pages, in order, some at a time. Rejects with any error of `onTexts`. */
  readText(path: string, onTexts: OnTexts): Promise<PdfReply>
  /** Stops the running jobs. Later jobs are done nevertheless. */
  close(): Promise<void>
}

const MB = 1024 * 1024
/** Of the 970 harmless files among the tests of pdf.js, none took more than 229 MB and 3.1 s. */
const LIMITS: Record<PdfJob['want'], PdfLimits> = {
  check: { cpuMs: 10_000, residentBytes: 300 * MB, idleMs: 30_000, wallMs: 300_000 },
  text: { cpuMs: 30_000, residentBytes: 300 * MB, idleMs: 60_000, wallMs: 600_000 },
}
/** An idle process ends after this time. */
const IDLE_MS = 10_000

/** Creates the reader. Its processes start with the first file. */
export function openPdfReader(limits: Partial<typeof LIMITS> = {}): PdfReader {
  const checks = openLane('check', limits.check ?? LIMITS.check)
  const texts = openLane('text', limits.text ?? LIMITS.text)
  return {
    check: (path, sender) => checks.read(path, sender, async () => false),
    readText: (path, onTexts) => texts.read(path, '', onTexts),
    async close() {
      await Promise.all([checks.close(), texts.close()])
    },
  }
}

/** One process that reads one file after another. */
function openLane(want: PdfJob['want'], limits: PdfLimits) {
  const queue = fairQueue({ concurrency: 1 })
  let child: ChildProcess | undefined
  /** The files that are being read or wait. */
  const open = new Set<Promise<PdfReply>>()
  let idleTimer: NodeJS.Timeout | undefined
  let closing = false

  async function endProcess() {
    clearTimeout(idleTimer)
    const ended = child
    child = undefined
    if (ended) await kill(ended)
  }

  async function readOne(path: string, onTexts: OnTexts): Promise<PdfReply> {
    if (closing) return { fault: 'stopped' }
    clearTimeout(idleTimer)
    if (!child || hasEnded(child)) child = startProcess()
    try {
      const reply = await replyOf(child, { job: { path, want }, limits }, onTexts)
      if (reply && !isTooMuch(reply)) idleTimer = setTimeout(() => void endProcess(), IDLE_MS).unref()
      else await endProcess()
      return reply ?? { fault: closing ? 'stopped' : 'late' }
    } catch (error) {
      await endProcess()
      throw error
    }
  }

  return {
    read(path: string, sender: string, onTexts: OnTexts) {
      const reading = queue(sender, () => readOne(path, onTexts)).finally(() => open.delete(reading))
      open.add(reading)
      return reading
    },
    async close() {
      closing = true
      await endProcess()
      await Promise.allSettled(open)
      closing = false
    },
  }
}

/** Starts the program beside this file, from the bundle or from the sources. */
function startProcess() {
  const file = import.meta.url.endsWith('.ts') ? './workers/pdf-process.mjs' : './adapters/workers/pdf-process.js'
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: [],
    // The log needs no messages of pdf.js, and an untrusted file must not see the server's settings.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  // If the process cannot start or has ended, `exit` or the missing reply shows it.
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  return child
}

/** Whether the process has said this of a file and ends. */
const isTooMuch = (reply: PdfReply) => 'fault' in reply && reply.fault === 'too-much'

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const kill = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.pid === undefined || hasEnded(child)) return resolve()
    child.ref()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** The reply of the process; undefined if the process has ended or does not reply in time. */
function replyOf(child: ChildProcess, task: PdfTask, onTexts: OnTexts) {
  return new Promise<PdfReply | undefined>((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', ended).off('error', ended)
    }
    const ended = () => {
      settle()
      resolve(undefined)
    }
    // A synchronous error in `onTexts` must not end this process.
    const take = async (texts: PdfTexts) => onTexts(texts)
    const onMessage = (message: PdfReply | PdfTexts) => {
      if ('texts' in message) {
        take(message).then(
          (wantsMore) => child.connected && child.send(wantsMore, () => {}),
          (error) => {
            settle()
            reject(error)
          },
        )
        return
      }
      settle()
      resolve(message)
    }
    const timer = setTimeout(ended, task.limits.wallMs)
    child.on('message', onMessage).on('exit', ended).on('error', ended)
    child.send(task, () => {})
  })
}
