import { daysLater } from '../time/time.ts'
import { type localReader, type ShiftSpan, shiftSpanOf } from './shift-times.ts'

/** When people would like to work, and when they cannot: pure functions, for the server and the screens. */

/** Wishes of one person that are not past. */
export const MAX_WISHES = 40
export const MAX_WISH_NOTE = 120

export const wishKinds = ['unavailable', 'preferred'] as const
export type WishKind = (typeof wishKinds)[number]

/** A wish in local time: of a weekday or of one day, for all of it or from one time to another. */
export interface LocalWish {
  kind: WishKind
  /** 1 for Monday. */
  weekday: number | null
  date: string | null
  /** An end that is not after the start is the next day's. */
  start: string | null
  end: string | null
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00.000Z`).getUTCDay() || 7

/** Whether a wish is about this day. */
export const isWishOn = ({ weekday, date }: Pick<LocalWish, 'weekday' | 'date'>, day: string) =>
  date === day || weekday === weekdayOf(day)

const sharedTime = (a: ShiftSpan, b: ShiftSpan) =>
  Math.min(Date.parse(a.endTime), Date.parse(b.endTime)) - Math.max(Date.parse(a.startTime), Date.parse(b.startTime))

/**
 * Makes the function that finds the wish that a shift meets; null without one. The shift goes against a time at which
 * its person is unavailable as soon as they overlap. It suits a preferred time that holds half of it. A wish without
 * times is about the shifts that begin on its day. A wish that the shift goes against comes first.
 */
export function wishFinder(timeZone: string, local: ReturnType<typeof localReader>) {
  const meets = ({ kind, start, end, ...wish }: LocalWish, shift: ShiftSpan, day: string, days: readonly string[]) => {
    if (start === null || end === null) return isWishOn(wish, day)
    const needed = kind === 'preferred' ? (Date.parse(shift.endTime) - Date.parse(shift.startTime)) / 2 : 1
    return days.some(
      (date) => isWishOn(wish, date) && sharedTime(shift, shiftSpanOf({ date, start, end }, timeZone)) >= needed,
    )
  }
  return <W extends LocalWish>(wishes: readonly W[], shift: ShiftSpan): W | null => {
    if (wishes.length === 0) return null
    const day = local(shift.startTime).date
    // A wish of the day before may reach into the shift, as the shift may reach into the next day.
    const days = [daysLater(day, -1), day, daysLater(day, 1)]
    const met = wishes.filter((wish) => meets(wish, shift, day, days))
    return met.find(({ kind }) => kind === 'unavailable') ?? met[0] ?? null
  }
}
