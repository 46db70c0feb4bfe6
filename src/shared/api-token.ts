import * as z from 'zod/mini'
import { replyInstant } from './fields.ts'

/** A token by which a program of a person calls the API, without the token itself. */
export const ApiToken = z.object({
  id: z.int(),
  name: z.string(),
  /** Its last four characters, to tell it from others. */
  ending: z.string(),
  /** What it may be used for, of what its person may. */
  scopes: z.array(z.string()),
  /** Null for one that lasts as long as the account. */
  expire: z.nullable(replyInstant),
  /** To within an hour; null for never. */
  lastUsedAt: z.nullable(replyInstant),
  createdAt: replyInstant,
})
export type ApiToken = z.output<typeof ApiToken>
