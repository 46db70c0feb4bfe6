import { and, gt, inArray } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { passwordResets } from '../db/tables/auth.ts'

/** Earlier than any request. A request that began just before the links were ended must find them expired, too. */
const LONG_AGO = new Date(0).toISOString()

/** Ends all password links that these people were sent. */
export const endLinksOf = ({ db }: OpenContext, userIds: string[]) =>
  db
    .update(passwordResets)
    .set({ expire: LONG_AGO })
    .where(and(inArray(passwordResets.userId, userIds), gt(passwordResets.expire, LONG_AGO)))
