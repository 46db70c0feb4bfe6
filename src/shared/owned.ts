import * as z from 'zod/mini'
import { replyInstant, userId } from './fields.ts'

/** Webhooks and kiosks belong to the house: they go on when whoever made them leaves, and get a new owner. */

/** For so many days one without an owner goes on. Then it pauses until somebody takes it over. */
export const UNOWNED_DAYS = 7

const Name = z.object({ id: userId, firstName: z.string(), lastName: z.string() })

/** Whose it is. Servers of before say only who made a kiosk. */
export const Owned = {
  createdBy: z.optional(Name),
  /** Who has taken it over since; null as long as it belongs to who made it. */
  takenOverBy: z.optional(z.nullable(Name)),
  /**
   * When it pauses, or has paused, because its owner may not manage such things any more; null while it has an owner.
   */
  pausesAt: z.optional(z.nullable(replyInstant)),
}
const WithOwner = z.object(Owned)
export type WithOwner = z.output<typeof WithOwner>
