import { sql } from 'drizzle-orm'
import { users } from '../../db/tables/users.ts'

/** A condition on users: their account is open. */
export const isActivePerson = sql<boolean>`(${users.isActive} and ${users.deletedAt} is null)`

/** A condition on users: they do shifts. Guests do none. */
export const doesShifts = sql<boolean>`(${isActivePerson} and ${users.role} <> 'guest')`
