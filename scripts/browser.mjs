import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { root, run } from './run.mjs'

/** @typedef {{ path: string, env: Record<string, string> }} Browser  an executable, and its additional environment */

/** The flags of a browser for tests and measurements. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Flags of Playwright to leave out with enough shared memory: they put drawn parts on the disk first. */
export const unwantedFlags = sharedMemory() >= 2 ** 30 ? ['--disable-dev-shm-usage'] : []

function sharedMemory() {
  if (!existsSync('/dev/shm')) return 0
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize
}

/**
 * Finds a Chromium or Chrome that starts, and unpacks or installs one if necessary. Throws if there is none.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  // Playwright reads its configuration again in every worker. The browser that was found first is used in all.
  if (process.env.MUSTER_BROWSER) return JSON.parse(process.env.MUSTER_BROWSER)

  const faults = []
  for await (const browser of candidates()) {
    const fault = 'fault' in browser ? browser.fault : await startFault(browser)
    if (!fault && 'env' in browser) {
      process.env.MUSTER_BROWSER = JSON.stringify(browser)
      return browser
    }
    faults.push(`${browser.path}: ${fault}`)
    console.error(`This browser cannot be used for tests: ${faults.at(-1)}`)
  }
  throw new Error(
    ['No Chromium or Chrome was found that starts. Install one, or name one in CHROMIUM_PATH.', ...faults].join('\n  '),
  )
}

/** @returns {AsyncGenerator<Browser | { path: string, fault: string }>} */
async function* candidates() {
  if (process.env.CHROMIUM_PATH) yield { path: process.env.CHROMIUM_PATH, env: {} }
  // First the browser of the lock file. It is built without windows, and opens a page in half the time.
  yield* tryTo('@sparticuz/chromium', unpacked)
  for (const path of [...(await downloadedByPlaywright()), ...installed()]) yield { path, env: {} }
  yield* tryTo('apt-get install chromium', fromDebian)
}

/**
 * @param {string} path
 * @param {() => Promise<Browser | undefined>} find
 * @returns {AsyncGenerator<Browser | { path: string, fault: string }>}
 */
async function* tryTo(path, find) {
  try {
    const browser = await find()
    if (browser) yield browser
  } catch (error) {
    yield { path, fault: reason(error) ?? '' }
  }
}

/** @param {Browser} browser */
async function startFault({ path, env }) {
  if (!existsSync(path)) return 'there is no such file'
  const { chromium } = await import('@playwright/test')
  try {
    const browser = await chromium.launch({
      executablePath: path,
      args: browserFlags,
      env: { ...process.env, ...env },
      timeout: 30_000,
    })
    try {
      const page = await browser.newPage()
      await page.setContent('<p>Muster</p>')
      return (await page.innerText('p')) === 'Muster' ? undefined : 'it starts, but shows no page'
    } finally {
      await browser.close()
    }
  } catch (error) {
    return `it does not start: ${reason(error)}`
  }
}

/**
 * The browser's own error message, else the first line.
 * @param {unknown} error
 */
function reason(error) {
  const text = error instanceof Error ? error.message : String(error)
  return /\[err\] (.*)/.exec(text)?.[1] ?? text.split('\n', 1)[0]
}

function installed() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  if (process.platform === 'darwin') {
    for (const folder of ['/Applications', join(homedir(), 'Applications')]) {
      paths.push(join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'))
      paths.push(join(folder, 'Chromium.app/Contents/MacOS/Chromium'))
    }
  }
  if (process.platform === 'win32') {
    for (const folder of [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]) {
      if (!folder) continue
      paths.push(join(folder, 'Google/Chrome/Application/chrome.exe'))
      paths.push(join(folder, 'Chromium/Application/chrome.exe'))
    }
  }
  return paths.filter((path) => existsSync(path))
}

/** The browsers that Playwright has downloaded: first the one for its version, then the others, newest first. */
async function downloadedByPlaywright() {
  const { chromium } = await import('@playwright/test')
  const caches = { darwin: 'Library/Caches/ms-playwright', win32: 'AppData/Local/ms-playwright' }
  const cachePath = caches[/** @type {keyof typeof caches} */ (process.platform)] ?? '.cache/ms-playwright'
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), cachePath)
  const executables = /^(chrome|headless_shell|chrome-headless-shell|Chromium|Google Chrome for Testing)(\.exe)?$/
  const found = !existsSync(cache)
    ? []
    : readdirSync(cache)
        .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
        .sort((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')))
        .flatMap((name) => readdirSync(join(cache, name), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && executables.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
  const fitting = chromium.executablePath()
  return [...new Set(existsSync(fitting) ? [fitting, ...found] : found)]
}

/**
 * The browser of the package. The package unpacks it to fixed names in the temporary folder, where it takes an
 * unfinished file or another user's file for the browser. So this function unpacks it to a private folder.
 * @returns {Promise<Browser | undefined>}
 */
async function unpacked() {
  const source = join(root, 'node_modules/@sparticuz/chromium')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(source)) return undefined
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(join(cache, 'chromium-'))
    const archives = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br']
    const inflateAll = `import { inflate } from '@sparticuz/chromium'
      await Promise.all(process.argv.slice(1).map((file) => inflate(file)))`
    try {
      const files = archives.map((name) => join(source, 'bin', name))
      // The package unpacks to the temporary folder, so this process gets another one.
      const code = await run(process.execPath, ['--input-type=module', '--eval', inflateAll, ...files], {
        env: { ...process.env, TMPDIR: fresh },
      })
      if (code !== 0) throw new Error('it could not be unpacked')
      writeFileSync(join(fresh, 'fonts.conf'), fontSettings(folder))
      renameSync(fresh, folder)
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true })
      // If the folder exists, another process has just unpacked the browser.
      if (!existsSync(folder)) throw error
    }
  }
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

/** @param {string} folder */
function fontSettings(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
}

/** @returns {Promise<Browser | undefined>} */
async function fromDebian() {
  const hasAptGet = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'apt-get')))
  if (process.getuid?.() !== 0 || !hasAptGet) return undefined
  console.log('Installing Chromium with apt-get…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', 'chromium']]) {
    const code = await run('apt-get', ['-qq', ...args], { env, stdout: 'ignore' })
    if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed. Its messages stand above`)
  }
  const path = installed().find((file) => basename(file) === 'chromium')
  if (!path) throw new Error('apt-get installed no chromium on the PATH')
  return { path, env: {} }
}
