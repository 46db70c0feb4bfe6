import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../config.ts'

/** What to run: straight from the sources, which needs no build, or what the build has made. */
export const FROM_SOURCE = ['--import', 'tsx', 'src/server/main.ts']
export const BUILT = ['--enable-source-maps', 'dist/server/main.js']

/** A real server in a process of its own. */
export interface ServerProcess {
  child: ChildProcess
  /** The address, once it has said that it is ready; fails with what it said instead. */
  ready: Promise<string>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** All that it has said, to both outputs. */
  said(): string
}

/** Starts Muster on a free port; of this process's environment it gets nothing but the settings given here. */
export function startServer(settings: Record<string, string>, program = FROM_SOURCE): ServerProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, program, {
    cwd: projectRoot,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
        const [, found] = /Muster is ready: (\S+)\n/.exec(text) ?? []
        if (found) resolve(found)
      })
    }
  })
  // Not before its outputs have been read to their ends.
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  const early = ended.then((how) => {
    throw new Error(`The server ended (${how}) before it was ready:\n${text}`)
  })
  const ready = Promise.race([address, early])
  ready.catch(() => {}) // A start that is meant to fail is asked for its end.
  return { child, ready, ended, said: () => text }
}

/** The address of the embedded database of a running server, for looking behind its back. */
export function databaseIn(dataDir: string) {
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  const [, , , port] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return `postgres://muster:${password}@127.0.0.1:${port}/muster`
}
