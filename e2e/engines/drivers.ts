import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import WebSocket from 'ws'
import { browserFlags, findBrowser } from '../../scripts/browser.mjs'

/** The parts of a browser that the journeys need. Each engine's protocol stands behind it. */
export interface Driver {
  open: (address: string) => Promise<void>
  /** Runs an expression in the page, waits for its promise, and returns its JSON. */
  evaluate: (expression: string) => Promise<string>
  /** Moves the mouse, presses and releases its button, in this order. */
  mouse: (steps: MouseStep[]) => Promise<void>
  /** Presses and releases keys: characters, or the names of `keys`. */
  keyboard: (steps: KeyStep[]) => Promise<void>
  /** Chooses files in the field that a selector finds. */
  choose: (selector: string, paths: string[]) => Promise<void>
  close: () => Promise<void>
}

export type MouseStep = { x: number; y: number } | 'down' | 'up'
export type KeyStep = { down: string } | { up: string }

/** A browser on this machine, with its version; otherwise, in `missing`, the part that is not installed. */
export type Engine = { name: string } & ({ start: () => Promise<Driver> } | { missing: string })

const SIZE = { width: 1280, height: 800 }
/** Milliseconds. A browser that does not answer for so long never will. */
const MAX_WAIT = 60_000

/**
 * The engines of this machine. `CHROMIUM_OLDEST` names the executable of the oldest Chromium that Muster must work in.
 */
export async function findEngines(): Promise<Engine[]> {
  const { path, env } = await findBrowser()
  const firefox = onPath('firefox-esr') ?? onPath('firefox')
  const webkit = onPath('WebKitWebDriver')
  const view = ['/usr/lib', '/usr/libexec']
    .flatMap((folder) => ['x86_64-linux-gnu/', 'aarch64-linux-gnu/', ''].map((machine) => `${folder}/${machine}`))
    .map((folder) => join(folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find((file) => existsSync(file))
  const screen = process.env.DISPLAY ? '' : onPath('Xvfb')
  const oldest = process.env.CHROMIUM_OLDEST
  return [
    { name: 'Chromium', start: () => startChromium(path, env) },
    oldest
      ? { name: 'Chromium, the oldest', start: () => startChromium(oldest, env) }
      : { name: 'Chromium, the oldest', missing: 'CHROMIUM_OLDEST does not say where it is' },
    firefox
      ? { name: 'Firefox', start: () => startFirefox(firefox) }
      : { name: 'Firefox', missing: 'there is neither firefox-esr nor firefox' },
    webkit && view && screen !== undefined
      ? { name: 'WebKit', start: () => startWebKit(webkit, view, screen) }
      : { name: 'WebKit', missing: 'it needs the packages webkit2gtk-driver and xvfb' },
  ]
}

function onPath(name: string) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** Puts an expression into one whose value is text, in every engine. */
const asJson = (expression: string) => `(async () => JSON.stringify((await (${expression})) ?? null))()`

async function startChromium(executablePath: string, env: Record<string, string>): Promise<Driver> {
  const browser = await chromium.launch({ executablePath, args: browserFlags, env: { ...process.env, ...env } })
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('dialog', (question) => void question.accept())
  return {
    open: async (address) => void (await page.goto(address, { waitUntil: 'commit' })),
    evaluate: (expression) => page.evaluate(asJson(expression)),
    async mouse(steps) {
      for (const step of steps)
        if (typeof step === 'string') await page.mouse[step]()
        else await page.mouse.move(step.x, step.y)
    },
    async keyboard(steps) {
      for (const step of steps)
        if ('down' in step) await page.keyboard.down(step.down)
        else await page.keyboard.up(step.up)
    },
    choose: (selector, paths) => page.setInputFiles(selector, paths),
    close: () => browser.close(),
  }
}

/** Firefox, by WebDriver BiDi: it needs no other program. */
async function startFirefox(path: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'muster-firefox-'))
  const settings = {
    'ui.prefersReducedMotion': 1,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    'intl.accept_languages': 'en-US',
  }
  const lines = Object.entries(settings).map((setting) => `user_pref(${JSON.stringify(setting).slice(1, -1)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = begin(
    spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } }),
  )
  const stop = async () => {
    await end(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const socket = new WebSocket(`${await said(child, /WebDriver BiDi listening on (ws:\S+)/)}/session`)
    await once(socket, 'open')
    const waiting = new Map<number, (reply: Reply) => void>()
    socket.on('message', (text) => {
      const reply = JSON.parse(String(text)) as Reply
      waiting.get(reply.id)?.(reply)
    })
    let count = 0
    const send = async (method: string, params: object) => {
      count += 1
      const id = count
      const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { result, error, message } = await inTime(reply, method)
      waiting.delete(id)
      if (error) throw new Error(`${method}: ${message}`)
      return result
    }
    await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } })
    const context = (await send('browsingContext.getTree', {})).contexts[0].context
    await send('browsingContext.setViewport', { context, viewport: SIZE })
    const evaluate = async (expression: string) => {
      const { result, exceptionDetails } = await send('script.evaluate', {
        ...{ expression, target: { context }, awaitPromise: true },
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result
    }
    return {
      open: (url) => send('browsingContext.navigate', { context, url, wait: 'interactive' }),
      evaluate: async (expression) => (await evaluate(asJson(expression))).value,
      mouse: (steps) => send('input.performActions', { context, actions: [mouseActions(steps)] }),
      keyboard: (steps) => send('input.performActions', { context, actions: [keyActions(steps)] }),
      async choose(selector, files) {
        const element = await evaluate(`document.querySelector(${JSON.stringify(selector)})`)
        await send('input.setFiles', { context, element: { sharedId: element.sharedId }, files })
      },
      async close() {
        socket.terminate()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Reply {
  id: number
  // biome-ignore lint/suspicious/noExplicitAny: each method has a result of its own
  result?: any
  error?: string
  message?: string
}

/** WebKit, by W3C WebDriver. It draws on a screen: without one it gets one that nobody sees. */
async function startWebKit(path: string, view: string, xvfb: string): Promise<Driver> {
  const screen = xvfb ? await startScreen(xvfb) : undefined
  const port = await freePort()
  const env = { ...process.env, ...(screen && { DISPLAY: screen.name }), LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'C.UTF-8' }
  const child = begin(spawn(path, [`--port=${port}`], { stdio: 'ignore', env }))
  const stop = async () => {
    await end(child)
    await screen?.stop()
  }
  const send = async (method: string, address: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(MAX_WAIT),
    })
    const { value } = (await reply.json()) as Pick<Reply, never> & { value: Reply['result'] }
    if (!reply.ok) throw new Error(`${address}: ${value.message || value.error}`)
    return value
  }
  try {
    const capabilities = {
      browserName: 'MiniBrowser',
      unhandledPromptBehavior: 'accept',
      'webkitgtk:browserOptions': { binary: view, args: ['--automation'] },
    }
    const { sessionId } = await started(() => send('POST', '/session', { capabilities: { alwaysMatch: capabilities } }))
    const session = `/session/${sessionId}`
    await send('POST', `${session}/timeouts`, { script: MAX_WAIT, pageLoad: MAX_WAIT })
    await send('POST', `${session}/window/rect`, { x: 0, y: 0, ...SIZE })
    const act = (actions: object) => send('POST', `${session}/actions`, { actions: [actions] })
    return {
      open: (url) => send('POST', `${session}/url`, { url }),
      async evaluate(expression) {
        const script = `${asJson(expression)}.then((json) => arguments[0]({ json }), (error) => arguments[0]({ error: String(error) }))`
        const { json, error } = await send('POST', `${session}/execute/async`, { script, args: [] })
        if (error) throw new Error(error)
        return json
      },
      mouse: (steps) => act(mouseActions(steps)),
      keyboard: (steps) => act(keyActions(steps)),
      async choose(selector, paths) {
        const found = await send('POST', `${session}/element`, { using: 'css selector', value: selector })
        await send('POST', `${session}/element/${Object.values(found)[0]}/value`, { text: paths.join('\n') })
      },
      async close() {
        await send('DELETE', session).catch(() => {})
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts an X server of its own, on a number that is free. */
async function startScreen(path: string) {
  const args = ['-displayfd', '3', '-screen', '0', `${SIZE.width + 100}x${SIZE.height + 200}x24`, '-nolisten', 'tcp']
  const child = begin(spawn(path, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }))
  const [number] = await inTime(once(child.stdio[3] as NodeJS.ReadableStream, 'data'), path)
  return { name: `:${String(number).trim()}`, stop: () => end(child) }
}

/** The keys that have no character, by their names in pages and their codes in WebDriver. */
const keys: Record<string, string> = {
  ...{
    Backspace: '\uE003',
    Tab: '\uE004',
    Enter: '\uE007',
    Shift: '\uE008',
    Control: '\uE009',
    Escape: '\uE00C',
    End: '\uE010',
  },
  ...{ ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015' },
}

const keyActions = (steps: KeyStep[]) => ({
  ...{ type: 'key', id: 'keyboard' },
  actions: steps.map((step) => {
    const [type, key] = 'down' in step ? ['keyDown', step.down] : ['keyUp', step.up]
    return { type, value: keys[key] ?? key }
  }),
})

const mouseActions = (steps: MouseStep[]) => ({
  ...{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } },
  actions: steps.map((step) =>
    typeof step === 'string'
      ? { type: step === 'down' ? 'pointerDown' : 'pointerUp', button: 0 }
      : { type: 'pointerMove', x: Math.round(step.x), y: Math.round(step.y), duration: 30 },
  ),
})

async function inTime<T>(what: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} was not answered`)), MAX_WAIT)
  })
  return Promise.race([what, late]).finally(() => clearTimeout(timer))
}

/** Waits until a program says this, and returns the first group. */
function said(child: ChildProcess, words: RegExp) {
  let output = ''
  const found = new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      output += chunk
      const match = words.exec(output)?.[1]
      if (match) resolve(match)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)))
  })
  return inTime(found, child.spawnfile)
}

/** Asks again until a server that has just been started listens. */
async function started<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 50 || !(error instanceof TypeError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

/** Notes that a program runs, which ends with this one. */
function begin<Child extends ChildProcess>(child: Child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(force)
}
