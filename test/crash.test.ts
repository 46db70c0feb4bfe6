import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crash } from './support/crash.ts'

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'muster-crash-')))

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** `npm run try:crash` runs all fifty rounds. */
test('a server that is killed while people write loses no acknowledged write', async () => {
  const report = await crash({ dataDir, rounds: 3, seed: 7 })
  expect(report.kills).toBe(3)
  expect(report.created + report.moved).toBeGreaterThan(20)
  expect(report.clocked).toBeGreaterThan(2)
}, 300_000)
