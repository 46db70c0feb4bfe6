/** The address of the page's own script; it has another one in each build. Null in development. */
const ownScript = () => document.querySelector('script[src^="/assets/"]')?.getAttribute('src') ?? null

/** Whether the server has a newer build than this page. It puts the new page where the service worker looks first. */
export async function isOutdated(): Promise<boolean> {
  const script = ownScript()
  if (!script) return false
  const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
  if (!page?.ok || (await page.clone().text()).includes(script)) return false
  if ('caches' in globalThis && (await caches.has('muster.shell')))
    await (await caches.open('muster.shell')).put('/', page)
  return true
}
