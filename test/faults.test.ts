import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseStopped } from './support/faults/away.ts'
import { freshlyBuilt } from './support/server-process.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-faults-')))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** All cases, in full: `npm run try:faults`. */
test('while the database is stopped all are told to try again; then all is well, and nothing acknowledged is lost', async () => {
  const metrics = await databaseStopped({ folder, program: freshlyBuilt(), short: true })
  expect(metrics).toMatch(/^1 times, .* acknowledged writes all there; 5 reminders once each$/)
}, 120_000)
