import { describe, expect, test } from 'vitest'
import { dueBreak } from './due-break.ts'
import { instantOf } from './time/time.ts'
import { breachesOf } from './work-breaches.ts'
import { piecesOf, type WorkPiece } from './work-pieces.ts'
import { type WorkRules, workRulePresets } from './work-rules.ts'

/** The edges of each rule. November 2 of 2026 is a Monday. */

const zone = 'Europe/Berlin'
const MINUTE = 60_000
const { none } = workRulePresets
/** "2 08:00" of November in Berlin, or "10/25 08:00". */
const at = (text: string) => {
  const [day = '', clock = ''] = text.split(' ')
  return Date.parse(
    instantOf(day.includes('/') ? `2026-${day.replace('/', '-')}` : `2026-11-${day.padStart(2, '0')}`, clock, zone),
  )
}
/** "2 08:00-16:00", "2 22:00-3 06:00", with unpaid breaks behind: "2 08:00-16:00 12:00-12:30". */
const piece = (text: string): WorkPiece => {
  const [first = '', ...rest] = text.split('-')
  const day = first.split(' ')[0] ?? ''
  const [to = '', ...spans] = rest.join('-').split(/ (?=\d\d:\d\d-)/)
  const end = to.includes(' ') ? to : `${day} ${to}`
  const breaks = spans.map((span) => {
    const [from = '', until = ''] = span.split('-')
    return { from: at(`${day} ${from}`), to: at(`${day} ${until}`), isPaid: false }
  })
  return { from: at(first), to: at(end), breaks }
}
const november = { from: at('1 00:00'), to: at('30 00:00') }
const found = (work: string[], rules: Partial<WorkRules>, range = november) =>
  breachesOf(work.map(piece), { ...none, ...rules }, range, zone).map((breach) => [
    new Date(breach.at).toLocaleString('sv', { timeZone: zone }).slice(8, 16),
    breach.value,
    breach.limit,
  ])
const daily = (first: number, last: number, span: string) =>
  Array.from({ length: last - first + 1 }, (_, day) => `${first + day} ${span}`)

describe('the daily rest', () => {
  const rest = { restMinutes: 660 }
  test.each<[string, string[], unknown[]]>([
    ['eleven hours are enough', ['2 08:00-20:00', '3 07:00-15:00'], []],
    ['a minute less is not', ['2 08:00-20:01', '3 07:00-15:00'], [['02 08:00', 659, 660]]],
    ['a chain of thirteen hours leaves enough', ['2 08:00-10:00', '2 15:00-21:00'], []],
    ['a minute more leaves too little of the day', ['2 08:00-10:00', '2 15:00-21:01'], [['02 08:00', 659, 660]]],
    [
      'each short night counts once',
      ['2 08:00-18:00', '3 04:00-14:00', '4 00:00-10:00'],
      [
        ['02 08:00', 600, 660],
        ['03 04:00', 600, 660],
      ],
    ],
    ['a night in between that is long enough ends the chain', ['2 06:00-19:00', '3 06:00-19:00'], []],
    ['work for more than a day', ['2 08:00-3 09:00', '3 18:00-22:00'], [['02 08:00', 0, 660]]],
  ])('%s', (_, work, expected) => {
    expect(found(work, rest)).toEqual(expected)
  })

  test('is of real minutes when the clocks change', () => {
    const range = { from: at('10/01 00:00'), to: at('10/31 00:00') }
    // The night of October 25 has an hour more, and the night of March 29 an hour less.
    expect(found(['10/24 12:00-22:00', '10/25 08:00-12:00'], rest, range)).toEqual([])
    expect(found(['10/24 12:00-22:00', '10/25 07:59-12:00'], rest, range)).toEqual([['24 12:00', 659, 660]])
    const spring = { from: at('03/01 00:00'), to: at('03/31 00:00') }
    expect(found(['03/28 12:00-20:00', '03/29 08:00-12:00'], rest, spring)).toEqual([])
    expect(found(['03/28 12:00-20:00', '03/29 07:59-12:00'], rest, spring)).toEqual([['28 12:00', 659, 660]])
  })
})

describe('overtime without a number of the organisation', () => {
  const weeks = [...daily(2, 6, '08:00-16:00'), ...daily(9, 13, '08:00-16:00')].map(piece)
  const limits = (rules: Partial<WorkRules>, contract: (monday: string) => number | null | undefined) =>
    breachesOf(weeks, { ...none, ...rules }, november, zone, contract).map(({ rule, value, limit }) => [
      rule,
      value,
      limit,
    ])

  test('begins after the hours of the contract of the week', () => {
    expect(limits({}, (monday) => (monday === '2026-11-02' ? 2_399 : 2_400))).toEqual([
      ['overtimeWeekMinutes', 2_400, 2_399],
    ])
    expect(limits({}, (monday) => (monday === '2026-11-09' ? 1_200 : null))).toEqual([
      ['overtimeWeekMinutes', 2_400, 1_200],
    ])
  })

  test('is none without a contract, and for a person who works on call', () => {
    expect(limits({}, () => undefined)).toEqual([])
    expect(limits({}, () => 0)).toEqual([])
    expect(breachesOf(weeks, none, november, zone)).toEqual([])
  })

  test('the number of the organisation comes first', () => {
    expect(limits({ overtimeWeekMinutes: 2_400 }, () => 1_200)).toEqual([])
  })
})

describe('the weekly rest', () => {
  const rest = { weekRestMinutes: 2_100 }
  /** One week; the weeks beside it are free. */
  const week = { from: at('9 00:00'), to: at('16 00:00') }
  test.each<[string, string[], unknown[]]>([
    ['Saturday 14:00 to Monday 01:00', [...daily(9, 13, '08:00-16:00'), '14 08:00-14:00', '16 01:00-09:00'], []],
    [
      'a minute less',
      [...daily(9, 13, '08:00-16:00'), '14 08:00-14:01', '16 01:00-09:00'],
      [['09 00:00', 33 * 60 + 59, 2_100]],
    ],
    ['eleven hours of it before the week', ['8 01:00-13:00', '10 00:00-05:00', ...daily(10, 15, '08:00-20:00')], []],
    [
      'a minute less than 24 hours in the week',
      ['8 01:00-12:00', '9 23:59-10 05:00', ...daily(10, 15, '08:00-20:00')],
      [['09 00:00', 24 * 60 - 1, 2_100]],
    ],
    ['nobody works', [], []],
  ])('%s', (_, work, expected) => {
    expect(found(work, rest, week)).toEqual(expected)
  })
})

describe('most work', () => {
  test.each<[string, string[], Partial<WorkRules>, unknown[]]>([
    ['ten hours in a day', ['2 08:00-18:30 12:00-12:30'], { dayMinutes: 600, restMinutes: 660 }, []],
    ['a minute more', ['2 08:00-18:31 12:00-12:30'], { dayMinutes: 600, restMinutes: 660 }, [['02 08:00', 601, 600]]],
    ['two pieces of one day', ['2 06:00-12:00', '2 15:00-20:00'], { dayMinutes: 600 }, [['02 06:00', 660, 600]]],
    ['a night between two days', ['2 12:00-22:00', '3 09:00-19:00'], { dayMinutes: 600, restMinutes: 660 }, []],
    ['48 hours in a week', daily(2, 7, '08:00-16:00'), { weekMinutes: 2_880 }, []],
    [
      'a minute more in a week',
      [...daily(2, 6, '08:00-16:00'), '7 08:00-16:01'],
      { weekMinutes: 2_880 },
      [['02 00:00', 2_881, 2_880]],
    ],
    [
      'a night from Sunday to Monday belongs to both weeks',
      [...daily(2, 6, '08:00-16:00'), '8 22:00-9 06:00', ...daily(9, 13, '12:00-20:00')],
      { overtimeWeekMinutes: 2_400 },
      [
        ['02 00:00', 2_520, 2_400],
        ['09 00:00', 2_760, 2_400],
      ],
    ],
    [
      'a week of 50 hours and one of 30 are 40 on the average',
      [...daily(2, 6, '08:00-18:00'), ...daily(9, 13, '08:00-14:00')],
      { averageMinutes: 2_400, averageWeeks: 2 },
      [],
    ],
    [
      'a minute a week more is over it',
      [...daily(2, 6, '08:00-18:00'), ...daily(9, 12, '08:00-14:00'), '13 08:00-14:02'],
      { averageMinutes: 2_400, averageWeeks: 2 },
      [['09 00:00', 2_401, 2_400]],
    ],
    ['six days in a row', daily(2, 7, '08:00-12:00'), { daysInRow: 6 }, []],
    ['a seventh', daily(2, 8, '08:00-12:00'), { daysInRow: 6 }, [['08 00:00', 7, 6]]],
    [
      'each further day counts',
      daily(2, 9, '08:00-12:00'),
      { daysInRow: 6 },
      [
        ['08 00:00', 7, 6],
        ['09 00:00', 8, 6],
      ],
    ],
    [
      'a night shift belongs to the day on which it began, with a second session too',
      [...daily(2, 6, '08:00-12:00'), '7 22:00-8 02:00', '8 02:30-06:00'],
      { daysInRow: 6 },
      [],
    ],
  ])('%s', (_, work, rules, expected) => {
    expect(found(work, rules)).toEqual(expected)
  })

  test('a row and an average also count what was before the range', () => {
    const work = [...daily(2, 6, '08:00-18:00'), '7 08:00-10:00', '8 08:00-12:00', ...daily(9, 13, '08:00-14:00')]
    const range = { from: at('9 00:00'), to: at('10 00:00') }
    expect(found(work, { daysInRow: 6 }, range)).toEqual([['09 00:00', 8, 6]])
    expect(found(work, { averageMinutes: 2_500, averageWeeks: 2 }, range)).toEqual([['09 00:00', 2_580, 2_500]])
  })

  test('a day of 23 and one of 25 hours', () => {
    const week = { from: at('10/19 00:00'), to: at('10/26 00:00') }
    expect(found(['10/24 22:00-10/25 06:00'], { weekMinutes: 8 * 60 }, week)).toEqual([['19 00:00', 540, 480]])
    const spring = { from: at('03/23 00:00'), to: at('03/30 00:00') }
    expect(found(['03/28 22:00-03/29 06:00'], { weekMinutes: 6 * 60 }, spring)).toEqual([['23 00:00', 420, 360]])
  })
})

describe('breaks', () => {
  const de = { breaks: workRulePresets.de.breaks, breakPiece: 15 }
  test.each<[string, string[], unknown[]]>([
    ['six hours need no break', ['2 08:00-14:00'], []],
    ['a minute more needs one', ['2 08:00-14:01'], [['02 08:00', 0, 30]]],
    ['breaks are no work', ['2 08:00-14:30 12:00-12:30'], []],
    ['two pieces make one break', ['2 08:00-16:00 10:00-10:15 13:00-13:15'], []],
    ['a piece that is too short does not count', ['2 08:00-16:00 12:00-12:14'], [['02 08:00', 0, 30]]],
    ['time between two sessions is a break', ['2 08:00-12:00', '2 12:30-16:00'], []],
    ['long time between two sessions divides the work', ['2 08:00-14:30', '2 16:01-18:00'], [['02 08:00', 0, 30]]],
    ['a long day needs more', ['2 06:00-16:00 12:00-12:30'], [['02 06:00', 30, 45]]],
    ['a very long day without any needs it all', ['2 06:00-16:00'], [['02 06:00', 0, 45]]],
  ])('%s', (_, work, expected) => {
    expect(found(work, de)).toEqual(expected)
  })
  test('a paid break is a break', () => {
    const [one] = ['2 08:00-16:00 12:00-12:30'].map(piece)
    const paid = { ...(one as WorkPiece), breaks: (one as WorkPiece).breaks.map((each) => ({ ...each, isPaid: true })) }
    expect(breachesOf([paid], { ...none, ...de }, november, zone)).toEqual([])
    expect(breachesOf([paid], { ...none, weekMinutes: 479 }, november, zone)).toMatchObject([{ value: 480 }])
  })
})

describe('a break is due', () => {
  const de = workRulePresets.de
  const iso = (text: string) => new Date(at(text)).toISOString()
  const session = (start: string, end: string | null, breaks: [string, string | null][] = []) => ({
    startTime: iso(start),
    endTime: end && iso(end),
    breaks: breaks.map(([from, to]) => ({ startTime: iso(from), endTime: to && iso(to), isPaid: false })),
  })
  const due = (sessions: ReturnType<typeof session>[], now: string, rules: WorkRules = de) => {
    const one = dueBreak(sessions, rules, at(now))
    return one && [new Date(one.at).toLocaleTimeString('sv', { timeZone: zone }).slice(0, 5), one.minutes]
  }
  const running = session('2 08:00', null)
  test.each<[string, ReturnType<typeof session>[], string, unknown]>([
    ['not 31 minutes before', [running], '2 13:29', null],
    ['from 30 minutes before', [running], '2 13:30', ['14:00', 30]],
    ['and after the limit', [running], '2 15:10', ['14:00', 30]],
    ['later by a break', [session('2 08:00', null, [['2 10:00', '2 10:20']])], '2 13:50', ['14:20', 15]],
    ['not during a break', [session('2 08:00', null, [['2 13:40', null]])], '2 13:50', null],
    ['not after enough', [session('2 08:00', null, [['2 12:00', '2 12:30']])], '2 16:00', null],
    ['again before the next rule', [session('2 08:00', null, [['2 12:00', '2 12:30']])], '2 17:00', ['17:30', 15]],
    ['with the session before', [session('2 12:10', null), session('2 08:00', '2 12:00')], '2 13:40', ['14:10', 30]],
    ['without one that was long ago', [session('2 12:10', null), session('2 05:00', '2 10:00')], '2 13:40', null],
    ['not after the end', [session('2 08:00', '2 14:30')], '2 14:31', null],
    ['not of a forgotten clock-out', [running], '2 22:00', null],
    ['not without hours', [], '2 22:00', null],
  ])('%s', (_, sessions, now, expected) => {
    expect(due(sessions, now)).toEqual(expected)
  })
  test('never without a rule', () => expect(due([running], '2 20:00', none)).toBeNull())
})

test('a running session counts up to now, and no longer than its person is on duty', () => {
  const [startTime, confirmedAt] = ['2026-11-02T06:00:00.000Z', '2026-11-02T19:00:00.000Z']
  const toOf = (hours: number, confirmed: string | null = null) => {
    const breaks = [{ startTime: '2026-11-02T10:00:00.000Z', endTime: null, isPaid: false }]
    const [one] = piecesOf(
      [{ startTime, endTime: null, confirmedAt: confirmed, breaks }],
      Date.parse(startTime) + hours * 60 * MINUTE,
    )
    expect(one?.breaks[0]?.to).toBe(one?.to)
    return ((one?.to ?? 0) - Date.parse(startTime)) / MINUTE / 60
  }
  expect([toOf(8), toOf(14), toOf(30), toOf(30, confirmedAt)]).toEqual([8, 14, 14, 27])
})
