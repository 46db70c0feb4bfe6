import { describe, expect, test } from 'vitest'
import { diceOf } from '../../sample/story.ts'
import { DAY, MINUTE, type Minute, minutesBetween } from '../../test/support/by-minute.ts'
import { isLongRun } from '../../test/support/long-run.ts'
import { daysFromTo } from './time/time.ts'
import { type WageLine, type WagePerson, wageDifferences, wageLineFinder } from './wage-minutes.ts'
import { holidayChoices, isConditional, type WageType } from './wage-types.ts'
import { paidMinutesOfDays } from './worked-time.ts'

type Type = Omit<WageType, 'id' | 'name' | 'createdAt' | 'updatedAt'>

const typeOf = (code: string, values: Partial<Type> = {}): Type => ({
  ...{ code, source: 'work', windowStart: null, windowEnd: null, weekdays: [], holidays: 'any' },
  ...{ overContract: false, departmentId: null, ...values },
})
const base = typeOf('100')

const ZONE = 'Europe/Berlin'
/** A session of times in Berlin, "2026-11-02 08:00". Its breaks: from when to when, paid or not. */
const inBerlin = (text: string, offset = '+01:00') => new Date(`${text.replace(' ', 'T')}:00${offset}`).toISOString()
const session = (from: string, to: string, breaks: [from: string, to: string, isPaid?: boolean][] = []) => ({
  startTime: inBerlin(from),
  endTime: inBerlin(to),
  breaks: breaks.map(([start, end, isPaid = false]) => ({
    startTime: inBerlin(start),
    endTime: inBerlin(end),
    isPaid,
  })),
})

function linesOf(
  types: Type[],
  person: Partial<WagePerson>,
  { from = '2026-11-02', to = '2026-11-08', holidays = [] as string[] } = {},
) {
  const find = wageLineFinder(types, daysFromTo(from, to, ZONE), new Set(holidays), ZONE)
  const lines = find({ departmentId: 1, sessions: [], contracts: [], ...person })
  return lines.map(({ date, code, minutes }) => `${date.slice(5)} ${code} ${minutes}`)
}

describe('minutes by wage type', () => {
  test('are the paid minutes of each day, cut at midnight', () => {
    const sessions = [
      session('2026-11-02 08:00', '2026-11-02 16:30', [['2026-11-02 12:00', '2026-11-02 12:30']]),
      session('2026-11-03 22:00', '2026-11-04 06:00'),
    ]
    expect(linesOf([base], { sessions })).toEqual(['11-02 100 480', '11-03 100 120', '11-04 100 360'])
  })

  test('of a window over midnight come on top, and belong to the day on which they were worked', () => {
    const night = typeOf('N', { windowStart: '23:00', windowEnd: '06:00' })
    const sessions = [session('2026-11-03 21:00', '2026-11-04 07:00', [['2026-11-04 02:00', '2026-11-04 02:45']])]
    expect(linesOf([base, night], { sessions })).toEqual([
      '11-03 100 180',
      '11-03 N 60',
      '11-04 100 375',
      '11-04 N 315',
    ])
  })

  test('of a window that ends at midnight, or begins there', () => {
    const late = typeOf('L', { windowStart: '22:00', windowEnd: '00:00' })
    const early = typeOf('E', { windowStart: '00:00', windowEnd: '04:00' })
    const sessions = [session('2026-11-03 20:00', '2026-11-04 05:00')]
    expect(linesOf([base, early, late], { sessions })).toEqual([
      ...['11-03 100 240', '11-03 L 120', '11-04 100 300', '11-04 E 240'],
    ])
  })

  test('of Sundays, holidays, and days that are none', () => {
    const types = [
      base,
      typeOf('S', { weekdays: [7], holidays: 'except' }),
      typeOf('H', { holidays: 'only' }),
      typeOf('A', { weekdays: [6, 7] }),
    ]
    const sessions = ['2026-11-06', '2026-11-07', '2026-11-08'].map((day) => session(`${day} 08:00`, `${day} 09:00`))
    expect(linesOf(types, { sessions }, { holidays: ['2026-11-06'] })).toEqual([
      ...['11-06 100 60', '11-06 H 60', '11-07 100 60', '11-07 A 60', '11-08 100 60', '11-08 S 60', '11-08 A 60'],
    ])
    expect(linesOf(types, { sessions }, { holidays: ['2026-11-08'] }).slice(-3)).toEqual([
      ...['11-08 100 60', '11-08 H 60', '11-08 A 60'],
    ])
  })

  test('over the contract are the last ones of the week, also of a week that began before the period', () => {
    const over = typeOf('O', { overContract: true })
    const nightOver = typeOf('NO', { overContract: true, windowStart: '16:00', windowEnd: '18:00' })
    // Monday to Friday, ten hours a day.
    const sessions = [2, 3, 4, 5, 6].map((day) => session(`2026-11-0${day} 08:00`, `2026-11-0${day} 18:00`))
    const contracts = [{ from: '2026-10-05', weeklyMinutes: 25 * 60 }]
    const types = [base, over, nightOver]
    expect(linesOf(types, { sessions, contracts })).toEqual([
      ...['11-02 100 600', '11-03 100 600', '11-04 100 600', '11-04 O 300', '11-04 NO 120'],
      ...['11-05 100 600', '11-05 O 600', '11-05 NO 120', '11-06 100 600', '11-06 O 600', '11-06 NO 120'],
    ])
    expect(linesOf(types, { sessions, contracts }, { from: '2026-11-04' })[1]).toBe('11-04 O 300')
    expect(linesOf(types, { sessions })).not.toContain('11-06 O 600')
    // A person who works on call has no hours that they could exceed.
    const onCall = [{ from: '2026-10-05', weeklyMinutes: 0 }]
    expect(linesOf(types, { sessions, contracts: onCall })).not.toContain('11-06 O 600')
  })

  test('of paid breaks are apart if there is a wage type for them, else they are work', () => {
    const sessions = [
      session('2026-11-02 08:00', '2026-11-02 17:00', [
        ['2026-11-02 10:00', '2026-11-02 10:20', true],
        ['2026-11-02 12:00', '2026-11-02 12:40'],
      ]),
    ]
    const morning = typeOf('M', { windowStart: '08:00', windowEnd: '12:00' })
    expect(linesOf([base, morning], { sessions })).toEqual(['11-02 100 500', '11-02 M 240'])
    const paidBreak = typeOf('B', { source: 'paid_break' })
    expect(linesOf([base, morning, paidBreak], { sessions })).toEqual(['11-02 100 480', '11-02 B 20', '11-02 M 220'])
  })

  test('of a department take the place of those of all departments', () => {
    const types = [base, typeOf('200', { departmentId: 2 }), typeOf('N', { weekdays: [1], departmentId: 2 })]
    const sessions = [session('2026-11-02 08:00', '2026-11-02 09:00')]
    expect(linesOf(types, { sessions })).toEqual(['11-02 100 60'])
    expect(linesOf(types, { sessions, departmentId: 2 })).toEqual(['11-02 200 60', '11-02 N 60'])
    expect(linesOf(types, { sessions, departmentId: null })).toEqual(['11-02 100 60'])
  })

  test('of absences', () => {
    const absences = [
      { date: '2026-11-03', source: 'sick' as const, minutes: 480 },
      { date: '2026-11-09', source: 'sick' as const, minutes: 480 },
      { date: '2026-11-04', source: 'vacation' as const, minutes: 480 },
    ]
    expect(linesOf([base, typeOf('K', { source: 'sick' })], { absences })).toEqual(['11-03 K 480'])
  })

  test('of seconds are rounded down once a day', () => {
    const night = typeOf('N', { windowStart: '23:00', windowEnd: '06:00' })
    const sessions = [
      { startTime: '2026-11-02T07:00:10.000Z', endTime: '2026-11-02T07:10:55.000Z', breaks: [] },
      { startTime: '2026-11-02T08:00:00.000Z', endTime: '2026-11-02T08:00:20.000Z', breaks: [] },
      { startTime: '2026-11-02T21:59:30.000Z', endTime: '2026-11-02T22:00:30.000Z', breaks: [] },
    ]
    expect(linesOf([base, night], { sessions })).toEqual(['11-02 100 12'])
  })

  test('of the nights in which the clocks change are real minutes', () => {
    const night = typeOf('N', { windowStart: '23:00', windowEnd: '06:00' })
    const two = typeOf('2', { windowStart: '02:00', windowEnd: '03:00' })
    const half = typeOf('H', { windowStart: '02:30', windowEnd: '03:00' })
    const types = [base, two, half, night]
    const back = [
      { startTime: inBerlin('2026-10-24 22:00', '+02:00'), endTime: inBerlin('2026-10-25 06:00'), breaks: [] },
    ]
    expect(linesOf(types, { sessions: back }, { from: '2026-10-19', to: '2026-10-25' })).toEqual([
      ...['10-24 100 120', '10-24 N 60', '10-25 100 420', '10-25 2 120', '10-25 H 60', '10-25 N 420'],
    ])
    const forward = [
      { startTime: inBerlin('2026-03-28 22:00'), endTime: inBerlin('2026-03-29 06:00', '+02:00'), breaks: [] },
    ]
    expect(linesOf(types, { sessions: forward }, { from: '2026-03-23', to: '2026-03-29' })).toEqual([
      ...['03-28 100 120', '03-28 N 60', '03-29 100 300', '03-29 N 300'],
    ])
  })
})

describe('differences', () => {
  const line = (date: string, code: string, minutes: number): WageLine => ({ date, code, minutes })

  test('are signed, with their own days', () => {
    const exported = [line('2026-11-02', '100', 480), line('2026-11-02', 'N', 60), line('2026-11-03', '100', 480)]
    const now = [line('2026-11-02', '100', 450), line('2026-11-03', '100', 480), line('2026-11-04', '100', 30)]
    expect(wageDifferences(now, exported)).toEqual([
      line('2026-11-02', '100', -30),
      line('2026-11-02', 'N', -60),
      line('2026-11-04', '100', 30),
    ])
    expect(wageDifferences(now, [...exported, ...wageDifferences(now, exported)])).toEqual([])
  })
})

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const ROUNDS = isLongRun ? 200 : 3

/** The states of a minute. */
const [FREE, WORK, UNPAID, PAID_BREAK] = [0, 1, 2, 3] as const

/** Periods around a change of the clocks: back and forward, by an hour and by half an hour. */
const periods: [zone: string, from: string, to: string][] = [
  ['Europe/Berlin', '2026-10-16', '2026-10-31'],
  ['Europe/Berlin', '2026-03-16', '2026-03-31'],
  ['America/New_York', '2026-10-25', '2026-11-07'],
  ['America/New_York', '2026-03-01', '2026-03-15'],
  ['Australia/Lord_Howe', '2026-04-01', '2026-04-15'],
  ['Australia/Lord_Howe', '2026-09-28', '2026-10-11'],
]

const dateOfMinute = ({ wall }: Minute) => new Date(wall).toISOString().slice(0, 10)
/** Whole weeks since a Monday. January 1 of 1970 was a Thursday. */
const weekOfMinute = ({ wall }: Minute) => Math.floor((Math.floor(wall / DAY) + 3) / 7)

/** The sums by day and wage type, minute by minute: each minute asks each wage type. */
function byMinute(
  line: Uint8Array,
  minutes: Minute[],
  types: Type[],
  { departmentId, weekly, holidays }: { departmentId: number; weekly: number | null; holidays: string[] },
) {
  const sums = new Map<string, number>()
  const ofDepartment = (type: Type) => type.departmentId === null || type.departmentId === departmentId
  const hasBreakType = types.some((type) => type.source === 'paid_break' && ofDepartment(type) && !isConditional(type))
  const ownBase = (source: string) =>
    types.some((type) => type.departmentId === departmentId && type.source === source && !isConditional(type))
  const paidInWeek = new Map<number, number>()
  for (const [at, minute] of minutes.entries()) {
    const state = line[at]
    if (state === FREE || state === UNPAID) continue
    const week = weekOfMinute(minute)
    const paid = (paidInWeek.get(week) ?? 0) + 1
    paidInWeek.set(week, paid)
    const [date, clock] = [dateOfMinute(minute), new Date(minute.wall).toISOString().slice(11, 16)]
    const weekday = new Date(minute.wall).getUTCDay() || 7
    for (const type of types) {
      const { windowStart: start, windowEnd: end } = type
      const isInWindow =
        start === null || end === null
          ? true
          : start < end
            ? clock >= start && clock < end
            : clock >= start || clock < end
      const isOfSource =
        state === PAID_BREAK
          ? type.source === 'paid_break' || (type.source === 'work' && !hasBreakType)
          : type.source === 'work'
      const isReplaced = !isConditional(type) && type.departmentId === null && ownBase(type.source)
      const isOnDay = type.holidays === 'any' || holidays.includes(date) === (type.holidays === 'only')
      const fits =
        ofDepartment(type) &&
        !isReplaced &&
        isOfSource &&
        isInWindow &&
        isOnDay &&
        (type.weekdays.length === 0 || type.weekdays.includes(weekday)) &&
        (!type.overContract || (weekly !== null && paid > weekly))
      if (fits) sums.set(`${date} ${type.code}`, (sums.get(`${date} ${type.code}`) ?? 0) + 1)
    }
  }
  return sums
}

/** Work of random lengths with random breaks, as a line of minutes and as sessions. */
function randomWork(minutes: Minute[], dice: ReturnType<typeof diceOf>) {
  const line = new Uint8Array(minutes.length)
  const sessions: WagePerson['sessions'][number][] = []
  const iso = (at: number) => new Date(minutes[at]?.time ?? 0).toISOString()
  let at = Math.floor(dice.between(0, 900))
  while (at < minutes.length - 1_700) {
    const length = Math.floor(dice.between(20, dice.roll() < 0.1 ? 1_600 : 700))
    line.fill(WORK, at, at + length)
    const breaks: { startTime: string; endTime: string; isPaid: boolean }[] = []
    let from = at + Math.floor(dice.between(1, 300))
    while (dice.roll() < 0.6 && from < at + length - 2) {
      const to = Math.min(at + length - 1, from + dice.oneOf([5, 15, 30, 45]))
      const isPaid = dice.roll() < 0.4
      line.fill(isPaid ? PAID_BREAK : UNPAID, from, to)
      breaks.push({ startTime: iso(from), endTime: iso(to), isPaid })
      from = to + Math.floor(dice.between(1, 300))
    }
    sessions.push({ startTime: iso(at), endTime: iso(at + length), breaks })
    at += length + Math.floor(dice.roll() < 0.2 ? dice.between(0, 90) : dice.between(300, 1_600))
  }
  return { line, sessions }
}

function randomTypes(dice: ReturnType<typeof diceOf>): Type[] {
  const clock = () =>
    `${String(dice.oneOf([0, 1, 2, 3, 6, 14, 20, 22, 23])).padStart(2, '0')}:${dice.oneOf(['00', '15', '30'])}`
  const some = Array.from({ length: 6 }, (_, at) => {
    const [windowStart, windowEnd] = [clock(), clock()]
    const hasWindow = dice.roll() < 0.6 && windowStart !== windowEnd
    return typeOf(`T${at}`, {
      source: dice.roll() < 0.8 ? 'work' : 'paid_break',
      ...(hasWindow && { windowStart, windowEnd }),
      weekdays: dice.roll() < 0.3 ? [6, 7] : [],
      holidays: dice.oneOf(holidayChoices),
      overContract: dice.roll() < 0.3,
      departmentId: dice.oneOf([null, 1, 2]),
    })
  }).filter(isConditional)
  return [
    base,
    ...(dice.roll() < 0.4 ? [typeOf('101', { departmentId: 1 })] : []),
    ...(dice.roll() < 0.4 ? [typeOf('B', { source: 'paid_break' as const })] : []),
    ...some,
  ]
}

test.each(periods)(
  `random hours in %s from %s to %s (seed ${seed})`,
  (zone, from, to) => {
    const dice = diceOf(seed + Date.parse(from) / MINUTE)
    const days = daysFromTo(from, to, zone)
    const [first, last] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
    // From a day more than a week before, so that the first week is whole.
    const minutes = minutesBetween(zone, first - 8 * DAY, last)
    const monday = weekOfMinute(minutes.find(({ time }) => time === first) as Minute)
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = JSON.stringify({ seed, round })
      const { line, sessions } = randomWork(minutes, dice)
      const types = randomTypes(dice)
      const holidays = days.map(({ date }) => date).filter(() => dice.roll() < 0.15)
      const weekly = dice.oneOf([null, 600, 1_800, 2_400])
      const find = wageLineFinder(types, days, new Set(holidays), zone)
      const contracts = weekly === null ? [] : [{ from: '2026-01-05', weeklyMinutes: weekly }]
      const lines = find({ departmentId: 1, sessions: sessions.toReversed(), contracts })
      const start = minutes.findIndex((minute) => weekOfMinute(minute) === monday)
      const expected = byMinute(line.subarray(start), minutes.slice(start), types, {
        departmentId: 1,
        weekly,
        holidays,
      })
      const within = [...expected].filter(([key]) => key.slice(0, 10) >= from && key.slice(0, 10) <= to)
      const found = lines.map(({ date, code, minutes: count }) => [`${date} ${code}`, count] as const)
      expect(new Map(found), context).toEqual(new Map(within))
      expect(new Set(found.map(([key]) => key)).size, context).toBe(lines.length)
      // The wage types without a condition add up to the paid minutes that people see and approve.
      const paid = paidMinutesOfDays(sessions, days, last)
      const codes = types.filter((type) => !isConditional(type)).map(({ code }) => code)
      const ofDay = (day: string) =>
        lines
          .filter(({ date, code }) => date === day && codes.includes(code))
          .reduce((sum, one) => sum + one.minutes, 0)
      expect(
        days.map(({ date }) => ofDay(date)),
        context,
      ).toEqual(paid.minutes)
    }
  },
  120_000,
)

test(`base lines add up to the paid minutes also with seconds (seed ${seed})`, () => {
  const dice = diceOf(seed)
  const days = daysFromTo('2026-10-19', '2026-11-01', ZONE)
  const end = days.at(-1)?.to ?? 0
  const finderOf = (...types: Type[]) => wageLineFinder(types, days, new Set(), ZONE)
  const withBreaks = finderOf(base, typeOf('B', { source: 'paid_break' }))
  const withOver = finderOf(base, typeOf('O', { overContract: true }))
  for (let round = 0; round < 50; round += 1) {
    let time = days[0]?.from ?? 0
    const sessions: WagePerson['sessions'][number][] = []
    const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
    while (time < end - DAY) {
      const length = Math.floor(dice.between(1, 700 * MINUTE))
      const cuts = [dice.between(0, length), dice.between(0, length)].map(Math.floor).sort((a, b) => a - b)
      const [from = 0, to = 0] = cuts
      const breaks = [{ startTime: iso(time + from), endTime: iso(time + to), isPaid: dice.roll() < 0.5 }]
      sessions.push({ startTime: iso(time), endTime: iso(time + length), breaks })
      time += length + Math.floor(dice.between(0, 900 * MINUTE))
    }
    const contracts = [{ from: '2026-01-05', weeklyMinutes: 1_000 }]
    const person = { departmentId: null, sessions, contracts }
    const paid = paidMinutesOfDays(sessions, days, end)
    const sum = (lines: WageLine[], codes: string[]) =>
      days.map(({ date }) =>
        lines.filter((one) => one.date === date && codes.includes(one.code)).reduce((all, one) => all + one.minutes, 0),
      )
    expect(sum(withBreaks(person), ['100', 'B']), JSON.stringify({ seed, round })).toEqual(paid.minutes)
    const weeks = [paid.minutes.slice(0, 7), paid.minutes.slice(7)]
    const over = weeks.map((week) => Math.max(0, week.reduce((all, one) => all + one, 0) - 1_000))
    expect(sum(withOver(person), ['O']).reduce((all, one) => all + one, 0)).toBe(
      over.reduce((all, one) => all + one, 0),
    )
  }
})
