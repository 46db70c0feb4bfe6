import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { ensureInstalled } from './install.mjs'
import { root, run } from './run.mjs'

const dist = join(root, 'dist')
const stamp = join(dist, '.built')
const sources = ['src', 'sample', 'scripts/build.mjs', 'vite.config.ts', 'tsconfig.base.json', 'package-lock.json']
const compressible = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.webmanifest', '.wasm'])
/** Packages that read programs, fonts or pages from beside their code, and so stay where they are. */
const withFilesOfTheirOwn = ['@fastify/swagger', '@fastify/swagger-ui', '@node-rs/argon2', 'pdfjs-dist', 'pdfkit']
const week = 7 * 24 * 60 * 60 * 1000

/** Builds `dist/` when its sources have changed since the last whole build. Ends the process when the build fails. */
export async function ensureBuilt() {
  if (!(await tryBuild())) process.exit(1)
}

/** Builds `dist/` when its sources have changed since the last whole build; false when the build fails. */
export async function tryBuild() {
  if (isFresh(fingerprint())) return true
  // A process of its own: the build's memory is not the server's, and Vite sees its own NODE_ENV.
  const code = await run(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return code === 0
}

/** @param {string} print */
function isFresh(print) {
  return (
    existsSync(join(dist, 'server/main.js')) &&
    existsSync(join(dist, 'server/commands/backup.js')) &&
    existsSync(join(dist, 'web/index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === print
  )
}

/** Names, sizes and times rather than contents: every start pays for this. */
function fingerprint() {
  const hash = createHash('sha256')
  /** @param {string} path */
  const visit = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    if (found?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`)
    } else if (found && !/\.test\.tsx?$/.test(path)) {
      hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
    }
  }
  sources.forEach(visit)
  return hash.digest('hex')
}

/** @param {string} print */
async function build(print) {
  console.log('Building…')
  removeLeftovers()
  // Beside their final places and as deep, so that the source maps' relative addresses hold after the move.
  const server = join(dist, `server.${process.pid}`)
  const web = join(dist, `web.${process.pid}`)
  try {
    const results = await Promise.allSettled([buildServer(server), buildWeb(web)])
    for (const result of results) if (result.status === 'rejected') throw result.reason
    rmSync(stamp, { force: true })
    await putInPlace(server, join(dist, 'server'))
    await putInPlace(web, join(dist, 'web'))
    writeFileSync(stamp, print)
  } finally {
    await rm(server, { recursive: true, force: true })
    await rm(web, { recursive: true, force: true })
  }
}

/**
 * Bundles the server and the commands beside it, with the packages they use, into a folder of `dist/`, where they find the
 * rest: one file is read and compiled sooner than a thousand.
 * @param {string} folder
 */
export async function buildServer(folder) {
  const { build: bundle } = await import('esbuild')
  const workers = join(root, 'src/server/adapters/workers')
  const workerFiles = existsSync(workers) ? filesIn(workers).filter((name) => /(?<!\.test)\.(ts|mjs)$/.test(name)) : []
  const commands = ['backup', 'restore', 'set-password'].map((name) => `src/server/commands/${name}.ts`)
  await bundle({
    absWorkingDir: root,
    entryPoints: [
      'src/server/main.ts',
      ...commands,
      ...workerFiles.map((name) => `src/server/adapters/workers/${name}`),
    ],
    outbase: 'src/server',
    outdir: folder,
    bundle: true,
    external: withFilesOfTheirOwn,
    // What was written for CommonJS asks for Node's own modules by this.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  const maps = filesIn(folder).filter((name) => name.endsWith('.map'))
  await Promise.all(maps.map((name) => forgetPackages(join(folder, name))))
}

/**
 * Leaves in a source map what leads to our own sources. With the packages' it is six times as large, and from the first logged
 * error on all of it is in the server's memory.
 * @param {string} file
 */
async function forgetPackages(file) {
  const { decode, encode } = await import('@jridgewell/sourcemap-codec')
  const map = JSON.parse(await readFile(file, 'utf8'))
  const isOwn = map.sources.map((/** @type {string} */ source) => !source.includes('node_modules/'))
  let wasOwn = false
  const mappings = decode(map.mappings).map((line) =>
    line.flatMap((segment) => {
      const own = segment.length > 1 && isOwn[segment[1] ?? -1]
      // Where ours ends one without a source says so: a place is looked up as the last one before it.
      const kept = own ? [segment] : wasOwn ? [/** @type {[number]} */ ([segment[0]])] : []
      wasOwn = own
      return kept
    }),
  )
  const sources = map.sources.map((/** @type {string} */ source, /** @type {number} */ at) => (isOwn[at] ? source : ''))
  await writeFile(file, JSON.stringify({ ...map, sources, mappings: encode(mappings) }))
}

/** @param {string} folder */
async function buildWeb(folder) {
  const { build: bundle } = await import('vite')
  await bundle({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  const files = filesIn(folder).filter((name) => compressible.has(extname(name)) && !name.startsWith('.'))
  await Promise.all(files.map((name) => compress(join(folder, name))))
}

/** @param {string} file */
async function compress(file) {
  const plain = await readFile(file)
  const packed = { br: promisify(brotliCompress)(plain), gz: promisify(gzip)(plain, { level: 9 }) }
  for (const [ending, bytes] of Object.entries(packed)) {
    if ((await bytes).length < plain.length) await writeFile(`${file}.${ending}`, await bytes)
  }
}

/**
 * Moves a new build in file by file, what others refer to first, under a server that may be running on the old one.
 * Of the old files, those with a hash in their name stay for a week: pages that are open still ask for them.
 * @param {string} from
 * @param {string} to
 */
async function putInPlace(from, to) {
  /** @param {string} name */
  const isHashed = (name) => name.startsWith('assets/')
  const files = filesIn(from)
  for (const name of files.sort((a, b) => Number(isHashed(b)) - Number(isHashed(a)))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    await rename(join(from, name), join(to, name))
  }
  const current = new Set(files)
  for (const name of filesIn(to)) {
    if (current.has(name)) continue
    if (!isHashed(name) || Date.now() - statSync(join(to, name)).mtimeMs > week) await rm(join(to, name))
  }
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** Removes what builds that were killed have left, but not what a build at work is writing. */
function removeLeftovers() {
  mkdirSync(dist, { recursive: true })
  for (const name of readdirSync(dist)) {
    const pid = Number(/^(?:server|web)\.(\d+)$/.exec(name)?.[1])
    if (pid && !isRunning(pid)) rmSync(join(dist, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled()
  const print = fingerprint()
  if (isFresh(print)) {
    console.log('Nothing to build: dist/ is up to date.')
  } else {
    await build(print).catch((error) => {
      console.error(error instanceof Error ? error.message : error)
      console.error('The build failed.')
      process.exitCode = 1
    })
  }
}
