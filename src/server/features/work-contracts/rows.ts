import { desc, eq } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'

/** A person's contracts, latest first. The caller has found the person through `access`. */
export const contractsOf = ({ db }: Context, userId: string) =>
  db.select().from(workContracts).where(eq(workContracts.userId, userId)).orderBy(desc(workContracts.from))
