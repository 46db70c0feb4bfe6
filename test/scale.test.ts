import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Costs, needsOf, scaleTable, writeMeasured } from '../bench/people/scale.ts'
import { addWait, noWaits, quantileOf, since, sumOf } from '../bench/people/waits.ts'

/** The needs that `npm run bench -- people` works out of its figures. */

const costs: Costs = {
  serverPerChange: 0.012,
  serverPerMessage: 0.0001,
  postgresPerChange: 0.006,
  serverPerArrival: 0.03,
  postgresPerArrival: 0.06,
  reach: 0.1,
  memoryAtRest: 120,
  memoryPerPage: 0.1,
  bytesPerTask: 1000,
  bytesPerChange: 1000,
}

test('what a house needs follows from what was measured', () => {
  // By hand: 50 changes and 30,000 messages a second; 6.7 arrivals a second.
  expect(needsOf(6000, costs)).toMatchObject({
    servers: 6,
    connections: 66,
    serverMemory: 6 * 120 + 600,
    diskPerYear: 48,
  })
  const { serverCores, postgresCores } = needsOf(6000, costs)
  expect(serverCores).toBeCloseTo((0.6 + 3) / 0.6)
  expect(postgresCores).toBeCloseTo(0.4 / 0.6)
  // A small house has one server, at any cost.
  expect(needsOf(50, costs)).toMatchObject({ servers: 1, connections: 11 })
})

test('the table goes between the marks of the page, and leaves the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-scale-'))
  const path = join(folder, 'scale.md')
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->']
  const page = await readFile('docs/scale.md', 'utf8')
  await writeFile(path, page)
  writeMeasured(path, scaleTable(costs))
  const written = await readFile(path, 'utf8')
  expect(written.split(begin)[0]).toBe(page.split(begin)[0])
  expect(written.split(end)[1]).toBe(page.split(end)[1])
  expect(written).toContain('| 50,000 |')
  await writeFile(path, 'no marks')
  expect(() => writeMeasured(path, '')).toThrow('lacks the marks')
  await rm(folder, { recursive: true })
})

test('waits of several processes add up, and their quantiles are at most 2 % too high', () => {
  const [one, other] = [noWaits(), noWaits()]
  for (let at = 1; at <= 100; at += 1) addWait((at % 2 ? one : other).board, at)
  const { board } = sumOf([one, other])
  expect(board.count).toBe(100)
  for (const part of [0.5, 0.95, 0.99]) {
    expect(quantileOf(board, part)).toBeGreaterThanOrEqual(part * 100)
    expect(quantileOf(board, part)).toBeLessThanOrEqual(part * 102)
  }
  const before = sumOf([one])
  addWait(one.board, 500)
  expect(quantileOf(since(before, one).board, 0.5)).toBeGreaterThan(499)
  expect(quantileOf(noWaits().board, 0.5)).toBeNaN()
})
