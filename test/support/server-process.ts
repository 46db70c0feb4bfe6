import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../../src/server/base/config.ts'
import { embeddedAddress } from '../../src/server/db/embedded-running.ts'

/** The server as `npm start` runs it, as far as that was built. */
export const BUILT = ['--max-semi-space-size=8', '--enable-source-maps', 'dist/server/main.js']

/** Names the folder in which a run's tests find what they start. */
export const TEST_SERVER = 'MUSTER_TEST_SERVER'
/** The sources as they are, bundled for this run of the tests: straight from the sources a start takes twice as long. */
export const freshlyBuilt = (program = 'main') => [
  '--enable-source-maps',
  join(process.env[TEST_SERVER] ?? '', `${program}.js`),
]

/** A real server in a process of its own. */
export interface ServerProcess {
  child: ChildProcess
  /** The address, once it has said that it is ready; fails with what it said instead. */
  ready: Promise<string>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** All that it has said, to both outputs. */
  output(): string
}

/** Starts Muster on a free port; of this process's environment it gets nothing but the settings given here. */
export function startServer(settings: Record<string, string>, program = freshlyBuilt()): ServerProcess {
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
  return { child, ready, ended, output: () => text }
}

/** Runs `set-password` as at a terminal where the password is piped in; gives its exit code and all that it has said. */
export const setPassword = (settings: Record<string, string>, email: string[], password: string) =>
  runCommand('set-password', settings, email, password)

/** Runs a command beside the server; gives its exit code and all that it has said. */
export async function runCommand(name: string, settings: Record<string, string>, args: string[], input = '') {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [...freshlyBuilt(`commands/${name}`), ...args], {
    cwd: projectRoot,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  // It may have ended before it asks.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

/** The address of the embedded database of a running server, for looking behind its back. */
export const databaseIn = (dataDir: string) => embeddedAddress(dataDir) ?? ''
