import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

await ensureInstalled()
await ensureBuilt()
await import(new URL('../dist/server/set-password.js', import.meta.url).href)
