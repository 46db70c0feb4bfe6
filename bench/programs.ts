import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { stopSignals } from '../scripts/run.mjs'
import { forkProgram, stop } from '../test/support/fork-program.ts'
import { BUILT } from '../test/support/server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A clock that all processes of the machine share, in milliseconds. */
export const sharedClock = () => Number(process.hrtime.bigint()) / 1e6

/** Starts a program of this folder in a process of its own. */
export const forkBench = (name: string, priority?: number) => forkProgram(join(root, 'bench', `${name}.ts`), priority)

export interface Running {
  origin: string
  port: number
  /** Milliseconds from its start until it was ready. */
  startedIn: number
  /** Its resident memory in megabytes. */
  memory(): Promise<number>
  /** The processor time that it has used so far, in seconds. */
  processorTime(): number
  stop(): Promise<void>
}

/** The servers that run. They end with this process: a leftover would take processors from the next measurement. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})
for (const signal of stopSignals) process.once(signal, () => process.exit(1))

/**
 * Starts the built server as in production, with its log in a file.
 *
 * @param checkout the folder of another version's sources, with its build
 */
export async function startMuster(
  folder: string,
  settings: Record<string, string>,
  program = BUILT,
  checkout = root,
): Promise<Running> {
  const { PATH, HOME, TMPDIR } = process.env
  const logFile = join(folder, 'muster.log')
  const log = openSync(logFile, 'w')
  const begin = performance.now()
  const child = spawn(process.execPath, [...program.slice(0, -1), ...extraFlags(), ...program.slice(-1)], {
    cwd: checkout,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_ENV: 'production', PORT: '0', ...settings },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  running.add(child)
  child.once('exit', () => running.delete(child))
  for (;;) {
    const [, origin] = /Muster is ready: (\S+)\n/.exec(readFileSync(logFile, 'utf8')) ?? []
    if (origin) {
      const startedIn = performance.now() - begin
      return {
        origin,
        port: Number(new URL(origin).port),
        startedIn,
        memory: () => memoryOf(child.pid ?? 0),
        processorTime: () => processorTimeOf(child.pid ?? 0),
        stop: () => stop(child),
      }
    }
    if (child.exitCode !== null) throw new Error(readFileSync(logFile, 'utf8'))
    await sleep(10)
  }
}

/** More flags for Node, as in `MUSTER_FLAGS=--cpu-prof npm run bench -- calls`. */
const extraFlags = () => process.env.MUSTER_FLAGS?.split(' ') ?? []

async function memoryOf(pid: number) {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

/** Linux counts in hundredths of a second: the time in the process itself, then in the system for it. */
function processorTimeOf(pid: number) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [own, system] = fields.split(' ').slice(11, 13)
  return (Number(own) + Number(system)) / 100
}
