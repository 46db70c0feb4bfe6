import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../../src/server/base/project-root.ts'
import { embeddedAddress } from '../../src/server/db/embedded/running.ts'

/** The built server, as `npm start` runs it. */
export const BUILT = ['--max-semi-space-size=8', '--enable-source-maps', 'dist/server/main.js']

/** The environment variable with the folder of the server bundle for this run. */
export const TEST_SERVER = 'MUSTER_TEST_SERVER'
/** The current sources, bundled for this run of the tests. Without a bundle a start takes twice as long. */
export const freshlyBuilt = (program = 'main') => [
  '--enable-source-maps',
  join(process.env[TEST_SERVER] ?? '', `${program}.js`),
]

/** A real server in a separate process. */
export interface ServerProcess {
  child: ChildProcess
  /** Resolves with the address when the server is ready. Rejects with its output if it ends before. */
  ready: Promise<string>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Everything that it has written to both outputs. */
  output(): string
}

/** Starts Muster on a free port. Its environment contains only these settings. */
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
  // `close` comes after both outputs have been read to the end.
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  const early = ended.then((how) => {
    throw new Error(`The server ended (${how}) before it was ready:\n${text}`)
  })
  const ready = Promise.race([address, early])
  ready.catch(() => {}) // A test of a failing start uses `ended` instead.
  return { child, ready, ended, output: () => text }
}

/** Runs `set-password` with the password as piped input. Returns its exit code and output. */
export const setPassword = (settings: Record<string, string>, email: string[], password: string) =>
  runCommand('set-password', settings, email, password)

/** Runs one of the server's commands. Returns its exit code and output. */
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
  // The command may end before it reads its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

/** The address of the embedded database of a running server, for checks. */
export const databaseIn = (dataDir: string) => embeddedAddress(dataDir) ?? ''
