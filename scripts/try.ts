import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Runs a trial program by name, with its words: `npm run try -- crash 50`. `docs/trials.md` lists them. */
const folder = join(import.meta.dirname, 'try')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const [name = '', ...words] = process.argv.slice(2)
if (names.includes(name)) {
  // Each program reads its words as if it had been started by itself.
  process.argv = [...process.argv.slice(0, 2), ...words]
  await import(`./try/${name}.ts`)
} else {
  console.error(`Name a program: npm run try -- NAME. There are ${names.join(', ')}.`)
  process.exitCode = 1
}
