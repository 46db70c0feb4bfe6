import { afterEach, describe, expect, test } from 'vitest'
import { type Context, inTransaction } from '../src/server/core/context.ts'
import { workedUntil } from '../src/server/core/people/clock-out.ts'
import { endBreak, startBreak } from '../src/server/features/clock/breaks.ts'
import { clockIn, clockOut } from '../src/server/features/clock/clocking.ts'
import { addHours, correctSession } from '../src/server/features/clock/correct.ts'
import { stateEnd } from '../src/server/features/clock/forgotten.ts'
import { setBreaks } from '../src/server/features/clock/set-breaks.ts'
import { confirmHours, objectToHours } from '../src/server/features/hours/answer.ts'
import { approveHours, withdrawApproval } from '../src/server/features/hours/approve.ts'
import { listPeriodHours } from '../src/server/features/hours/list.ts'
import { clockApi } from '../src/shared/clock.ts'
import { clearSessions, putBreak, putSession } from './support/clock.ts'
import { finishJobs } from './support/jobs.ts'
import type { PersonName } from './support/people.ts'
import { httpErrorOf, useTestApp } from './support/test-app.ts'

/**
 * The lock of approved hours refuses some corrections by managers, and nothing that a person does at the clock. Uli's
 * November is taken to each state. Then each call tries to change it, on December 1 at 02:00.
 */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(async () => {
  await muster.services.database.pool.query(
    "delete from hours_approvals; delete from hours_answers; delete from notifications where kind like 'hours-%'",
  )
  await clearSessions(muster)
})

/** 02:00 of December 1 in Berlin. The month is over for two hours. */
const NOW = '2025-12-01T01:00:00.000Z'
const NOVEMBER = '2025-11-01'
const idOf = (name: PersonName) => muster.fixtures.people[name].id

const by = <I, R>(name: PersonName, call: (ctx: Context, input: I) => Promise<R>, input: object, now = NOW) =>
  inTransaction(muster.contextOf(name, new Date(now)), (ctx) =>
    call(ctx, { params: {}, query: {}, body: undefined, ...input } as I),
  )

const hoursOfUli = async () => {
  const { people } = await by('gita', listPeriodHours, { query: { period: NOVEMBER } })
  const uli = people.find(({ user }) => user.id === idOf('uli'))
  if (!uli) throw new Error('Uli is not in the list')
  return uli
}
const approve = async () =>
  by('marta', approveHours, {
    body: { period: NOVEMBER, people: [{ userId: idOf('uli'), hash: (await hoursOfUli()).hash }] },
  })

/** Ways to a state. `changed` has hours that came after the approval. */
const states = {
  open: async () => {},
  confirmed: () => by('uli', confirmHours, { body: { period: NOVEMBER } }),
  objected: () => by('uli', objectToHours, { body: { period: NOVEMBER, text: 'The 5th is missing' } }),
  withdrawn: async () => {
    await approve()
    await by('marta', withdrawApproval, { body: { period: NOVEMBER, userId: idOf('uli'), reason: 'Too early' } })
  },
  approved: approve,
  changed: async () => {
    await approve()
    await putSession(muster, 'uli', '2025-11-20T08:00:00.000Z', '2025-11-20T09:00:00.000Z')
  },
} satisfies Record<string, () => Promise<unknown>>
type State = keyof typeof states
const lockedStates: State[] = ['approved', 'changed']

/** November 10, from 08:00 to 16:00 UTC, with a break; and the night from November 30 to December 1. */
async function put() {
  const day = await putSession(muster, 'uli', '2025-11-10T08:00:00.000Z', '2025-11-10T16:00:00.000Z')
  await putBreak(muster, day.id, '2025-11-10T12:00:00.000Z', '2025-11-10T12:30:00.000Z')
  const night = await putSession(muster, 'uli', '2025-11-30T20:00:00.000Z', '2025-12-01T00:00:00.000Z')
  return { day, night }
}
type Put = Awaited<ReturnType<typeof put>>

const correct = (id: number, times: object) => () =>
  by('marta', correctSession, { params: { id }, body: { ...times, reason: 'As agreed' } })
const breaksOf = (id: number, spans: [string, string, boolean?][]) => () =>
  by('marta', setBreaks, {
    params: { id },
    body: {
      breaks: spans.map(([startTime, endTime, isPaid]) => ({ startTime, endTime, isPaid })),
      reason: 'As agreed',
    },
  })
const add = (startTime: string, endTime: string) => () =>
  by('marta', addHours, { params: { id: idOf('uli') }, body: { startTime, endTime, reason: 'Forgot to clock in' } })

interface Case {
  call(put: Put): () => Promise<unknown>
  /** Whether it would change a minute of an approved day. */
  isLocked: boolean
}
const corrections: Record<string, Case> = {
  'the end of an approved day': {
    call: ({ day }) => correct(day.id, { endTime: '2025-11-10T17:00:00.000Z' }),
    isLocked: true,
  },
  'its beginning': { call: ({ day }) => correct(day.id, { startTime: '2025-11-10T07:00:00.000Z' }), isLocked: true },
  'both, with as many minutes at another time': {
    call: ({ day }) => correct(day.id, { startTime: '2025-11-10T07:00:00.000Z', endTime: '2025-11-10T15:00:00.000Z' }),
    isLocked: true,
  },
  'its end by seconds of the same minute': {
    call: ({ day }) => correct(day.id, { endTime: '2025-11-10T16:00:20.000Z' }),
    isLocked: false,
  },
  'nothing but the reason': { call: ({ day }) => correct(day.id, {}), isLocked: false },
  'a break that becomes longer': {
    call: ({ day }) => breaksOf(day.id, [['2025-11-10T12:00:00.000Z', '2025-11-10T12:45:00.000Z']]),
    isLocked: true,
  },
  'a break that moves': {
    call: ({ day }) => breaksOf(day.id, [['2025-11-10T13:00:00.000Z', '2025-11-10T13:30:00.000Z']]),
    isLocked: true,
  },
  'a break that becomes paid': {
    call: ({ day }) => breaksOf(day.id, [['2025-11-10T12:00:00.000Z', '2025-11-10T12:30:00.000Z', true]]),
    isLocked: true,
  },
  'a break that goes': { call: ({ day }) => breaksOf(day.id, []), isLocked: true },
  'the same break': {
    call: ({ day }) => breaksOf(day.id, [['2025-11-10T12:00:00.000Z', '2025-11-10T12:30:00.000Z']]),
    isLocked: false,
  },
  'hours added to an approved day': {
    call: () => add('2025-11-12T08:00:00.000Z', '2025-11-12T12:00:00.000Z'),
    isLocked: true,
  },
  'hours added over the end of the period': {
    call: () => add('2025-11-30T19:00:00.000Z', '2025-11-30T20:00:00.000Z'),
    isLocked: true,
  },
  'hours added before the period': {
    call: () => add('2025-10-30T08:00:00.000Z', '2025-10-30T12:00:00.000Z'),
    isLocked: false,
  },
  'hours added after it': { call: () => add('2025-12-01T00:10:00.000Z', '2025-12-01T00:30:00.000Z'), isLocked: false },
  'the open side of a session over the end of the period': {
    call: ({ night }) => correct(night.id, { endTime: '2025-11-30T23:30:00.000Z' }),
    isLocked: false,
  },
  'its closed side': {
    call: ({ night }) => correct(night.id, { startTime: '2025-11-30T20:30:00.000Z' }),
    isLocked: true,
  },
  'its end, to before the end of the period': {
    call: ({ night }) => correct(night.id, { endTime: '2025-11-30T22:30:00.000Z' }),
    isLocked: true,
  },
  'a break of it in December': {
    call: ({ night }) => breaksOf(night.id, [['2025-11-30T23:10:00.000Z', '2025-11-30T23:20:00.000Z']]),
    isLocked: false,
  },
  'a break of it in November': {
    call: ({ night }) => breaksOf(night.id, [['2025-11-30T22:10:00.000Z', '2025-11-30T22:20:00.000Z']]),
    isLocked: true,
  },
}
const inEachState = Object.entries(corrections).flatMap(([name, one]) =>
  (Object.keys(states) as State[]).map((state) => [name, state, one] as const),
)

describe('a manager corrects', () => {
  test.each(inEachState)('%s, when the hours are %s', async (_, state, { call, isLocked }) => {
    const before = await put()
    await states[state]()
    const { status } = await hoursOfUli()
    const calling = call(before)
    if (!isLocked || !lockedStates.includes(state)) {
      await calling()
      return
    }
    const error = (await calling().catch((thrown: unknown) => thrown)) as { status: number; code: string }
    expect(error).toMatchObject({ status: 409, code: 'approved' })
    expect((await hoursOfUli()).status).toBe(status)
  })
})

/** A person's acts at the clock. They may concern an approved day, and are never refused. */
const acts: Record<string, { run: () => Promise<unknown>; changes: boolean }> = {
  'clocks in and out today': {
    run: async () => {
      await by('uli', clockIn, {})
      await by('uli', clockOut, {}, '2025-12-01T02:00:00.000Z')
    },
    changes: false,
  },
  'sends a clock-in of an approved day': {
    run: () => by('uli', clockIn, { body: { at: '2025-11-30T22:00:00.000Z' } }),
    changes: true,
  },
  'sends a clock-in and a clock-out of an approved day': {
    run: async () => {
      await by('uli', clockIn, { body: { at: '2025-11-30T21:00:00.000Z' } })
      await by('uli', clockOut, { body: { at: '2025-11-30T22:00:00.000Z' } })
    },
    changes: true,
  },
  'sends a break of an approved day': {
    run: async () => {
      await by('uli', clockIn, { body: { at: '2025-11-30T21:00:00.000Z' } })
      await by('uli', startBreak, { body: { at: '2025-11-30T21:30:00.000Z' } })
      await by('uli', endBreak, { body: { at: '2025-11-30T22:00:00.000Z' } })
    },
    changes: true,
  },
  'states a break of an approved day': {
    run: async () => {
      const session = await muster.services.database.pool.query('select max(id) as id from clock_sessions')
      const spans = [{ startTime: '2025-11-30T18:00:00.000Z', endTime: '2025-11-30T18:30:00.000Z' }]
      await by('uli', setBreaks, { params: { id: session.rows[0].id }, body: { breaks: spans } })
    },
    changes: true,
  },
  'hands over after an approved day, which counts as work': {
    run: () => by('uli', (ctx) => workedUntil(ctx, '2025-11-30T20:05:00.000Z'), {}),
    changes: true,
  },
}

describe('a person, whose hours are approved,', () => {
  test.each(Object.entries(acts))('%s', async (_, { run, changes }) => {
    await putSession(muster, 'uli', '2025-11-30T17:00:00.000Z', '2025-11-30T20:00:00.000Z')
    await approve()
    await run()
    expect((await hoursOfUli()).status).toBe(changes ? 'changed' : 'approved')
    await finishJobs(muster.services)
    const { rows } = await muster.services.database.pool.query(
      "select user_id from notifications where kind = 'hours-changed'",
    )
    expect(rows).toEqual(changes ? [{ user_id: idOf('marta') }] : [])
  })

  test('says when a shift ended that somebody else has ended', async () => {
    const { id } = await putSession(muster, 'uli', '2025-11-30T08:00:00.000Z', null)
    await by('gita', correctSession, {
      params: { id },
      body: { endTime: '2025-11-30T21:00:00.000Z', reason: 'Forgot' },
    })
    await approve()
    await by('uli', stateEnd, { body: { id, endTime: '2025-11-30T20:00:00.000Z' } })
    expect((await hoursOfUli()).status).toBe('changed')
  })
})

test('the lock says of which day it speaks', async () => {
  const { day } = await put()
  await approve()
  const marta = await muster.as('marta')
  const refused = marta.call(clockApi.correct, {
    params: { id: day.id },
    body: { endTime: '2025-11-10T17:00:00.000Z', reason: 'As agreed' },
  })
  expect((await httpErrorOf(refused)).reply).toMatchObject({
    code: 'approved',
    message: 'The hours of Nov 10 are approved. Withdraw the approval first.',
  })
})
