import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseStopped } from './support/faults/away.ts'
import { freshlyBuilt } from './support/server-process.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-faults-')))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `npm run try -- faults` runs all cases in full. */
test('while the database is stopped all requests are refused for now; then everything works, and no acknowledged write is lost', async () => {
  const metrics = await databaseStopped({ folder, program: freshlyBuilt(), short: true })
  expect(metrics).toMatch(/^1 times, .* acknowledged writes are stored; 5 reminders once each$/)
}, 300_000)
