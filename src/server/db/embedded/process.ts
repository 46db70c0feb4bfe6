import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { postgresEnvironment } from './environment.ts'
import { textIfThere } from './running.ts'

export interface Launched {
  /** Resolves with the exit code, or null if a signal ended the process or it never started. */
  exited: Promise<number | null>
  running(): boolean
  signal(name: 'INT' | 'QUIT'): void
}

// `exec` makes PostgreSQL our own child, with the shell's process id. Before that, the shell starts a watcher that
// reads the other end of our pipe. A line means that PostgreSQL has ended; the pipe's end without a line means that
// Muster was killed. The watcher is not a child of PostgreSQL, because PostgreSQL takes the sudden end of an unknown
// child for a crash. It ignores SIGTERM, which systemd sends to the whole service.
const WATCHED_START =
  '(cd / && trap "" HUP TERM && { read -r _ || kill -INT $$; } <&3 >/dev/null 2>&1 &) && exec "$0" "$@" 3<&-'

/**
 * Runs one of PostgreSQL's programs in the cluster. The program ends when this process ends, even by SIGKILL. Windows
 * has no watcher; there the next start ends the program.
 */
export function launch(
  program: string,
  args: string[],
  {
    cluster,
    account,
    logFile,
    binaries,
  }: { cluster: string; account?: DatabaseAccount; logFile: string; binaries: Binaries },
): Launched {
  const windows = process.platform === 'win32'
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(windows ? program : 'sh', windows ? args : ['-c', WATCHED_START, program, ...args], {
    ...account,
    cwd: cluster,
    env: postgresEnvironment(),
    stdio: ['ignore', output, output, windows ? 'ignore' : 'pipe'],
    // A session of its own, so that only Muster receives Ctrl-C. It then stops PostgreSQL in good order.
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

/** Stops a PostgreSQL that an earlier Muster left in this cluster, gently if possible, and removes its pid file. */
export async function stopLeftovers(cluster: string, binaries: Binaries, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const serverPid = Number.parseInt(textIfThere(pidFile) ?? '', 10)
  if (process.platform === 'win32') {
    if (serverPid) spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast'])
    return
  }
  const found = processesIn(cluster)
  if (found.length > 0) {
    log('Stopping the database that an earlier Muster left running')
    // Only the server understands SIGINT as "shut down". Workers without one get a moment to end by themselves.
    const server = found.filter((pid) => pid === serverPid)
    kill(server, 'SIGINT')
    await waitUntilGone(cluster, server.length > 0 ? 8000 : 1000)
    await endAll(cluster, 'SIGQUIT', 6000)
    await endAll(cluster, 'SIGKILL', 2000)
  }
  // PostgreSQL does not start while a process with this id runs, even if it is another program by now.
  rmSync(pidFile, { force: true })
}

/** Kills PostgreSQL's programs in a folder that will be deleted. */
export async function killLeftovers(cluster: string): Promise<void> {
  await endAll(cluster, 'SIGKILL', 2000)
}

async function endAll(cluster: string, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  const left = processesIn(cluster)
  if (left.length === 0) return
  kill(left, signal)
  await waitUntilGone(cluster, timeoutMs)
}

async function waitUntilGone(cluster: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (processesIn(cluster).length > 0 && Date.now() < deadline) await sleep(25)
}

function kill(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {} // The process has already ended.
  }
}

/** The ids of PostgreSQL's processes in the cluster; always none on Windows. */
function processesIn(cluster: string): number[] {
  if (process.platform === 'win32') return []
  return process.platform === 'linux' ? workingIn(cluster) : namedWith(cluster)
}

/** PostgreSQL's working folder is its cluster, by any path. A zombie has no working folder. */
function workingIn(cluster: string): number[] {
  const home = statSync(cluster, { throwIfNoEntry: false })
  if (!home) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const folder = pid > 0 && statSync(`/proc/${pid}/cwd`)
        if (!folder || folder.ino !== home.ino || folder.dev !== home.dev) return false
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
