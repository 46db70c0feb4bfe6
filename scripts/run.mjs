import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {NodeJS.Signals[]} */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Sends SIGTERM to this process when the shell ends in which npm has started it. npm sends its SIGTERM to that shell,
 * and many shells end without passing it on.
 * @returns {() => void} stops watching the shell
 */
export function stopWithShell() {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
  return () => clearInterval(watch)
}

/**
 * Runs a program and resolves with its exit code. A signal that stops this process stops the program first.
 * @param {string} file
 * @param {string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {'inherit' | 'ignore' | 'at the end'} [options.stdout] `at the end` prints the output when the program has
 *   ended, so that two programs do not mix their lines
 * @param {NodeJS.Signals} [options.stopWith] the signal for the program, by default the one that this process receives
 * @param {boolean} [options.shell]
 * @returns {Promise<number>}
 */
export function run(file, args, { env = process.env, stdout = 'inherit', stopWith, shell = false } = {}) {
  const isBuffered = stdout === 'at the end'
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env,
      shell,
      stdio: ['ignore', isBuffered ? 'pipe' : stdout, isBuffered ? 'pipe' : 'inherit'],
    })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))

    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      // Many programs end at once, without tidying up, at a second signal. A terminal has sent them Ctrl-C already.
      if (!stoppedBy && (signal !== 'SIGINT' || !process.stdin.isTTY)) child.kill(stopWith ?? signal)
      stoppedBy ??= signal
    }
    for (const signal of stopSignals) process.on(signal, stop)

    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const name of stopSignals) process.off(name, stop)
      if (output.length > 0) process.stdout.write(Buffer.concat(output))
      if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL'])
    })
  })
}
