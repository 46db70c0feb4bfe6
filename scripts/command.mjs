import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

// Runs one of the server's commands: `node scripts/command.mjs backup FOLDER`.
const [name] = process.argv.splice(2, 1)
await ensureInstalled()
await ensureBuilt({ brotli: 'later' })
process.setSourceMapsEnabled(true)
await import(new URL(`../dist/server/commands/${name}.js`, import.meta.url).href)
