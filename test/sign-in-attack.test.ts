import { expect, test } from 'vitest'
import { isLongRun } from './support/long-run.ts'
import { emailOf, PASSWORD } from './support/people.ts'
import { attackSignIns } from './support/sign-in-attack.ts'
import { useTestApp } from './support/test-app.ts'

const muster = useTestApp({ TRUST_PROXY: '1' })

/** `npm run try -- sign-ins` runs for a minute against the built server. */
test('while wrong passwords come from 200 addresses, the owner signs in from a known browser', async () => {
  const owner = { email: emailOf('marta'), password: PASSWORD }
  const { statuses, waits, refused } = await attackSignIns({
    address: await muster.listen(),
    owner,
    addresses: 200,
    seconds: isLongRun ? 10 : 2,
    // The attackers share this process with the server.
    pause: 500,
  })
  expect(refused).toEqual([])
  expect(waits.length).toBeGreaterThan(0)
  expect(statuses[200]).toBeUndefined()
  expect(statuses[429] ?? 0).toBeGreaterThan(0)
  const { rows } = await muster.services.database.pool.query(
    `select count(*)::int as tries from sign_in_tries where email = $1`,
    [owner.email],
  )
  expect(rows[0].tries).toBeLessThan(25)
})
