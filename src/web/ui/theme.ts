import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** Read by `public/theme.js` too, which sets the theme before the first paint. */
const KEY = 'muster.theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let theme = remembered()

function remembered(): Theme {
  const value = readStorage()
  return value === 'light' || value === 'dark' ? value : 'system'
}

function readStorage() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function apply() {
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#161a19' : '#ffffff')
}

function setTheme(next: Theme) {
  theme = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply()
  for (const listener of listeners) listener()
}

systemIsDark.addEventListener('change', apply)
addEventListener('storage', (event) => {
  if (event.key !== KEY) return
  theme = remembered()
  apply()
  for (const listener of listeners) listener()
})
apply()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen theme and the way to choose another; `system` follows the system's setting. */
export const useTheme = () => [useSyncExternalStore(subscribe, () => theme), setTheme] as const
