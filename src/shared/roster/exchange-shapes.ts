import * as z from 'zod/mini'
import { id, personWithPicture, replyInstant } from '../fields.ts'
import { ShiftValues } from './shapes.ts'

/** Exchanges of shifts between two people. */

/** A shift of an exchange, as its reader sees it in the roster. Notes are for a shift's person alone. */
const ExchangedShift = z.object({ id, ...ShiftValues.shape })

export const openExchangeStates = ['asked', 'waiting'] as const
/** `waiting`: both agree, and a manager decides. `void`: one of the shifts was changed meanwhile. */
export const exchangeStates = [...openExchangeStates, 'done', 'refused', 'cancelled', 'void'] as const
export type ExchangeState = (typeof exchangeStates)[number]

/** A shift changes hands, or two shifts do, once the other person agrees. */
export const ShiftExchange = z.object({
  id,
  departmentId: id,
  state: z.enum(exchangeStates),
  /** The person who asks, with their shift. */
  from: personWithPicture,
  shift: ExchangedShift,
  /** The person who is asked, with the shift that they would give for it; null if they give none. */
  to: personWithPicture,
  forShift: z.nullable(ExchangedShift),
  askedAt: replyInstant,
})
export type ShiftExchange = z.output<typeof ShiftExchange>
