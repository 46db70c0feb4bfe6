// Sets theme, language and direction before the first paint. `ui/theme.ts` and `language.ts` take over from here. A file of its own, as no
// script may be inline.
let chosen
let shown
try {
  chosen = localStorage.getItem('muster.theme')
  shown = localStorage.getItem('muster.shown-language')
} catch {}
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
// As in "ar rtl".
const [lang, dir] = shown?.split(' ') ?? []
if (dir) Object.assign(document.documentElement, { lang, dir })
