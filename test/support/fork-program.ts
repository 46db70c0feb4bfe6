import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'

/**
 * For programs that play people's devices: in life these take nothing from the server. A delay of such a program counts
 * as people's waits. As `nice` counts: 0 is usual, 19 the lowest.
 */
export const DEVICES_PRIORITY = 10

/** Starts this TypeScript file in its own process. It answers each message with one, and ends with this one. */
export function forkProgram(file: string, priority = 0) {
  const child = fork(file, {
    execArgv: ['tsx', join(import.meta.dirname, 'end-with-parent.ts')].flatMap((module) => ['--import', module]),
  })
  if (priority && child.pid) setPriority(child.pid, priority)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended before it answered`)
  })
  ended.catch(() => {}) // `ask` throws this error.
  return {
    async ask<Answer>(question: object | string): Promise<Answer> {
      const answer = new Promise<Answer>((resolve) => child.once('message', (message) => resolve(message as Answer)))
      child.send(question)
      return Promise.race([answer, ended])
    },
    stop: () => stop(child),
  }
}

/** Ends a process and waits until it has ended. */
export async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
