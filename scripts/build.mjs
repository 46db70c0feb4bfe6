import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { ensureInstalled } from './install.mjs'
import { ensureCompiled } from './messages/catalogues.mjs'
import { root, run } from './run.mjs'

const dist = join(root, 'dist')
const stamp = join(dist, '.built')
/** Written when all files of a build are compressed with brotli too. */
const brotliStamp = join(dist, '.brotli')
const sources = [
  'src',
  'locales',
  'migrations',
  'scripts/messages',
  'scripts/contracts.mjs',
  'scripts/first-script.mjs',
  'scripts/oldest-browsers.mjs',
  'sample',
  'scripts/build.mjs',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
]
const compressible = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.webmanifest', '.wasm'])
/** Packages that load programs, fonts or pages beside their code, so they cannot be bundled. */
const unbundledPackages = [
  ...['@fastify/swagger', '@fastify/swagger-ui', '@node-rs/argon2', 'pdfjs-dist', 'pdfkit'],
  // Loaded only where a setting asks for it.
  ...['resources', 'sdk-metrics', 'sdk-trace-base', 'exporter-trace-otlp-proto', 'exporter-metrics-otlp-proto'].map(
    (name) => `@opentelemetry/${name}`,
  ),
]
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Builds `dist/` if its sources have changed since the last successful build. Ends the process if the build fails.
 * @param {{ brotli?: 'now' | 'later' }} [options] `later` leaves brotli to `compressBesides`: it takes half of a build,
 *   and until then browsers get gzip
 */
export async function ensureBuilt(options) {
  if (!(await tryBuild(options))) process.exit(1)
}

/**
 * Builds `dist/` if its sources have changed since the last successful build. Returns false if the build fails.
 * @param {{ brotli?: 'now' | 'later' }} [options]
 */
export async function tryBuild({ brotli = 'now' } = {}) {
  const print = fingerprint()
  if (isFresh(print) && (brotli === 'later' || hasBrotli(print))) return true
  // In a separate process, so that the server does not keep the build's memory and Vite has its own NODE_ENV.
  const code = await run(process.execPath, [fileURLToPath(import.meta.url), brotli], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return code === 0
}

/** Compresses the files of the build with brotli in a process of low priority, which ends with this one. */
export function compressBesides() {
  if (hasBrotli(fingerprint())) return
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'besides'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  child.on('error', () => {})
  // At once: the child's threads get the priority that it has when they begin.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.unref()
  process.once('exit', () => child.kill())
}

/** @param {string} print */
const hasBrotli = (print) => existsSync(brotliStamp) && readFileSync(brotliStamp, 'utf8') === print

/** @param {string} print */
function isFresh(print) {
  return (
    existsSync(join(dist, 'server/main.js')) &&
    existsSync(join(dist, 'server/commands/backup.js')) &&
    existsSync(join(dist, 'web/index.html')) &&
    existsSync(join(dist, 'locales/en.json')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === print
  )
}

/** A hash of names, sizes and times. It does not read contents, because every start computes it. */
function fingerprint() {
  const hash = createHash('sha256')
  /** @param {string} path */
  const visit = (path) => {
    const entry = statSync(join(root, path), { throwIfNoEntry: false })
    if (entry?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`)
    } else if (entry && !/\.test\.tsx?$/.test(path)) {
      hash.update(`${path} ${entry.size} ${entry.mtimeMs}\n`)
    }
  }
  sources.forEach(visit)
  return hash.digest('hex')
}

/** @param {string} print */
async function build(print) {
  console.log('Building…')
  await ensureCompiled()
  removeLeftovers()
  // Beside the final folders and at the same depth, so that paths in source maps stay right after the move.
  const server = join(dist, `server.${process.pid}`)
  const web = join(dist, `web.${process.pid}`)
  try {
    const results = await Promise.allSettled([buildServer(server), buildWeb(web)])
    for (const result of results) if (result.status === 'rejected') throw result.reason
    rmSync(stamp, { force: true })
    await replaceFiles(server, join(dist, 'server'))
    await replaceFiles(web, join(dist, 'web'))
    writeFileSync(stamp, print)
  } finally {
    await rm(server, { recursive: true, force: true })
    await rm(web, { recursive: true, force: true })
  }
}

/**
 * Bundles the server and its commands, with the packages they use, into a folder of `dist/`. One file loads faster than
 * a thousand. Beside them are the migrations, so that a program never applies a newer checkout's.
 * @param {string} folder
 */
export async function buildServer(folder) {
  const { build: bundle } = await import('esbuild')
  const workers = join(root, 'src/server/adapters/workers')
  const workerFiles = existsSync(workers) ? filesIn(workers).filter((name) => /(?<!\.test)\.(ts|mjs)$/.test(name)) : []
  const commands = ['backup', 'restore', 'copy-files', 'set-password', 'doctor'].map(
    (name) => `src/server/commands/${name}.ts`,
  )
  await bundle({
    absWorkingDir: root,
    entryPoints: [
      'src/server/main.ts',
      ...commands,
      'src/server/fill-sample.ts',
      'src/server/backup/process.ts',
      ...workerFiles.map((name) => `src/server/adapters/workers/${name}`),
    ],
    outbase: 'src/server',
    outdir: folder,
    bundle: true,
    external: unbundledPackages,
    define: { BUILT_RELEASE: JSON.stringify(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version) },
    // CommonJS packages load Node's own modules with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Node keeps the text in memory. Without comments it is smaller.
    minifyWhitespace: true,
    legalComments: 'external',
    // Node prints the line of an error.
    lineLimit: 120,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  await cp(join(root, 'migrations'), join(folder, 'migrations'), {
    recursive: true,
    filter: (name) => !name.endsWith('_snapshot.json'),
  })
  mustBeAscii(join(folder, 'main.js'))
  const maps = filesIn(folder).filter((name) => name.endsWith('.map'))
  await Promise.all(maps.map((name) => removePackageMappings(join(folder, name))))
}

/**
 * Throws if a bundle contains other characters than ASCII. One of them would double the memory of its text. esbuild
 * writes them as escapes, but not in regular expressions and tagged templates.
 * @param {string} file
 */
function mustBeAscii(file) {
  const [found] = /.{0,60}[^\p{ASCII}].{0,30}/u.exec(readFileSync(file, 'utf8')) ?? []
  if (found)
    throw new Error(`Only ASCII may stand in a regular expression or a tagged template of the server: ${found}`)
}

/**
 * Removes the mappings of packages from a source map. With them it is six times as large, and after the first logged
 * error the server keeps all of it in memory.
 * @param {string} file
 */
async function removePackageMappings(file) {
  const { decode, encode } = await import('@jridgewell/sourcemap-codec')
  const map = JSON.parse(await readFile(file, 'utf8'))
  const isOwn = map.sources.map((/** @type {string} */ source) => !source.includes('node_modules/'))
  let wasOwn = false
  const mappings = decode(map.mappings).map((line) =>
    line.flatMap((segment) => {
      const own = segment.length > 1 && isOwn[segment[1] ?? -1]
      // A lookup takes the last mapping before a position. So a mapping without a source marks the end of our own code.
      const mapping = own ? [segment] : wasOwn ? [/** @type {[number]} */ ([segment[0]])] : []
      wasOwn = own
      return mapping
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
  const files = filesIn(folder).filter(isCompressible)
  await Promise.all(
    files.map((name) => compress(join(folder, name), isHashed(name) ? { gz: gzipped } : { gz: gzipped, br: brotlied })),
  )
}

/** @param {string} name */
const isCompressible = (name) => compressible.has(extname(name)) && !name.startsWith('.')

/**
 * Whether a file has a hash of its content in its name. Only such a file may be compressed later: another one could be
 * replaced meanwhile.
 * @param {string} name
 */
const isHashed = (name) => name.startsWith('assets/')

/** @param {Buffer} content */
const gzipped = (content) => promisify(gzip)(content, { level: 9 })
/** @param {Buffer} content */
const brotlied = (content) => promisify(brotliCompress)(content)

/**
 * Writes a file's compressed forms beside it, if they are smaller. A server may read them at any time, so each gets its
 * name when it is whole.
 * @param {string} file
 * @param {Record<string, (content: Buffer) => Promise<Buffer>>} forms by the endings of their names
 */
async function compress(file, forms) {
  const content = await readFile(file)
  for (const [ending, encode] of Object.entries(forms)) {
    const bytes = await encode(content)
    if (bytes.length >= content.length) continue
    const unfinished = `${file}.${process.pid}`
    await writeFile(unfinished, bytes)
    await rename(unfinished, `${file}.${ending}`)
  }
}

/**
 * Compresses the files of the build that are not compressed with brotli yet.
 * @param {string} print
 */
async function addBrotli(print) {
  const web = join(dist, 'web')
  const files = filesIn(web).filter(
    (name) => isCompressible(name) && isHashed(name) && !existsSync(`${join(web, name)}.br`),
  )
  await Promise.all(files.map((name) => compress(join(web, name), { br: brotlied })))
  writeFileSync(brotliStamp, print)
}

/**
 * Moves a new build into its folder, file by file, while a server may still run on the old build. Files that others
 * refer to come first. Old files with a hash in their name stay for a week, because open pages still request them.
 * @param {string} from
 * @param {string} to
 */
async function replaceFiles(from, to) {
  const files = filesIn(from)
  for (const name of files.sort((a, b) => Number(isHashed(b)) - Number(isHashed(a)))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    await rename(join(from, name), join(to, name))
  }
  const current = new Set(files)
  for (const name of filesIn(to)) {
    if (current.has(name)) continue
    if (!isHashed(name) || Date.now() - statSync(join(to, name)).mtimeMs > WEEK_MS) await rm(join(to, name))
  }
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** Removes the folders of builds that were killed, but not the folder of a build that is running. */
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
  const brotli = process.argv[2] ?? 'now'
  if (brotli !== 'besides') await ensureInstalled()
  const print = fingerprint()
  try {
    if (!isFresh(print) && brotli !== 'besides') await build(print)
    else if (hasBrotli(print)) console.log('Nothing to build: dist/ is up to date.')
    if (isFresh(print) && brotli !== 'later' && !hasBrotli(print)) await addBrotli(print)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error('The build failed.')
    process.exitCode = 1
  }
}
