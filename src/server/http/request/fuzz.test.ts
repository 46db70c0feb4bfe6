import { describe, expect, test } from 'vitest'
import { type FuzzReport, fuzz } from '../../../../test/support/fuzz.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { emailOf, PASSWORD } from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

/** A short run of `scripts/try/fuzz.ts`: random requests made from the OpenAPI document. */

const muster = useTestApp({ TRUST_PROXY: '1' })
const REQUESTS = isLongRun ? 400 : 100
const TODAY = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

const describeFaults = ({ faults }: FuzzReport) =>
  faults.map(({ what, request: { method, url, headers, payload, actor }, reply }) => ({
    ...{ what, method, url, headers, payload: String(payload).slice(0, 500), as: actor?.email },
    reply: `${reply.status} ${reply.text.slice(0, 500)}`,
  }))

describe('every random request gets a documented reply, and none a 500', () => {
  // One seed that is always the same, and one of the day.
  test.each(isLongRun ? [1, TODAY] : [TODAY])(
    'seed %i',
    async (seed) => {
      const { app } = muster
      const report = await fuzz({
        document: JSON.parse((await app.inject('/api/docs/openapi.json')).body),
        accounts: (['gita', 'adam', 'marta', 'uli', 'gus', 'milan', 'una'] as const).map((name) => ({
          email: emailOf(name),
          password: PASSWORD,
        })),
        requests: REQUESTS,
        seed,
        async send({ method, url, headers, payload }) {
          const began = performance.now()
          const reply = await app.inject({
            method: method as 'GET',
            url,
            headers,
            ...(payload !== undefined && { payload }),
          })
          return { status: reply.statusCode, headers: reply.headers, text: reply.body, took: performance.now() - began }
        },
      })
      expect(describeFaults(report)).toEqual([])
      expect(report.requests).toBe(REQUESTS)
      expect(report.written).toBeGreaterThan(REQUESTS / 50)
      expect((await app.inject('/readyz')).statusCode).toBe(200)
    },
    60_000,
  )
})
