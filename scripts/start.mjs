import { compressBesides, ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { stopSignals, stopWithShell } from './run.mjs'

process.env.NODE_ENV ||= 'production'
const endWatch = stopWithShell()
await ensureInstalled()
await ensureBuilt({ brotli: 'later' })
process.setSourceMapsEnabled(true)
// In this process, so that the server receives signals directly.
await import(new URL('../dist/server/main.js', import.meta.url).href)
compressBesides()
// After Ctrl-C the shell ends too. That must not stop the server a second time.
for (const signal of stopSignals) process.once(signal, endWatch)
