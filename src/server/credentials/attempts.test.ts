import { expect, test } from 'vitest'
import { isLongRun } from '../../../test/support/long-run.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { contextFor } from '../core/context.ts'
import { countAttempt } from './attempts.ts'

const muster = useTestApp()
const AT_ONCE = 20
/** Without the lock about one round in a hundred lets an eleventh pass. */
const ROUNDS = isLongRun ? 200 : 20

test('however many attempts come at once, exactly ten pass', async () => {
  const passed = new Set<number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const ctx = contextFor(muster.services, null, new Date())
    const attempt = () => countAttempt(ctx, 'password', `guessed-${round}@hotel.example`, `session ${round}`)
    const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, attempt))
    passed.add(all.filter(({ status }) => status === 'fulfilled').length)
  }
  expect([...passed]).toEqual([10])
})
