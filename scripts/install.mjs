import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const stamp = join(root, 'node_modules/.muster-installed')
const lockFile = join(root, 'package-lock.json')
const installed = join(root, 'node_modules/.package-lock.json')

/** Installs the packages of package-lock.json if they are not installed. Ends the process if that fails. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Muster needs Node.js 20.19 or newer. This is ${process.versions.node}.`)
    process.exit(1)
  }

  const lock = readFileSync(lockFile)
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return

  if (!isInstalled(JSON.parse(lock.toString()))) {
    console.log('Installing packages…')
    // Both files are removed first, so that an interrupted installation never counts as complete.
    rmSync(stamp, { force: true })
    rmSync(installed, { force: true })
    const code = await npm('ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
    if (code !== 0) {
      console.error('The packages could not be installed, because npm ci failed. Its messages stand above.')
      process.exit(1)
    }
  }
  writeFileSync(stamp, hash)
}

/**
 * Whether npm has installed these packages. npm writes its own list into node_modules at the very end, so an `npm
 * install` by hand counts too.
 * @param {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} lock
 */
function isInstalled({ packages }) {
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
  const npmCli = process.env.npm_execpath
  if (npmCli?.endsWith('npm-cli.js')) return run(process.execPath, [npmCli, ...args], { stdout: 'ignore' })
  return run('npm', args, { stdout: 'ignore', shell: process.platform === 'win32' })
}
