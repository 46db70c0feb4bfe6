import { describe, expect, test } from 'vitest'
import { actualsOf } from './plan-actual.ts'
import type { WorkedSession } from './plan-warnings.ts'

const at = (time: string) => `2026-12-10T${time}:00.000Z`
const shift = (id: number, start: string, end: string) => ({ id, startTime: at(start), endTime: at(end) })
const session = (start: string, end: string | null, ...breaks: [string, string, boolean][]): WorkedSession => ({
  ...{ startTime: at(start), endTime: end && at(end) },
  breaks: breaks.map(([from, to, isPaid]) => ({ startTime: at(from), endTime: at(to), isPaid })),
})
const day = { from: Date.parse(at('00:00')), to: Date.parse('2026-12-11T00:00:00.000Z') }
const actual = (shifts: ReturnType<typeof shift>[], sessions: WorkedSession[], now = '23:59') => {
  const { actuals, unplannedMinutes } = actualsOf(shifts, sessions, day, Date.parse(at(now)))
  const inWords = [...actuals].map(([id, { minutes, cameAt, wentAt, state }]) =>
    [id, minutes, cameAt?.slice(11, 16) ?? '-', wentAt?.slice(11, 16) ?? '-', state].join(' '),
  )
  return [...inWords, unplannedMinutes]
}

describe('work goes to', () => {
  test('the shift that it overlaps, also before and after it, without unpaid breaks', () => {
    const worked = session('05:50', '14:20', ['10:00', '10:30', false], ['12:00', '12:10', true])
    expect(actual([shift(1, '06:00', '14:00')], [worked])).toEqual(['1 480 05:50 14:20 worked', 0])
  })

  test('each of two shifts, divided at the middle of the time between them', () => {
    const shifts = [shift(2, '14:00', '18:00'), shift(1, '06:00', '12:00')]
    expect(actual(shifts, [session('06:00', '18:00')])).toEqual([
      '1 420 06:00 13:00 worked',
      '2 300 13:00 18:00 worked',
      0,
    ])
    // They touch.
    expect(actual([shift(1, '06:00', '10:00'), shift(2, '10:00', '14:00')], [session('06:07', '13:55')])).toEqual([
      '1 233 06:07 10:00 worked',
      '2 235 10:00 13:55 worked',
      0,
    ])
  })

  test('one shift from several sessions, rounded down once', () => {
    const [a, b] = [session('06:00', '08:00'), session('08:30', '10:00')]
    const seconds = { ...a, endTime: '2026-12-10T08:00:40.000Z' }
    const more = { ...b, endTime: '2026-12-10T10:00:40.000Z' }
    expect(actual([shift(1, '06:00', '10:00')], [more, seconds])).toEqual(['1 211 06:00 10:00 worked', 0])
  })

  test('nothing planned, where a stretch meets no shift', () => {
    const shifts = [shift(1, '06:00', '10:00')]
    expect(actual(shifts, [session('06:00', '10:00'), session('12:00', '13:00')])).toEqual([
      '1 240 06:00 10:00 worked',
      60,
    ])
    // A return within 90 minutes belongs to the same stretch.
    expect(actual(shifts, [session('06:00', '10:00'), session('11:00', '13:00')])).toEqual([
      '1 360 06:00 13:00 worked',
      0,
    ])
  })

  test('its range alone, if it is unplanned', () => {
    const late = { ...session('22:00', null), endTime: '2026-12-11T02:00:00.000Z' }
    expect(actual([], [late])).toEqual([120])
  })
})

describe('a shift', () => {
  const planned = [shift(1, '06:00', '14:00')]
  test.each([
    ['05:59', []],
    ['06:04', ['1 0 - - planned']],
    ['06:05', ['1 0 - - absent']],
    ['23:00', ['1 0 - - absent']],
  ])('without its person at %s is %j', (now, states) => expect(actual(planned, [], now)).toEqual([...states, 0]))

  test('runs as long as its person is there', () => {
    expect(actual(planned, [session('06:10', null)], '09:10')).toEqual(['1 180 06:10 - running', 0])
    // They forgot to clock out: after 14 hours they are not there any more.
    expect(actual(planned, [session('06:00', null)], '21:00')).toEqual(['1 840 06:00 20:00 worked', 0])
  })

  test('of a person who stays for the next one has ended', () => {
    const shifts = [...planned, shift(2, '14:00', '18:00')]
    expect(actual(shifts, [session('06:00', null)], '15:00')).toEqual([
      '1 480 06:00 14:00 worked',
      '2 60 14:00 - running',
      0,
    ])
  })
})

describe('an absence', () => {
  const stateOf = (away: [string, string][], sessions: WorkedSession[] = [], now = '23:59') => {
    const spans = away.map(([start, end]) => ({ startTime: at(start), endTime: at(end) }))
    return actualsOf([shift(1, '06:00', '14:00')], sessions, day, Date.parse(at(now)), spans).actuals.get(1)?.state
  }

  test('that covers the whole shift makes its person away, from the beginning on', () => {
    expect(stateOf([['00:00', '23:00']])).toBe('away')
    expect(stateOf([['06:00', '14:00']], [], '06:01')).toBe('away')
    // Two that touch cover it together.
    expect(
      stateOf([
        ['10:00', '14:00'],
        ['05:00', '10:00'],
      ]),
    ).toBe('away')
  })

  test('of a part of the shift leaves them absent, and whoever came has worked', () => {
    expect(stateOf([['06:00', '13:00']])).toBe('absent')
    expect(
      stateOf([
        ['05:00', '09:00'],
        ['10:00', '15:00'],
      ]),
    ).toBe('absent')
    expect(stateOf([['00:00', '23:00']], [session('06:00', '08:00')])).toBe('worked')
  })

  test('of the beginning makes them late only after it', () => {
    const morning: [string, string][] = [['05:00', '10:00']]
    expect(['06:30', '09:59', '10:04', '10:05'].map((now) => stateOf(morning, [], now))).toEqual([
      ...['away', 'away', 'planned', 'absent'],
    ])
    expect(stateOf([['05:00', '06:00']], [], '06:05')).toBe('absent')
  })
})
