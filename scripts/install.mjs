import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const stamp = join(root, 'node_modules/.muster-installed')
const wanted = join(root, 'package-lock.json')
const installed = join(root, 'node_modules/.package-lock.json')

/** Installs the packages that package-lock.json names, unless they are there. Ends the process when it cannot. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Muster needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }

  const lock = readFileSync(wanted)
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return

  if (!fitsBy(JSON.parse(lock.toString()))) {
    console.log('Installing packages…')
    // Both go first, so that an installation that is cut off can never pass for a whole one.
    rmSync(stamp, { force: true })
    rmSync(installed, { force: true })
    const code = await npm('ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
    if (code !== 0) {
      console.error('The packages could not be installed: npm ci failed, see above.')
      process.exit(1)
    }
  }
  writeFileSync(stamp, hash)
}

/**
 * npm itself writes down what it has put into node_modules, and does so last: an `npm install` by hand counts too.
 * @param {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} lock
 */
function fitsBy({ packages }) {
  if (!existsSync(installed)) return false
  /** @type {typeof packages} */
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(packages).every(([path, { version, integrity, optional }]) => {
    const found = present[path]
    if (path === '') return true
    return found ? found.version === version && found.integrity === integrity : optional
  })
}

/** @param {string[]} args */
function npm(...args) {
  const own = process.env.npm_execpath
  if (own?.endsWith('npm-cli.js')) return run(process.execPath, [own, ...args], { stdout: 'ignore' })
  return run('npm', args, { stdout: 'ignore', shell: process.platform === 'win32' })
}
