import { expect, test } from 'vitest'
import { untilBlocked } from '../../../test/support/locks.ts'
import { isLongRun } from '../../../test/support/long-run.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { contextFor, inTransaction } from '../core/context.ts'
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

test('an attempt waits for one that is being stored, and counts it', async () => {
  const ctx = contextFor(muster.services, null, new Date())
  const attempt = (within = ctx) => countAttempt(within, 'password', 'guessed@hotel.example', 'session')
  for (let count = 1; count < 10; count += 1) await attempt()
  let isStored = () => {}
  let commit = () => {}
  const stored = new Promise<void>((resolve) => (isStored = resolve))
  const tenth = inTransaction(ctx, async (tx) => {
    await attempt(tx)
    isStored()
    await new Promise<void>((resolve) => (commit = resolve))
  })
  await stored
  const eleventh = attempt().then(
    () => 'passed',
    ({ status }) => status,
  )
  await untilBlocked(muster.services.database)
  commit()
  await tenth
  expect(await eleventh).toBe(429)
})
