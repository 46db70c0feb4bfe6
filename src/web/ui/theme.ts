import { createRememberedStore } from '../store.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Read by `start.js` too, which sets the theme before the first paint. */
const KEY = 'muster.theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const theme = createRememberedStore<Theme>(
  KEY,
  (text) => (text === 'light' || text === 'dark' ? text : 'system'),
  (chosen) => chosen,
)

function apply() {
  const chosen = theme.get()
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#161a19' : '#ffffff')
}

function setTheme(next: Theme) {
  theme.set(next)
  apply()
}

/** Shows the chosen theme, and follows the system and the other tabs from then on. */
export function followTheme() {
  systemIsDark.addEventListener('change', apply)
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return
    theme.reload()
    apply()
  })
  apply()
}

/** The chosen theme, and the function that sets it. `system` follows the system's setting. */
export const useTheme = () => [theme.use(), setTheme] as const
