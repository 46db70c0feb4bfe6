import { and, eq, gt } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { passwordResets } from '../db/tables/auth.ts'

/** Earlier than any request. A request that began just before the links were ended must find them expired, too. */
const LONG_AGO = new Date(0).toISOString()

/** Ends all password links that this person was sent. */
export const endLinksOf = ({ db }: OpenContext, userId: string) =>
  db
    .update(passwordResets)
    .set({ expire: LONG_AGO })
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expire, LONG_AGO)))
