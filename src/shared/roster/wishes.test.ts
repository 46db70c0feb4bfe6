import { expect, test } from 'vitest'
import { localReader, shiftSpanOf } from './shift-times.ts'
import { isWishOn, type LocalWish, wishFinder } from './wishes.ts'

const TIME_ZONE = 'Europe/Berlin'
const find = wishFinder(TIME_ZONE, localReader(TIME_ZONE))
const wishOf = (fields: Partial<LocalWish>): LocalWish => ({
  ...{ kind: 'unavailable', weekday: null, date: null, start: null, end: null },
  ...fields,
})
const shift = (date: string, start: string, end: string) => shiftSpanOf({ date, start, end }, TIME_ZONE)

test('a weekly wish is about its weekday, a dated one about its day', () => {
  // December 10, 2026 is a Thursday.
  expect(isWishOn(wishOf({ weekday: 4 }), '2026-12-10')).toBe(true)
  expect(isWishOn(wishOf({ weekday: 7 }), '2026-12-13')).toBe(true)
  expect(isWishOn(wishOf({ weekday: 4 }), '2026-12-11')).toBe(false)
  expect(isWishOn(wishOf({ date: '2026-12-10' }), '2026-12-10')).toBe(true)
  expect(isWishOn(wishOf({ date: '2026-12-10' }), '2026-12-17')).toBe(false)
})

test.each<[string, Partial<LocalWish>, ReturnType<typeof shift>, boolean]>([
  ['a whole day', { weekday: 4 }, shift('2026-12-10', '06:00', '14:00'), true],
  ['a whole day, and the night before it', { weekday: 5 }, shift('2026-12-10', '22:00', '06:00'), false],
  ['a whole day, and the night that begins on it', { weekday: 4 }, shift('2026-12-10', '22:00', '06:00'), true],
  ['times that overlap', { weekday: 4, start: '13:00', end: '18:00' }, shift('2026-12-10', '06:00', '14:00'), true],
  ['times that touch', { weekday: 4, start: '14:00', end: '18:00' }, shift('2026-12-10', '06:00', '14:00'), false],
  ['a night before', { weekday: 3, start: '20:00', end: '07:00' }, shift('2026-12-10', '06:00', '14:00'), true],
  [
    'the next morning',
    { date: '2026-12-11', start: '05:00', end: '08:00' },
    shift('2026-12-10', '22:00', '06:00'),
    true,
  ],
  // On March 28, 2027 clocks go from 02:00 to 03:00.
  [
    'an hour that does not come',
    { weekday: 7, start: '02:00', end: '03:00' },
    shift('2027-03-27', '22:00', '06:00'),
    false,
  ],
  ['a quarter after it', { weekday: 7, start: '02:00', end: '03:15' }, shift('2027-03-27', '22:00', '06:00'), true],
])('a person who is unavailable: %s', (_, fields, span, isMet) => {
  expect(find([wishOf(fields)], span) !== null).toBe(isMet)
})

test('a preferred time holds at least half of the shift', () => {
  const early = [wishOf({ kind: 'preferred', weekday: 4, start: '06:00', end: '14:00' })]
  expect(find(early, shift('2026-12-10', '06:00', '14:30'))).toBe(early[0])
  expect(find(early, shift('2026-12-10', '10:00', '18:00'))).toBe(early[0])
  expect(find(early, shift('2026-12-10', '10:15', '18:15'))).toBeNull()
})

test('a wish that the shift goes against comes first', () => {
  const wishes = [wishOf({ kind: 'preferred', weekday: 4 }), wishOf({ date: '2026-12-10' })]
  expect(find(wishes, shift('2026-12-10', '06:00', '14:00'))).toBe(wishes[1])
  expect(find([], shift('2026-12-10', '06:00', '14:00'))).toBeNull()
})
