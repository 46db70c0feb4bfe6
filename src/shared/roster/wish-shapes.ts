import * as z from 'zod/mini'
import { date, id, oneOf, text, wholeNumber } from '../fields.ts'
import { localTime } from '../time/local-time-field.ts'
import { english } from '../words/message.ts'
import { MAX_WISH_NOTE, wishKinds } from './wishes.ts'

/** When people would like to work, and when they cannot, in requests and replies. */

const wishValues = {
  kind: z.enum(wishKinds),
  /** 1 for Monday; null for a wish about one day. */
  weekday: z.nullable(z.int()),
  /** Null for a wish about every week. */
  date: z.nullable(z.string()),
  /** Local times; null for the whole day. */
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  note: z.nullable(z.string()),
}
/** A wish as planners read it in the roster. */
export const PlannersWish = z.object(wishValues)
export type PlannersWish = z.output<typeof PlannersWish>
/** When a person would like to work, or cannot. It never changes: another one takes its place. */
export const Wish = z.object({ id, ...wishValues })
export type Wish = z.output<typeof Wish>

export const NewWish = z
  .strictObject({
    kind: oneOf(wishKinds),
    weekday: z.nullable(wholeNumber(1, 7)),
    date: z.nullable(date),
    start: z.nullable(localTime),
    /** Not after the start: the next day's. */
    end: z.nullable(localTime),
    note: z.nullable(text(MAX_WISH_NOTE)),
  })
  .check(
    z.refine(({ weekday, date }) => (weekday === null) !== (date === null), {
      error: english('Name a weekday or a day'),
      path: ['date'],
    }),
    z.refine(({ start, end }) => (start === null) === (end === null), {
      error: english('Give both times, or none'),
      path: ['end'],
    }),
  )
export type NewWish = z.output<typeof NewWish>
