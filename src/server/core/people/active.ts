import { type SQL, sql } from 'drizzle-orm'
import { fixed } from '../../db/connect/connect.ts'
import { users } from '../../db/tables/users.ts'

/** A condition on users: their account is open. */
export const isActivePerson = fixed(sql`(${users.isActive} and ${users.deletedAt} is null)`) as SQL<boolean>

/** A condition on users: they do shifts. Guests do none. */
export const doesShifts = fixed(sql`(${isActivePerson} and ${users.role} <> 'guest')`) as SQL<boolean>
