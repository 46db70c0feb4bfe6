import { expect, test } from 'vitest'
import { useTestApp } from './support/test-app.ts'
import { isWhole, workTogether } from './support/work-together.ts'

const muster = useTestApp()

/** A minute of it: `npm run try:together`. */
test('two people write, tick and edit one task at once, and nothing is lost', async () => {
  const departmentId = muster.fixtures.departments.Housekeeping
  const report = await workTogether(await muster.as('marta'), await muster.as('adam'), {
    departmentId,
    goesOn: (round) => round < 25,
  })
  expect(report).toSatisfy(isWhole)
  expect(report).toMatchObject({ comments: 50, ticks: 100, edits: 25 })
}, 120_000)
