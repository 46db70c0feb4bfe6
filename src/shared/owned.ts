import * as z from 'zod/mini'
import { replyInstant, userId } from './fields.ts'

/** Webhooks and kiosks belong to the house: they go on when their creators leave, and get a new owner. */

/** For so many days one without an owner goes on. Then it pauses until somebody takes it over. */
export const UNOWNED_DAYS = 7

const Name = z.object({ id: userId, firstName: z.string(), lastName: z.string() })

/** The owner. Earlier servers only say who made a kiosk. */
export const Owned = {
  createdBy: z.optional(Name),
  /** The person who has taken it over since; null as long as it belongs to its creator. */
  takenOverBy: z.optional(z.nullable(Name)),
  /**
   * When it pauses, or has paused, because its owner may not manage such things any more; null while it has an owner.
   */
  pausesAt: z.optional(z.nullable(replyInstant)),
}
const WithOwner = z.object(Owned)
export type WithOwner = z.output<typeof WithOwner>
