import { i18nNow } from '../language.ts'
import { isOutdated } from '../live/page-version.ts'
import { toast } from '../ui/toast.tsx'

/** Milliseconds. It looks for a new version when the person comes back to the page, at most this often. */
const MIN_INTERVAL = 5 * 60_000

/** Offers a reload when the server has a newer build. It never reloads by itself: the person may be typing. */
export function watchVersion() {
  let checkedAt = 0
  document.addEventListener('visibilitychange', async () => {
    if (document.hidden || Date.now() - checkedAt < MIN_INTERVAL) return
    checkedAt = Date.now()
    if (!(await isOutdated())) return
    const i18n = i18nNow()
    toast({
      title: i18n.t('A new version is ready'),
      isUnread: true,
      action: {
        label: i18n.t('Reload'),
        altText: i18n.t('Reload the page to get it'),
        onSelect: () => location.reload(),
      },
    })
  })
}
