import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The folder of the whole project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {NodeJS.Signals[]} */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Takes the end of the shell that npm has started this process in for a SIGTERM: that is where npm sends the one it
 * gets, and many a shell dies of it without passing it on.
 * @returns {() => void} ends the watch
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
 * Runs a program to its end and resolves with its exit code. A signal that stops this process stops the program first.
 * @param {string} file
 * @param {string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {'inherit' | 'ignore' | 'at the end'} [options.stdout] `at the end` holds all output back, so that two
 *   programs at once do not mix their lines
 * @param {NodeJS.Signals} [options.stopWith] instead of the signal that this process gets
 * @param {boolean} [options.shell]
 * @returns {Promise<number>}
 */
export function run(file, args, { env = process.env, stdout = 'inherit', stopWith, shell = false } = {}) {
  const held = stdout === 'at the end'
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env,
      shell,
      stdio: ['ignore', held ? 'pipe' : stdout, held ? 'pipe' : 'inherit'],
    })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))

    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      // Many programs take a second signal for "at once, without tidying up"; at a terminal Ctrl-C has reached them too.
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
