/**
 * Lets the app open without a network: keeps the one page and the build's scripts, styles and fonts. Of the API it knows nothing;
 * what was last known is kept by the page itself (`web/api/response-cache.ts`).
 */

declare const self: ServiceWorkerGlobalScope
/** Written in by the build: what it is made of, for opening any screen. Another list makes another worker. */
declare const FILES: { assets: string[]; beside: string[] }

const PAGE = '/'
/** Files with a hash in their name: kept once, they are right for ever. */
const ASSETS = 'muster.assets'
/** The page, and what stands beside it under a name that stays. */
const SHELL = 'muster.shell'
/** On a network that neither answers nor fails, what is kept is shown after so many milliseconds. */
const TIMEOUT = { page: 3500, beside: 1000 }

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/api/') || pathname.startsWith('/ws')) return
  if (request.mode === 'navigate') event.respondWith(newest(event, PAGE, TIMEOUT.page))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (FILES.beside.includes(pathname)) event.respondWith(newest(event, pathname, TIMEOUT.beside))
})

/**
 * Fetches what is not kept yet. A new build's worker then waits until no page of the old build is open any more: until then the
 * old worker serves both, as pages come from the network and assets of either build are here.
 */
async function keepBuild() {
  const [assets, shell] = await Promise.all([caches.open(ASSETS), caches.open(SHELL)])
  const cached = new Set((await assets.keys()).map(({ url }) => new URL(url).pathname))
  await assets.addAll(FILES.assets.filter((path) => !cached.has(path)))
  await shell.addAll([PAGE, ...FILES.beside].map((path) => new Request(path, { cache: 'no-cache' })))
}

/** Removes what this build does not name, and serves the pages that were open before there was any worker. */
async function takeOver() {
  const assets = await caches.open(ASSETS)
  const named = new Set(FILES.assets)
  const old = (await assets.keys()).filter(({ url }) => !named.has(new URL(url).pathname))
  await Promise.all(old.map((request) => assets.delete(request)))
  await self.clients.claim()
}

/** What the server says now, and what is kept only when it cannot be reached. */
async function newest(event: FetchEvent, path: string, timeout: number) {
  const shell = await caches.open(SHELL)
  const cached = await shell.match(path)
  const fetched = fetch(event.request).then(async (response) => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (response.status === 200 && isPage === (path === PAGE)) await shell.put(path, response.clone())
    return response
  })
  // What comes after the patience has ended is kept for the next time all the same.
  event.waitUntil(fetched.catch(() => undefined))
  if (!cached) return fetched
  return Promise.race([fetched.catch(() => cached), new Promise<Response>((give) => setTimeout(give, timeout, cached))])
}

async function asset(request: Request) {
  const assets = await caches.open(ASSETS)
  const cached = await assets.match(request)
  if (cached) return cached
  const response = await fetch(request)
  if (response.status === 200) await assets.put(request, response.clone())
  return response
}
