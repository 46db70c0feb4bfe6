import { eq } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { departments } from '../../db/tables/departments.ts'
import { users } from '../../db/tables/users.ts'

/** An account with its department, as every way to sign in reads it. */
export const readAccounts = ({ db }: Pick<OpenContext, 'db'>) =>
  db
    .select({ user: users, department: { id: departments.id, name: departments.name } })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
export type Account = Awaited<ReturnType<typeof readAccounts>>[number]
