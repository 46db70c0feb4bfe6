/**
 * Lets the app open without a network. It caches the page and the build's scripts, styles and fonts, and the catalogue
 * of the language that is in use. It does not cache the API: the page itself does that
 * (`web/offline/response-cache.ts`). `push.ts` shows notifications.
 */

import './push.ts'
import { screens } from '../../shared/screens.ts'

declare const self: ServiceWorkerGlobalScope
/** The build writes its files here: all that screens need, and the catalogues. Another list makes another worker. */
declare const FILES: { assets: string[]; beside: string[]; catalogues: string[] }

const PAGE = '/'
/** Files with a hash in their name. Their content never changes. */
const ASSETS = 'muster.assets'
/** The page, and the files beside it whose names stay the same. */
const SHELL = 'muster.shell'
/** Catalogues are the only JSON among the assets: `/assets/de-Dx4kXJAl.json`. */
const CATALOGUE = /^\/assets\/(.+)-.{8}\.json$/
/** After this long without an answer the cached file is shown. */
const TIMEOUT_MS = { page: 3500, beside: 1000 }

self.addEventListener('install', (event) => event.waitUntil(cacheBuild()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/api/') || pathname.startsWith('/ws')) return
  if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(cachedPage(event))
  else if (request.mode === 'navigate') event.respondWith(networkFirst(event, PAGE, TIMEOUT_MS.page))
  else if (pathname.startsWith('/assets/')) event.respondWith(cacheFirst(request))
  else if (FILES.beside.includes(pathname)) event.respondWith(networkFirst(event, pathname, TIMEOUT_MS.beside))
})

/**
 * Fetches the files that are not cached yet. A new build's worker then waits until no page of the old build is open.
 * Until then the old worker serves both builds: the page comes from the network, and the assets of both are cached.
 */
async function cacheBuild() {
  const [assets, shell] = await Promise.all([caches.open(ASSETS), caches.open(SHELL)])
  const cached = new Set((await assets.keys()).map(pathOf))
  const languages = new Set([...cached].map(languageOf))
  const catalogues = FILES.catalogues.filter((path) => languages.has(languageOf(path)))
  await assets.addAll([...FILES.assets, ...catalogues].filter((path) => !cached.has(path)))
  await shell.addAll([PAGE, ...FILES.beside].map((path) => new Request(path, { cache: 'no-cache' })))
}

const pathOf = ({ url }: Request) => new URL(url).pathname
const languageOf = (path: string) => CATALOGUE.exec(path)?.[1]

/** Removes files that this build does not use. Serves also pages that were open before there was a worker. */
async function takeOver() {
  const assets = await caches.open(ASSETS)
  const current = new Set([...FILES.assets, ...FILES.catalogues])
  const old = (await assets.keys()).filter((request) => !current.has(pathOf(request)))
  await Promise.all(old.map((request) => assets.delete(request)))
  await self.clients.claim()
}

const isScreen = (pathname: string) => (screens as readonly string[]).includes(pathname)

/**
 * The cached page at once, and the server's for the next time. A new build's worker caches its page together with its
 * files, so that the next visit has it. A page whose files are not all cached is not stored: it could not open without
 * a network.
 */
async function cachedPage(event: FetchEvent) {
  const shell = await caches.open(SHELL)
  const cached = await shell.match(PAGE)
  const fetched = fetch(cached ? new Request(PAGE, { cache: 'no-cache' }) : event.request)
  if (!cached) return fetched
  const store = async (response: Response) => {
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html')) return
    const [assets, html] = [await caches.open(ASSETS), await response.clone().text()]
    const needed = html.match(/\/assets\/[\w.-]+/g) ?? []
    const found = await Promise.all(needed.map((path) => assets.match(path)))
    if (found.every(Boolean)) await shell.put(PAGE, response)
  }
  event.waitUntil(fetched.then(store).catch(() => undefined))
  return cached
}

/** The server's file, or the cached one when the server does not answer in time (milliseconds). */
async function networkFirst(event: FetchEvent, path: string, timeout: number) {
  const shell = await caches.open(SHELL)
  const cached = await shell.match(path)
  const fetched = fetch(event.request).then(async (response) => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (response.status === 200 && isPage === (path === PAGE)) await shell.put(path, response.clone())
    return response
  })
  // An answer that comes after the timeout is cached for the next time.
  event.waitUntil(fetched.catch(() => undefined))
  if (!cached) return fetched
  const afterTimeout = new Promise<Response>((resolve) => setTimeout(resolve, timeout, cached))
  return Promise.race([fetched.catch(() => cached), afterTimeout])
}

/** The cached file, or the server's, which is then cached. Of the catalogues only the last one stays. */
async function cacheFirst(request: Request) {
  const assets = await caches.open(ASSETS)
  const cached = await assets.match(request)
  if (cached) return cached
  const response = await fetch(request)
  if (response.status !== 200) return response
  await assets.put(request, response.clone())
  if (!CATALOGUE.test(pathOf(request))) return response
  const others = (await assets.keys()).filter((other) => CATALOGUE.test(pathOf(other)) && other.url !== request.url)
  await Promise.all(others.map((other) => assets.delete(other)))
  return response
}
