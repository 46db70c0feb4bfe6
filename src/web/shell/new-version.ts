import { i18nNow } from '../language.ts'
import { toast } from '../ui/toast.tsx'

/** Milliseconds. It looks for a new version when the person comes back to the page, at most this often. */
const MIN_INTERVAL = 5 * 60_000

/**
 * Offers a reload when the server has a newer build than this page. It never reloads by itself, because the person may be
 * typing.
 */
export function watchVersion() {
  const script = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')
  if (!script) return
  let checkedAt = 0
  document.addEventListener('visibilitychange', async () => {
    if (document.hidden || Date.now() - checkedAt < MIN_INTERVAL) return
    checkedAt = Date.now()
    const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
    if (!page?.ok || (await page.text()).includes(script)) return
    const i18n = i18nNow()
    toast({
      title: i18n.t('A new version is ready'),
      isNews: true,
      action: {
        label: i18n.t('Reload'),
        altText: i18n.t('Reload the page to get it'),
        onSelect: () => void storePage().finally(() => location.reload()),
      },
    })
  })
}

/** Puts the new page where the service worker looks first (`service-worker/worker.ts`). */
async function storePage() {
  if (!('caches' in globalThis) || !(await caches.has('muster.shell'))) return
  const page = await fetch('/', { cache: 'no-store' })
  if (page.ok) await (await caches.open('muster.shell')).put('/', page)
}
