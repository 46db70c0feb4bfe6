// Sets the theme before the first paint; `ui/theme.ts` takes over from here. A file of its own, as no script may be inline.
let chosen
try {
  chosen = localStorage.getItem('muster.theme')
} catch {}
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
