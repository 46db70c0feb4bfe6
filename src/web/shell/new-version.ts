import { toast } from '../ui/toast.tsx'

/** It is looked for when somebody comes back to the page, not more often than this. */
const EVERY = 5 * 60_000

/** Offers the new build to a page of an old one; it never reloads by itself, as somebody may be typing. */
export function watchVersion() {
  const script = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')
  if (!script) return
  let lookedAt = 0
  document.addEventListener('visibilitychange', async () => {
    if (document.hidden || Date.now() - lookedAt < EVERY) return
    lookedAt = Date.now()
    const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
    if (!page?.ok || (await page.text()).includes(script)) return
    toast({
      title: 'A new version is ready',
      isNews: true,
      action: { label: 'Reload', altText: 'Reload the page to get it', onSelect: () => location.reload() },
    })
  })
}
