import { and, eq, gt } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { passwordResets } from '../db/tables/people.ts'

/** Before every request: one that came a moment earlier than what ended a link must find it ended, too. */
const LONG_AGO = new Date(0).toISOString()

/** No link to a new password that this person was sent works any more. */
export const endLinksOf = ({ db }: OpenContext, userId: string) =>
  db
    .update(passwordResets)
    .set({ expire: LONG_AGO })
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expire, LONG_AGO)))
