import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'
import { postgresEnvironment } from './embedded-environment.ts'

export interface Launched {
  /** The exit code; null when a signal ended it or it never began. */
  exited: Promise<number | null>
  running(): boolean
  signal(name: 'INT' | 'QUIT'): void
}

// exec makes PostgreSQL our own child, with the shell's process id. Before that, the shell leaves a watcher behind that
// holds the other end of our pipe: a line means that all is over, an end without one that Muster died. The watcher is no
// child of PostgreSQL, which takes the sudden end of an unknown child for a crash; and a SIGTERM to the whole service,
// as systemd sends it, must not end the watcher first.
const watched =
  '(cd / && trap "" HUP TERM && { read -r _ || kill -INT $$; } <&3 >/dev/null 2>&1 &) && exec "$0" "$@" 3<&-'

/**
 * Runs one of PostgreSQL's programs inside the cluster. It ends when this process ends, even by SIGKILL; on Windows, which
 * has no watcher, the next start ends it.
 */
export function launch(
  program: string,
  args: string[],
  { cluster, account, logFile, binaries }: { cluster: string; account?: Account; logFile: string; binaries: Binaries },
): Launched {
  const windows = process.platform === 'win32'
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(windows ? program : 'sh', windows ? args : ['-c', watched, program, ...args], {
    ...account,
    cwd: cluster,
    env: postgresEnvironment(),
    stdio: ['ignore', output, output, windows ? 'ignore' : 'pipe'],
    // In a session of its own, so that Ctrl-C reaches Muster alone, which then stops PostgreSQL in good order.
    detached: !windows,
    windowsHide: true,
  })
  closeSync(output)
  const lifeline = child.stdio[3] as Writable | null
  lifeline?.on('error', () => {})
  let running = true
  const exited = new Promise<number | null>((resolve) => {
    const end = (code: number | null) => {
      running = false
      lifeline?.end('\n')
      resolve(code)
    }
    child.once('exit', end)
    child.once('error', (error) => {
      appendFileSync(logFile, `${error.message}\n`)
      end(null)
    })
  })
  const signal = (name: 'INT' | 'QUIT') => {
    if (!running || child.pid === undefined) return
    if (windows) spawnSync(binaries.pgCtl, ['kill', name, `${child.pid}`])
    else child.kill(`SIG${name}`)
  }
  return { exited, running: () => running, signal }
}

/** Ends what an earlier Muster left running in this cluster, in good order if it can, and clears its traces away. */
export async function stopLeftovers(cluster: string, binaries: Binaries, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const head = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : undefined
  if (process.platform === 'win32') {
    if (head) spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast'])
    return
  }
  const found = processesIn(cluster)
  if (found.length > 0) {
    log('Stopping the database that an earlier Muster left running')
    // Only the server itself takes SIGINT for "shut down"; workers that have lost it are left a moment to end.
    const server = found.filter((pid) => pid === head)
    kill(server, 'SIGINT')
    await gone(cluster, server.length > 0 ? 8000 : 1000)
    await endAll(cluster, 'SIGQUIT', 6000)
    await endAll(cluster, 'SIGKILL', 2000)
  }
  // PostgreSQL refuses to start while the process id in here is alive, even if it is another program's by now.
  rmSync(pidFile, { force: true })
}

/** Ends at once what still works in a folder that is to be thrown away. */
export async function killLeftovers(cluster: string): Promise<void> {
  await endAll(cluster, 'SIGKILL', 2000)
}

async function endAll(cluster: string, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  const left = processesIn(cluster)
  if (left.length === 0) return
  kill(left, signal)
  await gone(cluster, timeoutMs)
}

async function gone(cluster: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (processesIn(cluster).length > 0 && Date.now() < deadline) await sleep(25)
}

function kill(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {} // It ended on its own.
  }
}

function processesIn(cluster: string): number[] {
  if (process.platform === 'win32') return []
  return process.platform === 'linux' ? workingIn(cluster) : namedWith(cluster)
}

/** PostgreSQL works inside its cluster, whatever path led there; a zombie has no folder any more. */
function workingIn(cluster: string): number[] {
  const home = statSync(cluster, { throwIfNoEntry: false })
  if (!home) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const place = pid > 0 && statSync(`/proc/${pid}/cwd`)
        if (!place || place.ino !== home.ino || place.dev !== home.dev) return false
        return ['postgres', 'initdb'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
      } catch {
        return false // Another user's process, or one that has just ended.
      }
    })
}

function namedWith(cluster: string): number[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match && !match[2]?.startsWith('sh ') && `${match[2]} `.includes(` -D ${cluster} `))
    .map((match) => Number(match?.[1]))
}
