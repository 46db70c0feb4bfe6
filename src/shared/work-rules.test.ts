import { expect, test } from 'vitest'
import { breakPresets, missingBreaks } from './work-rules.ts'

const at = (clock: string) => `2026-11-20T${clock}:00.000Z`
const span = (start: string, end: string | null) => ({ startTime: at(start), endTime: end && at(end) })
const time = (clock: string) => Date.parse(at(clock))
const { de, none } = breakPresets
const missing = (sessions: Parameters<typeof missingBreaks>[0], now = '20:00', rules: typeof de | typeof none = de) =>
  missingBreaks(sessions, rules, time(now)).map(({ afterMinutes, missingMinutes }) => [afterMinutes, missingMinutes])

test.each([
  ['six hours need no break', [span('08:00', '14:00')], []],
  ['a minute more needs one', [span('08:00', '14:01')], [[360, 30]]],
  ['breaks are no work', [{ ...span('08:00', '14:30'), breaks: [span('12:00', '12:30')] }], []],
  [
    'two pieces make one break',
    [{ ...span('08:00', '16:00'), breaks: [span('10:00', '10:15'), span('13:00', '13:15')] }],
    [],
  ],
  [
    'a piece that is too short does not count',
    [{ ...span('08:00', '16:00'), breaks: [span('12:00', '12:14')] }],
    [[360, 30]],
  ],
  ['time between two sessions is a break', [span('08:00', '12:00'), span('12:30', '16:00')], []],
  ['a long day needs more', [{ ...span('06:00', '16:00'), breaks: [span('12:00', '12:30')] }], [[540, 15]]],
  [
    'a very long day without any breaks both',
    [span('06:00', '16:00')],
    [
      [360, 30],
      [540, 45],
    ],
  ],
])('%s', (_, sessions, expected) => {
  expect(missing(sessions)).toEqual(expected)
})

test('a running session says when a break will be missing', () => {
  const running = [{ ...span('08:00', null), breaks: [span('10:00', '10:20')] }]
  expect(missingBreaks(running, de, time('13:50'))).toEqual([
    { afterMinutes: 360, breakMinutes: 30, missingMinutes: 10, at: time('14:20') },
    { afterMinutes: 540, breakMinutes: 45, missingMinutes: 25, at: time('17:20') },
  ])
  // The work stands still during a break, which counts as it goes.
  const onBreak = [{ ...span('08:00', null), breaks: [span('12:00', null)] }]
  expect(missingBreaks(onBreak, de, time('12:20'))[0]).toMatchObject({ missingMinutes: 10, at: time('14:20') })
  expect(missing(onBreak, '12:31')).toEqual([[540, 14]])
})

test('without rules nothing is missing, and without work neither', () => {
  expect(missing([span('00:00', '20:00')], '20:00', none)).toEqual([])
  expect(missing([])).toEqual([])
})
