import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { HttpError } from '../src/server/base/errors.ts'
import { projectRoot } from '../src/server/base/project-root.ts'
import { type Context, inTransaction } from '../src/server/core/context.ts'
import { workedUntil } from '../src/server/core/people/clock-out.ts'
import { endBreak, startBreak } from '../src/server/features/clock/breaks.ts'
import { clockIn, clockOut } from '../src/server/features/clock/clocking.ts'
import { addHours, correctSession } from '../src/server/features/clock/correct.ts'
import { stateEnd } from '../src/server/features/clock/forgotten.ts'
import { setBreaks } from '../src/server/features/clock/set-breaks.ts'
import { confirmHours, objectToHours, settleObjection } from '../src/server/features/hours/answer.ts'
import { approveHours, reopenHours, withdrawApproval } from '../src/server/features/hours/approve.ts'
import { listPeriodHours } from '../src/server/features/hours/list.ts'
import { createRun } from '../src/server/features/payroll/run.ts'
import { clockApi } from '../src/shared/clock.ts'
import { putBreak, putSession } from './support/clock.ts'
import { finishJobs } from './support/jobs.ts'
import { clearPayroll, putPersonnelNumbers, putWageType } from './support/payroll.ts'
import type { PersonName } from './support/people.ts'
import { httpErrorOf, useTestApp } from './support/test-app.ts'

/**
 * The lock of approved hours refuses some corrections by managers, and nothing that a person does at the clock. Uli's
 * November is taken to each state. Then each call tries to change it, on December 1 at 02:00.
 */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(async () => {
  await clearPayroll(muster)
  await muster.services.database.pool.query("delete from notifications where kind like 'hours-%'")
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

const run = () => by('gita', createRun, { body: { period: NOVEMBER } })
const exportHours = async () => {
  await putWageType(muster, '100')
  await putPersonnelNumbers(muster)
  await approve()
  await run()
}
/** Hours that came after the approval. */
const comeLate = () => putSession(muster, 'uli', '2025-11-20T08:00:00.000Z', '2025-11-20T09:00:00.000Z')
const reopen = () =>
  by('gita', reopenHours, { body: { period: NOVEMBER, userId: idOf('uli'), reason: 'An hour is missing' } })

/** Ways to a state. */
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
    await comeLate()
  },
  exported: exportHours,
  corrected: async () => {
    await exportHours()
    await comeLate()
  },
  reopened: async () => {
    await exportHours()
    await reopen()
  },
} satisfies Record<string, () => Promise<unknown>>
type State = keyof typeof states
/** The code by which a correction is refused. */
const lockOf: Partial<Record<State, string>> = {
  ...{ approved: 'approved', changed: 'approved' },
  ...{ exported: 'exported', corrected: 'exported' },
}

/**
 * November 10, from 08:00 to 16:00 UTC, with a break; and the night from November 30 to December 1.
 *
 * @param isForgotten whether somebody else ended the night
 */
async function put(isForgotten = false) {
  const day = await putSession(muster, 'uli', '2025-11-10T08:00:00.000Z', '2025-11-10T16:00:00.000Z')
  await putBreak(muster, day.id, '2025-11-10T12:00:00.000Z', '2025-11-10T12:30:00.000Z')
  const end = '2025-12-01T00:00:00.000Z'
  const night = await putSession(muster, 'uli', '2025-11-30T20:00:00.000Z', isForgotten ? null : end)
  if (isForgotten)
    await by('gita', correctSession, { params: { id: night.id }, body: { endTime: end, reason: 'Forgot' } })
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
/** The table below has some of them in every state. */
const inSomeStates = Object.entries(corrections).flatMap(([name, one]) =>
  (['open', 'approved', 'changed', 'exported'] as const).map((state) => [name, state, one] as const),
)

describe('a manager corrects', () => {
  test.each(inSomeStates)('%s, when the hours are %s', async (_, state, { call, isLocked }) => {
    const before = await put()
    await states[state]()
    const { status } = await hoursOfUli()
    const calling = call(before)
    if (!isLocked || !lockOf[state]) {
      await calling()
      return
    }
    const error = (await calling().catch((thrown: unknown) => thrown)) as { status: number; code: string }
    expect(error).toMatchObject({ status: 409, code: lockOf[state] })
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

/** The calls of the table in `docs/time.md`, by their words there. Uli's last shift ended with the period. */
const calls: Record<string, (put: Put) => () => Promise<unknown>> = {
  'the person clocks in and out, then or from a device later': () => async () => {
    await by('uli', clockIn, { body: { at: '2025-12-01T00:10:00.000Z' } })
    await by('uli', clockOut, { body: { at: '2025-12-01T00:20:00.000Z' } })
    await by('uli', clockIn, {})
    await by('uli', clockOut, {}, '2025-12-01T02:00:00.000Z')
  },
  'the person begins and ends a break, then or from a device later': () => async () => {
    await by('uli', clockIn, { body: { at: '2025-12-01T00:10:00.000Z' } })
    await by('uli', startBreak, { body: { at: '2025-12-01T00:20:00.000Z' } })
    await by('uli', endBreak, { body: { at: '2025-12-01T00:30:00.000Z' } })
  },
  'the person states a break of the day':
    ({ night }) =>
    () => {
      const breaks = [{ startTime: '2025-11-30T21:00:00.000Z', endTime: '2025-11-30T21:15:00.000Z' }]
      return by('uli', setBreaks, { params: { id: night.id }, body: { breaks } })
    },
  'the person states when a shift ended that was ended for them':
    ({ night }) =>
    () =>
      by('uli', stateEnd, { body: { id: night.id, endTime: '2025-11-30T23:30:00.000Z' } }),
  'a manager corrects a minute of the day': ({ day }) => correct(day.id, { endTime: '2025-11-10T17:00:00.000Z' }),
  'a manager enters a break of the day': ({ day }) =>
    breaksOf(day.id, [['2025-11-10T13:00:00.000Z', '2025-11-10T13:30:00.000Z']]),
  'a manager adds hours to the day': () => add('2025-11-10T16:30:00.000Z', '2025-11-10T18:00:00.000Z'),
  'a manager adds a reason, or confirms a review': ({ day }) => correct(day.id, {}),
  'a manager corrects what lies outside of the period': ({ night }) =>
    correct(night.id, { endTime: '2025-11-30T23:30:00.000Z' }),
  '`POST /hours/confirm`': () => () => by('uli', confirmHours, { body: { period: NOVEMBER } }),
  '`POST /hours/object`': () => () => by('uli', objectToHours, { body: { period: NOVEMBER, text: 'The 6th too' } }),
  '`POST /hours/settle`': () => () =>
    by('marta', settleObjection, { body: { period: NOVEMBER, userId: idOf('uli'), text: 'That was the 4th' } }),
  '`POST /hours/approve`': () => approve,
  '`POST /hours/withdraw`': () => () =>
    by('marta', withdrawApproval, { body: { period: NOVEMBER, userId: idOf('uli'), reason: 'Too early' } }),
  '`POST /hours/reopen`': () => reopen,
  '`POST /payroll/runs`': () => async () => {
    const { rows } = await muster.services.database.pool.query('select from wage_types')
    if (rows.length === 0) await putWageType(muster, '100')
    await putPersonnelNumbers(muster)
    await run()
  },
}

/** The table "What does a lock refuse?": each call in each state, with the answer. */
const table = (() => {
  const text = readFileSync(join(projectRoot, 'docs', 'time.md'), 'utf8')
  const [, rest = ''] = text.split('**What does a lock refuse?**')
  const rows = rest.split('\n').filter((line) => line.startsWith('| '))
  const cellsOf = (line: string) => line.slice(2, -2).split(' | ')
  const [, ...stateNames] = cellsOf(rows[0] ?? '')
  const lines = rows.slice(1, Object.keys(calls).length + 1).map(cellsOf)
  return { stateNames, lines }
})()

test('the table of what a lock refuses has every state and every call', () => {
  expect(table.stateNames).toEqual(Object.keys(states))
  expect(table.lines.map(([call]) => call)).toEqual(Object.keys(calls))
})

describe('the table of what a lock refuses says', () => {
  const cells = table.lines.flatMap(([call = '', ...answers]) =>
    answers.map((answer, at) => [call, table.stateNames[at] as State, answer] as const),
  )
  test.each(cells)('%s, when the hours are %s: %s', async (call, state, answer) => {
    const before = await put(call.includes('that was ended for them'))
    await states[state]()
    const outcome = await calls[call]?.(before)().then(
      () => 'yes',
      (error: unknown) => {
        if (!(error instanceof HttpError)) throw error
        return `\`${error.code === 'cannot_approve' ? error.issues?.[0]?.code : error.code}\``
      },
    )
    expect(outcome).toBe(answer)
  })
})
