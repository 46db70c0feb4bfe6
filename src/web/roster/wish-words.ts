import type { RosterPerson } from '../../shared/roster/shapes.ts'
import type { PlannersWish } from '../../shared/roster/wish-shapes.ts'
import type { WishKind } from '../../shared/roster/wishes.ts'
import { instantOf } from '../../shared/time/time.ts'
import { formatTime, formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { shortTimes } from './shift-words.ts'

/** A day on which clocks do not change, for times without a day. */
const SOME_DAY = '2026-01-05'

export const wishKindInWords = (kind: WishKind, { i18n }: Pick<Reader, 'i18n'>) =>
  kind === 'unavailable' ? i18n.t('Cannot work') : i18n.t('Would like to work')

/** "06:00 – 14:00" as the reader writes times; undefined for a whole day. */
function timesOf({ start, end }: PlannersWish, reader: Reader) {
  const [from, to] = [start, end].map(
    (time) => time && formatTime(instantOf(SOME_DAY, time, 'UTC'), { ...reader, timeZone: 'UTC' }),
  )
  return from && to ? `${from}\u00a0–\u00a0${to}` : undefined
}

/** "06–14", or "06:30–14:00" where minutes matter; undefined for a whole day. */
export const shortWishTimes = ({ start, end }: PlannersWish) =>
  start === null || end === null ? undefined : shortTimes({ start, end })

/** "Each week: Thursday, 16:00 – 22:00", or "Thursday, December 10". */
export function wishDaysInWords(wish: PlannersWish, reader: Reader): string {
  const { i18n, timeZone } = reader
  const { weekday, date } = wish
  const days =
    date !== null
      ? formatWeekday(Date.parse(instantOf(date, '12:00', timeZone)), reader)
      : i18n.t('Each week: {weekday}', { weekday: formatWeekdayName((weekday ?? 0) % 7, reader, 'long') })
  const times = timesOf(wish, reader)
  return times ? i18n.t('{date}, {time}', { date: days, time: times }) : days
}

/** "Cannot work, 16:00 – 22:00: Football", for a cell that says the day. */
export function wishInWords(wish: PlannersWish, reader: Reader): string {
  const kind = wishKindInWords(wish.kind, reader)
  const times = timesOf(wish, reader)
  const words = times ? `${kind}, ${times}` : kind
  return wish.note ? `${words}: ${wish.note}` : words
}

/** Whether a shift of a person that begins on this day goes against a wish. */
export const isAgainstWishOn = (person: RosterPerson | undefined, day: string) =>
  person?.warnings?.some(({ rule, date }) => rule === 'unavailable' && date === day) ?? false
