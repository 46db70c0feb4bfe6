import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crash } from './support/crash.ts'
import { isLongRun } from './support/long-run.ts'

const ROUNDS = isLongRun ? 10 : 2
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'muster-crash-')))

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** `npm run try -- crash` runs all fifty rounds. */
test('a server that is killed while people write loses no acknowledged write', async () => {
  const report = await crash({ dataDir, rounds: ROUNDS, seed: 7 })
  expect(report.kills).toBe(ROUNDS)
  expect(report.created + report.moved).toBeGreaterThan(ROUNDS)
  expect(report.clocked).toBeGreaterThan(0)
}, 300_000)
