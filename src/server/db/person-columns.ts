import { users } from './tables/users.ts'

/** The columns of a person as lists show them. */
export const personColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
}
