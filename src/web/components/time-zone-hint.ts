/** Names the deployment's time zone, for people whose device has another one. */
export function timeZoneHint(timeZone: string) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return own === timeZone ? undefined : `In the time of ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}`
}
