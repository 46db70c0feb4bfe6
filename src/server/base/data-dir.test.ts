import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { defaultDataDir } from './data-dir.ts'

const parent = mkdtempSync(join(tmpdir(), 'muster-data-dir-'))
afterAll(() => rmSync(parent, { recursive: true }))

test('the data is in the folder in which Muster starts, as the README says', () => {
  const program = join(parent, 'muster')
  mkdirSync(program)
  expect(defaultDataDir(program)).toBe(join(program, 'data'))
  expect(readConfig({ DATA_DIR: join(parent, 'named') }).dataDir).toBe(join(parent, 'named'))
})

test('data that an earlier Muster has put beside that folder is found, until there is some in the right place', () => {
  const program = join(parent, 'muster')
  mkdirSync(join(parent, 'data/postgres'), { recursive: true })
  expect(defaultDataDir(program)).toBe(join(parent, 'data'))
  mkdirSync(join(program, 'data/postgres'), { recursive: true })
  expect(defaultDataDir(program)).toBe(join(program, 'data'))
})
