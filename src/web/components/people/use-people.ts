import type { Person } from '../../../shared/person.ts'
import { usersApi } from '../../../shared/users.ts'
import { useWholeList } from '../../api/queries.ts'

/** The active people by name, for lists to choose from. */
export const usePeople = (enabled = true) => useWholeList<Person, typeof usersApi.list>(usersApi.list, {}, { enabled })

/** Everybody with an account, also deactivated ones, for those who manage accounts. */
export const useAccounts = () => useWholeList<Person, typeof usersApi.list>(usersApi.list, { inactive: 'true' })
