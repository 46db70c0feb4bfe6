import { spawn } from 'node:child_process'
import { createServer as createSocket } from 'node:net'
import { join, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureInstalled } from './install.mjs'
import { ensureCompiled } from './messages/catalogues.mjs'
import { root, stopSignals, stopWithShell } from './run.mjs'

process.env.NODE_ENV = 'development'
stopWithShell()
await ensureInstalled()
await ensureCompiled()
const { createServer: createVite } = await import('vite')

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'
const serverPort = await freePort()
const serverSources = ['src/server', 'src/shared', 'sample', 'migrations'].map((name) => join(root, name))

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
/** @type {'starting' | 'ready' | 'ended'} */
let state = 'starting'
let announced = false
let stopping = false
let restarting = false
let changed = false

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createSocket().once('error', reject)
    socket.listen(0, '127.0.0.1', () => {
      const address = socket.address()
      socket.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function startServer() {
  const child = spawn(process.execPath, ['--import', 'tsx', '--enable-source-maps', 'src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    // In a group of its own, so that only this script receives Ctrl-C. It then stops the server once, in good order.
    detached: process.platform !== 'win32',
  })
  child.once('exit', (code, signal) => {
    if (server !== child) return
    server = undefined
    state = 'ended'
    console.error(`The server ended (${signal ?? code}). It starts again when a file changes.`)
  })
  server = child
  void becomeReady(child)
}

/** @param {import('node:child_process').ChildProcess} child */
async function becomeReady(child) {
  for (; server === child; await delay(100)) {
    const reply = await fetch(`http://127.0.0.1:${serverPort}/readyz`).catch(() => undefined)
    if (!reply?.ok || server !== child) continue
    state = 'ready'
    if (!announced)
      console.log(`\nMuster, in development: http://${host === '127.0.0.1' ? 'localhost' : host}:${port}\n`)
    announced = true
    return
  }
}

/** Waits until the server has ended, because its database refuses a second server on the same folder until then. */
async function stopServer() {
  const child = server
  if (!child) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  server = undefined
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => {
    console.error('The server has not stopped within 15 seconds. It is now killed.')
    child.kill('SIGKILL')
  }, 15_000)
  await ended
  clearTimeout(killTimer)
}

async function restart() {
  changed = true
  if (restarting) return
  restarting = true
  state = 'starting'
  while (changed && !stopping) {
    changed = false
    await stopServer()
    if (!stopping) startServer()
  }
  restarting = false
}

/** @type {NodeJS.Timeout | undefined} */
let restartTimer
/** @param {string} file */
function onChange(file) {
  if (/\.test\.tsx?$/.test(file) || !serverSources.some((folder) => file.startsWith(folder + sep))) return
  clearTimeout(restartTimer)
  restartTimer = setTimeout(restart, 150)
}

/** @type {import('vite').ProxyOptions} */
const toServer = {
  target: `http://127.0.0.1:${serverPort}`,
  // The server compares Origin with Host, so both stay as the browser sent them.
  changeOrigin: false,
  // A request during a restart waits for the new server instead of failing.
  bypass: async () => {
    for (let waited = 0; state === 'starting' && waited < 15_000; waited += 50) await delay(50)
    return undefined
  },
}

const vite = await createVite({
  configFile: join(root, 'vite.config.ts'),
  server: {
    host,
    port,
    strictPort: true,
    proxy: {
      // src/web has a folder named api, whose modules Vite serves itself.
      '^/api/(?![^?]*\\.tsx?(\\?|$))': toServer,
      '^/ws(\\?|$)': { ...toServer, ws: true },
      '^/(healthz|readyz|metrics)(\\?|$)': toServer,
    },
  },
})

async function stop() {
  if (stopping) return
  stopping = true
  clearTimeout(restartTimer)
  await Promise.all([stopServer(), vite.close()])
  process.exit(0)
}
for (const signal of stopSignals) process.on(signal, stop)

try {
  await vite.listen()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
startServer()
vite.watcher.add(serverSources)
vite.watcher.on('all', (_event, file) => onChange(file))
