import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { stopSignals, stopWithShell } from './run.mjs'

process.env.NODE_ENV ||= 'production'
const endWatch = stopWithShell()
await ensureInstalled()
await ensureBuilt()
process.setSourceMapsEnabled(true)
// In this very process, so that signals reach the server itself.
await import(new URL('../dist/server/main.js', import.meta.url).href)
// At Ctrl-C the shell ends too: the server is then not to be stopped a second time.
for (const signal of stopSignals) process.once(signal, endWatch)
