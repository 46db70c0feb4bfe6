import type { Reader } from '../../../shared/words/reader.ts'

/** Names the deployment's time zone, for people whose device has another one. */
export function timeZoneHint({ i18n, timeZone }: Reader) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (own === timeZone) return undefined
  return i18n.t('In the time of {city}', { city: timeZone.split('/').at(-1)?.replaceAll('_', ' ') })
}
