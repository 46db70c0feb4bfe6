import { describe, expect, test } from 'vitest'
import type { OnTheClock } from '../../shared/clock.ts'
import type { ClockSession } from '../../shared/clock-session.ts'
import {
  changeActive,
  changeForgotten,
  changeOnTheClock,
  changeOwnWeek,
  changePersonsWeek,
  changeTeamHours,
  changeTodaysClock,
} from './clock-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

const time = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour)).toISOString()
const session = (id: number, userId: string, start: number, fields: Partial<ClockSession> = {}): ClockSession => ({
  ...{ id, userId, departmentId: null, startTime: time(start), endTime: null, duration: null, status: 'active' },
  ...{ createdAt: time(start), updatedAt: time(start), department: null, startedOffline: false, endedOffline: false },
  ...{ confirmedAt: null, endStatedAt: null, needsReview: false, correction: null, ...fields },
})
const userOf = (id: string) => ({ id, firstName: 'Uli', lastName: 'Brandt', profileImageUrl: null })
const withUser = (own: ClockSession): OnTheClock => ({ ...own, user: userOf(own.userId) })
const changeOf = (own: ClockSession | null, id = own?.id ?? 0) => ({
  ...{ resource: 'clock' as const, id, at: Date.parse(time(12)) },
  row: own && withUser(own),
})
const ended = (id: number, userId: string, start: number, end: number) =>
  session(id, userId, start, { endTime: time(end), status: 'completed', duration: 60, updatedAt: time(end) })
const me = { timeZone: 'UTC', viewerId: 'me', param: undefined }
const mine = session(1, 'me', 8)

describe('the session whose end nobody has said', () => {
  const old = session(7, 'me', -30)

  test('is none after one has clocked in, and whatever others do', () => {
    expect(changeForgotten(null, changeOf(mine), {}, me)).toBeNull()
    expect(changeForgotten(null, changeOf(session(2, 'other', -30)), {}, me)).toBeNull()
    expect(changeForgotten(old, changeOf(session(2, 'other', 8)), {}, me)).toBe(old)
    expect(changeForgotten(old, changeOf(null, 2), {}, me)).toBe(old)
  })

  test('is read again when one’s own have ended, run for too long, or may answer it', () => {
    for (const own of [ended(1, 'me', 8, 10), session(1, 'me', -30)])
      expect(changeForgotten(null, changeOf(own), {}, me)).toBe(READ_AGAIN)
    expect(changeForgotten(old, changeOf(mine), {}, me)).toBe(READ_AGAIN)
    expect(changeForgotten(old, changeOf(null, 7), {}, me)).toBe(READ_AGAIN)
  })
})

describe("the viewer's running session", () => {
  test('begins and ends', () => {
    expect(changeActive(null, changeOf(mine), {}, me)).toEqual(mine)
    expect(changeActive(mine, changeOf(ended(1, 'me', 8, 10)), {}, me)).toBeNull()
    expect(changeActive(mine, changeOf(session(1, 'me', 7, { updatedAt: time(9) })), {}, me)).toMatchObject({
      startTime: time(7),
    })
  })

  test("is left alone by older rows, other sessions and others' sessions", () => {
    const corrected = session(1, 'me', 7, { updatedAt: time(9) })
    expect(changeActive(corrected, changeOf(mine), {}, me)).toBe(corrected)
    expect(changeActive(mine, changeOf(ended(2, 'me', 5, 6)), {}, me)).toBe(mine)
    expect(changeActive(null, changeOf(session(3, 'other', 8)), {}, me)).toBeNull()
    expect(changeActive(mine, changeOf(null, 9), {}, me)).toBe(mine)
    expect(changeActive(mine, changeOf(null, 1), {}, me)).toBe(READ_AGAIN)
  })
})

describe("today's sessions", () => {
  const today = [session(3, 'me', 9), ended(2, 'me', 5, 6)]

  test('take up those that touch today, newest first', () => {
    expect(changeTodaysClock(today, changeOf(ended(4, 'me', 7, 8)), {}, me)).toEqual([
      today[0],
      ended(4, 'me', 7, 8),
      today[1],
    ])
    expect(changeTodaysClock(today, changeOf(ended(5, 'me', -2, 1)), {}, me)).toEqual([...today, ended(5, 'me', -2, 1)])
    expect(changeTodaysClock(today, changeOf(ended(3, 'me', 9, 11)), {}, me)).toEqual([ended(3, 'me', 9, 11), today[1]])
  })

  test('lose one that is moved to another day', () => {
    expect(changeTodaysClock(today, changeOf(ended(3, 'me', -5, -2)), {}, me)).toEqual(today)
    const moved = { ...ended(3, 'me', -5, -2), updatedAt: time(12) }
    expect(changeTodaysClock(today, changeOf(moved), {}, me)).toEqual([today[1]])
    expect(changeTodaysClock(today, changeOf(moved), {}, { ...me, timeZone: 'Asia/Tokyo' })).toHaveLength(2)
  })

  test('ignore what is not theirs', () => {
    expect(changeTodaysClock(today, changeOf(session(9, 'other', 9)), {}, me)).toBe(today)
    expect(changeTodaysClock(today, changeOf(null, 9), {}, me)).toBe(today)
    expect(changeTodaysClock(today, changeOf(null, 2), {}, me)).toBe(READ_AGAIN)
  })
})

describe('who is on the clock', () => {
  const present = [withUser(session(1, 'a', 6)), withUser(session(2, 'b', 8))]

  test('begins in the order of the starts, and ends', () => {
    expect(changeOnTheClock(present, changeOf(session(3, 'c', 7)), {}, me)).toEqual([
      present[0],
      withUser(session(3, 'c', 7)),
      present[1],
    ])
    expect(changeOnTheClock(present, changeOf(ended(1, 'a', 6, 10)), {}, me)).toEqual([present[1]])
    expect(changeOnTheClock(present, changeOf(null, 1), {}, me)).toEqual([present[1]])
  })

  test('does not name the viewer, nor an older state', () => {
    expect(changeOnTheClock(present, changeOf(mine), {}, me)).toBe(present)
    const newer = [withUser(session(1, 'a', 6, { updatedAt: time(9) }))]
    expect(changeOnTheClock(newer, changeOf(session(1, 'a', 6)), {}, me)).toBe(newer)
    expect(changeOnTheClock(present, changeOf(ended(9, 'z', 1, 2)), {}, me)).toBe(present)
  })

  test('asks the server whether somebody new belongs to a chosen department', () => {
    expect(changeOnTheClock(present, changeOf(session(3, 'c', 7)), { departmentId: 1 }, me)).toBe(READ_AGAIN)
    expect(changeOnTheClock(present, changeOf(ended(1, 'a', 6, 10)), { departmentId: 1 }, me)).toEqual([present[1]])
  })

  test('marks sessions that have become too long meanwhile', () => {
    const long = [withUser(session(1, 'a', -10))]
    expect(changeOnTheClock(long, changeOf(session(2, 'b', 8)), {}, me)).toMatchObject([
      { id: 1, needsReview: true },
      { id: 2, needsReview: false },
    ])
  })
})

describe('hours', () => {
  const week = { days: [], total: 0, sessions: [mine] }

  test('of a week are added up by the server, if they are of that person', () => {
    expect(changeOwnWeek(week, changeOf(mine), {}, me)).toBe(READ_AGAIN)
    expect(changeOwnWeek(week, changeOf(session(9, 'a', 8)), {}, me)).toBe(week)
    expect(changeOwnWeek(week, changeOf(null, 1), {}, me)).toBe(READ_AGAIN)
    expect(changeOwnWeek(week, changeOf(null, 9), {}, me)).toBe(week)
    const ofOther = { ...week, sessions: [], user: userOf('a'), department: null }
    expect(changePersonsWeek(ofOther, changeOf(session(9, 'a', 8)))).toBe(READ_AGAIN)
    expect(changePersonsWeek(ofOther, changeOf(mine))).toBe(ofOther)
  })

  test("of a team do not hold the viewer's", () => {
    const hours = { people: [] }
    expect(changeTeamHours(hours, changeOf(mine), {}, me)).toBe(hours)
    expect(changeTeamHours(hours, changeOf(session(9, 'a', 8)), {}, me)).toBe(READ_AGAIN)
  })
})
