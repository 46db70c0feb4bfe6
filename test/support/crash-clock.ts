import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { clockApi } from '../../src/shared/clock.ts'
import { callEndpoint, type Transport } from '../../src/web/api/call-endpoint.ts'

/** A person who clocks in and out in turns while servers are killed, and records acknowledged calls. */
export function timekeeper() {
  const acknowledged = { started: 0, ended: 0 }
  /** The action that has no reply yet. */
  let open: keyof typeof acknowledged | undefined
  return {
    /** Clocks in and out until the transport throws. Throws at any refusal. */
    async work(transport: Transport) {
      for (;;) {
        const isIn = acknowledged.started > acknowledged.ended
        open = isIn ? 'ended' : 'started'
        await callEndpoint(transport, isIn ? clockApi.stop : clockApi.start, {})
        acknowledged[open] += 1
        open = undefined
      }
    },
    /**
     * Checks that the sessions are those that were acknowledged, and that the API returns them. An action without a
     * reply may have been written or not: this looks it up, and expects it from then on.
     */
    async check(database: pg.Client, transport: Transport) {
      const { rows } = await database.query<typeof acknowledged>(
        'select count(*)::int as started, count(end_time)::int as ended from clock_sessions',
      )
      const found = { ...rows[0] }
      const outcome = open === undefined ? 'answered' : found[open] === acknowledged[open] + 1 ? 'written' : 'lost'
      if (open && outcome === 'written') acknowledged[open] += 1
      open = undefined
      if (!isDeepStrictEqual(found, acknowledged))
        throw new Error(`The sessions are ${JSON.stringify(found)} and should be ${JSON.stringify(acknowledged)}`)
      const active = await callEndpoint(transport, clockApi.active, {})
      if ((active !== null) !== acknowledged.started > acknowledged.ended)
        throw new Error(`The screen is told of ${JSON.stringify(active)}`)
      return { open: outcome, clocked: acknowledged.started + acknowledged.ended } as const
    },
  }
}
