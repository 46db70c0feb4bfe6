import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What the reading process is asked: whether the file is a PDF that opens, or its text as well. */
export interface PdfJob {
  path: string
  want: 'check' | 'text'
}

/** How many pages a file has, or why that cannot be said. */
export type PdfReply =
  | { pages: number }
  /** `too-much`: takes too much time or memory. `stopped`: the reader was closed before it could say. */
  | { fault: 'encrypted' | 'damaged' | 'too-much' | 'stopped' }

/** The texts of some pages, one after the other. */
export interface PdfTexts {
  /** The number of the first of these pages, counted from 1. */
  first: number
  texts: string[]
}

/** What a file may take. */
export interface PdfLimits {
  /** Processor time of the reading process: on a busy machine a file gets as much as on a quiet one. */
  cpuMs: number
  /** Resident memory of the reading process, which has 90 MB before it opens a file. */
  residentBytes: number
  /** Against a process that does nothing at all. */
  wallMs: number
}

/** A message to the reading process. */
export interface PdfTask {
  job: PdfJob
  limits: PdfLimits
}

/** Takes some pages' texts; says whether more are wanted. */
type OnTexts = (texts: PdfTexts) => Promise<boolean>

/**
 * Looks into PDFs, outside this process: checks one at a time and texts one at a time, so that nobody who uploads waits for a
 * text. A file that takes too much costs a process, which nobody else needs.
 */
export interface PdfReader {
  /** Whether the file is a PDF that opens. */
  check(path: string): Promise<PdfReply>
  /** Gives the text of its pages, in order, some at a time. Rejects with what `onTexts` throws. */
  readText(path: string, onTexts: OnTexts): Promise<PdfReply>
  /** Breaks off what is under way; what is asked for later is done all the same. */
  close(): Promise<void>
}

const MB = 1024 * 1024
/** Of the 970 honest files among the tests of pdf.js none took more than 229 MB and 3.1 s. */
const LIMITS: Record<PdfJob['want'], PdfLimits> = {
  check: { cpuMs: 10_000, residentBytes: 300 * MB, wallMs: 60_000 },
  // Less than the time after which another server takes a text again.
  text: { cpuMs: 30_000, residentBytes: 300 * MB, wallMs: 100_000 },
}
/** The process goes when there was nothing to do for so long. */
const IDLE_MS = 10_000

/** No process is started before the first file comes. */
export function openPdfReader(limits: Partial<typeof LIMITS> = {}): PdfReader {
  const checks = openLane('check', limits.check ?? LIMITS.check)
  const texts = openLane('text', limits.text ?? LIMITS.text)
  return {
    check: (path) => checks.read(path, async () => false),
    readText: (path, onTexts) => texts.read(path, onTexts),
    async close() {
      await Promise.all([checks.close(), texts.close()])
    },
  }
}

interface Waiter {
  path: string
  onTexts: OnTexts
  resolve(reply: PdfReply): void
  reject(error: unknown): void
}

/** One process that reads one file after the other. */
function openLane(want: PdfJob['want'], limits: PdfLimits) {
  const queue: Waiter[] = []
  let child: ChildProcess | undefined
  let busy: Promise<void> | undefined
  let idle: NodeJS.Timeout | undefined
  let closing = false

  async function end() {
    clearTimeout(idle)
    const ended = child
    child = undefined
    if (ended) await killed(ended)
  }

  async function one({ path, onTexts, resolve, reject }: Waiter) {
    clearTimeout(idle)
    if (!child || hasEnded(child)) child = startProcess()
    try {
      const reply = await replyOf(child, { job: { path, want }, limits }, onTexts)
      if (reply) idle = setTimeout(() => void end(), IDLE_MS).unref()
      else await end()
      resolve(reply ?? { fault: closing ? 'stopped' : 'too-much' })
    } catch (error) {
      await end()
      reject(error)
    }
  }

  async function all() {
    for (let next = queue.shift(); next; next = queue.shift()) await one(next)
    busy = undefined
  }

  return {
    read: (path: string, onTexts: OnTexts) =>
      new Promise<PdfReply>((resolve, reject) => {
        if (closing) return resolve({ fault: 'stopped' })
        queue.push({ path, onTexts, resolve, reject })
        busy ??= all()
      }),
    async close() {
      closing = true
      for (const { resolve } of queue.splice(0)) resolve({ fault: 'stopped' })
      await end()
      await busy
      closing = false
    },
  }
}

/** Beside this file, whether it runs bundled or from the sources. */
function startProcess() {
  const file = import.meta.url.endsWith('.ts') ? './workers/pdf-process.mjs' : './adapters/workers/pdf-process.js'
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: [],
    // What pdf.js has to say of a file is for nobody's log, and nothing of the server's settings is for a stranger's file.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  // It cannot be started, or has gone: `exit` or the missing answer tells.
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  return child
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.pid === undefined || hasEnded(child)) return resolve()
    child.ref()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** The process's answer; none when it has ended or says nothing for too long. */
function replyOf(child: ChildProcess, task: PdfTask, onTexts: OnTexts) {
  return new Promise<PdfReply | undefined>((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', ended).off('error', ended)
    }
    const ended = () => {
      settle()
      resolve(undefined)
    }
    const hear = (message: PdfReply | PdfTexts) => {
      if ('texts' in message) {
        onTexts(message).then(
          (more) => child.connected && child.send(more, () => {}),
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
    child.on('message', hear).on('exit', ended).on('error', ended)
    child.send(task, () => {})
  })
}
