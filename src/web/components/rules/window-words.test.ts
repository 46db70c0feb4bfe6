import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../../test/support/readers.ts'
import { momentOnDay, windowSentence } from './window-sentence.ts'
import { windowOnDay, windowOrDate } from './window-words.ts'

const reader = readerOf('Europe/Lisbon')
const at = (text: string) => `2026-11-${text}:00.000Z`
const now = Date.parse(at('23T07:00'))

describe('a window', () => {
  test.each([
    ['today', '23T06:00', '23T07:30', '06:00–07:30', '06:00–07:30'],
    ['since yesterday, due today', '22T22:00', '23T06:00', '22:00–06:00', '22:00–06:00'],
    ['since today, due tomorrow', '23T22:00', '24T06:00', '22:00–06:00', '22:00–06:00'],
    ['yesterday', '22T06:00', '22T07:30', 'Nov 22, 06:00–07:30', 'Nov 22, 2026'],
    ['to come', '24T06:00', '24T07:30', 'Nov 24, 06:00–07:30', 'Nov 24, 2026'],
  ])('%s', (_, opensAt, dueAt, words, short) => {
    expect(windowOnDay(at(opensAt), at(dueAt), now, reader)).toBe(words)
    expect(windowOrDate(at(opensAt), at(dueAt), now, reader)).toBe(short)
  })

  test('without a due time has its opening alone', () => {
    expect(windowOnDay(at('23T06:00'), null, now, reader)).toBe('06:00')
    expect(windowOrDate(at('22T06:00'), null, now, reader)).toBe('Nov 22, 2026')
  })

  test.each([
    ['23T06:00', '23T07:30', '23T09:00', 'Opened 06:00, due 07:30, closes 09:00'],
    ['23T06:00', '23T06:30', '23T07:00', 'Opened 06:00, due 06:30, closed 07:00'],
    ['23T08:00', '23T09:00', '24T09:00', 'Opens 08:00, due 09:00, closes Nov 24, 09:00'],
  ])('in a sentence: %s to %s', (opensAt, dueAt, closesAt, words) => {
    expect(windowSentence({ opensAt: at(opensAt), dueAt: at(dueAt), closesAt: at(closesAt) }, now, reader)).toBe(words)
  })

  test('in a sentence, on another day', () => {
    const window = { opensAt: at('21T22:00'), dueAt: at('21T23:00'), closesAt: at('22T06:00') }
    expect(windowSentence(window, now, reader)).toBe('Opened Nov 21, 22:00, due 23:00, closed Nov 22, 06:00')
  })

  test('in a sentence, without an end', () => {
    expect(windowSentence({ opensAt: at('22T06:00'), dueAt: null, closesAt: null }, now, reader)).toBe(
      'Opened Nov 22, 06:00',
    )
  })
})

test('a moment has its day, unless that is today', () => {
  expect([momentOnDay(at('23T07:30'), now, reader), momentOnDay(at('24T07:30'), now, reader)]).toEqual([
    '07:30',
    'Nov 24, 07:30',
  ])
})
