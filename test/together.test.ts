import { expect, test } from 'vitest'
import { isLongRun } from './support/long-run.ts'
import { useTestApp } from './support/test-app.ts'
import { isWhole, workTogether } from './support/work-together.ts'

const ROUNDS = isLongRun ? 50 : 5
const muster = useTestApp()

/** A minute of it: `npm run try -- together`. */
test('two people write, tick and edit one task at once, and nothing is lost', async () => {
  const departmentId = muster.fixtures.departments.Housekeeping
  const report = await workTogether(await muster.as('marta'), await muster.as('adam'), {
    departmentId,
    goesOn: (round) => round < ROUNDS,
  })
  expect(report).toSatisfy(isWhole)
  expect(report).toMatchObject({ comments: 2 * ROUNDS, ticks: 4 * ROUNDS, edits: ROUNDS })
}, 120_000)
