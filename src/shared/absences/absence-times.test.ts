import { describe, expect, test } from 'vitest'
import { absenceFault, absenceSpanOf, lastDayKept, overlaps, shiftsToGiveBack } from './absence-times.ts'

const zone = 'Europe/Berlin'
const days = (from: string, to = from) => ({ from, to, start: null, end: null })
const part = (from: string, start: string | null, end: string | null, to = from) => ({ from, to, start, end })

describe('the times of an absence', () => {
  test('whole days reach from midnight to midnight, also where a day has 23 or 25 hours', () => {
    const hours = (from: string) => {
      const { startTime, endTime } = absenceSpanOf(days(from), zone)
      return (Date.parse(endTime) - Date.parse(startTime)) / 3_600_000
    }
    expect([hours('2027-03-28'), hours('2027-03-29'), hours('2026-10-25')]).toEqual([23, 24, 25])
    expect(absenceSpanOf(days('2026-12-01', '2026-12-03'), zone)).toEqual({
      startTime: '2026-11-30T23:00:00.000Z',
      endTime: '2026-12-03T23:00:00.000Z',
    })
  })

  test('a part of a day is on the wall clock', () => {
    expect(absenceSpanOf(part('2026-12-01', '08:00', '12:30'), zone)).toEqual({
      startTime: '2026-12-01T07:00:00.000Z',
      endTime: '2026-12-01T11:30:00.000Z',
    })
  })

  test('faults name their field', () => {
    expect(absenceFault(days('2026-12-01', '2027-12-01'))).toBeNull()
    expect(absenceFault(days('2026-12-01', '2027-12-02'))).toEqual({ path: 'to', code: 'too_long' })
    expect(absenceFault(days('2026-12-02', '2026-12-01'))).toEqual({ path: 'to', code: 'order' })
    expect(absenceFault(part('2026-12-01', '08:00', null))).toEqual({ path: 'end', code: 'both' })
    expect(absenceFault(part('2026-12-01', null, '08:00'))).toEqual({ path: 'start', code: 'both' })
    expect(absenceFault(part('2026-12-01', '08:00', '08:00'))).toEqual({ path: 'end', code: 'order' })
    expect(absenceFault(part('2026-12-01', '08:00', '09:00', '2026-12-02'))?.code).toBe('part_of_one_day')
    expect(absenceFault(part('2026-12-01', '08:00', '09:00'))).toBeNull()
  })

  test('a night shift meets the absence of the next day; touching is no overlap', () => {
    const night = { startTime: '2026-12-01T21:00:00.000Z', endTime: '2026-12-02T05:00:00.000Z' }
    const evening = { startTime: '2026-12-01T15:00:00.000Z', endTime: '2026-12-01T23:00:00.000Z' }
    const absence = absenceSpanOf(days('2026-12-02'), zone)
    expect([overlaps(night, absence), overlaps(evening, absence)]).toEqual([true, false])
  })
})

test('a cancelled absence keeps the days that are over, unless all of them are', () => {
  const absence = { from: '2026-12-01', to: '2026-12-05' }
  const kept = (today: string) => lastDayKept(absence, today)
  expect(['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-05', '2026-12-06'].map(kept)).toEqual([
    ...[null, null, '2026-12-01', '2026-12-04', null],
  ])
})

describe('a cancelled absence gives back', () => {
  const shift = (id: number, hour: number, userId: string | null = null, version = 2) => ({
    ...{
      id,
      userId,
      version,
      startTime: `2026-12-10T${hour}:00:00.000Z`,
      endTime: `2026-12-10T${hour + 4}:00:00.000Z`,
    },
  })
  const opened = [1, 2, 3].map((shiftId) => ({ shiftId, version: 2 }))
  const before = Date.parse('2026-12-10T00:00:00.000Z')

  test('what nobody has taken and no publish has changed', () => {
    expect(shiftsToGiveBack(opened, [shift(3, 18), shift(1, 10), shift(2, 14)], [], before)).toEqual([1, 2, 3])
    expect(shiftsToGiveBack(opened, [shift(1, 10, 'somebody', 3), shift(2, 14, null, 3)], [], before)).toEqual([])
  })

  test('what has not begun', () => {
    const now = Date.parse('2026-12-10T14:00:00.000Z')
    expect(shiftsToGiveBack(opened, [shift(1, 10), shift(2, 14), shift(3, 18)], [], now)).toEqual([3])
  })

  test('nothing at the time of another shift of the person', () => {
    expect(shiftsToGiveBack(opened, [shift(1, 10), shift(2, 14)], [shift(9, 13, 'me')], before)).toEqual([])
    expect(shiftsToGiveBack(opened, [shift(1, 10), shift(2, 12), shift(3, 14)], [], before)).toEqual([1, 3])
  })
})

test('whatever happens to opened shifts, a cancelled absence gives back those that nobody has touched', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomOf(seed)
    const below = (limit: number) => Math.floor(random() * limit)
    const at = (hour: number) => new Date(Date.parse('2026-12-10T00:00:00.000Z') + hour * 3_600_000).toISOString()
    // The small model: who has each shift, and whether it is as the absence left it.
    const shifts = Array.from({ length: 1 + below(8) }, (_, at6) => {
      const [from, length] = [at6 * 6, 2 + below(4)]
      return { id: at6 + 1, from, to: from + length, userId: null as string | null, version: 2, isTouched: false }
    })
    const own: { from: number; to: number }[] = []
    for (let step = below(12); step > 0; step -= 1) {
      const shift = shifts[below(shifts.length)]
      const act = below(4)
      if (!shift) continue
      if (act === 0) Object.assign(shift, { userId: 'colleague', version: shift.version + 1, isTouched: true })
      // Taken, and opened again by somebody else: it is not this absence's any more.
      if (act === 1) Object.assign(shift, { userId: null, version: shift.version + 1, isTouched: true })
      if (act === 2) own.push({ from: below(48), to: 48 + below(4) })
    }
    const now = below(60)
    const span = ({ from, to }: { from: number; to: number }) => ({ startTime: at(from), endTime: at(to) })
    const given = shiftsToGiveBack(
      shifts.map(({ id }) => ({ shiftId: id, version: 2 })),
      shifts.map(({ id, userId, version, from, to }) => ({ id, userId, version, ...span({ from, to }) })),
      own.map(span),
      Date.parse(at(now)),
    )
    const expected = shifts.filter(
      ({ isTouched, from, to }) => !isTouched && from > now && !own.some((other) => other.from < to && from < other.to),
    )
    expect(given, `seed ${seed}`).toEqual(expected.map(({ id }) => id))
  }
})

/** A small generator of random numbers that gives the same ones for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
