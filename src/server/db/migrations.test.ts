import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { projectRoot } from '../base/project-root.ts'

const meta = (name: string) => JSON.parse(readFileSync(join(projectRoot, 'migrations/meta', name), 'utf8'))

test('the migrations make the tables that src/server/db/tables describes', async () => {
  const folder = join(import.meta.dirname, 'tables')
  const modules = await Promise.all(readdirSync(folder).map((name) => import(join(folder, name))))
  const described = JSON.parse(JSON.stringify(generateDrizzleJson(Object.assign({}, ...modules))))
  const { entries } = meta('_journal.json') as { entries: { tag: string }[] }
  const migrated = meta(`${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`)
  for (const snapshot of [described, migrated]) {
    delete snapshot.id
    delete snapshot.prevId
  }
  expect(described, 'Run `npm run migration -- --name what_it_is`').toEqual(migrated)
})
