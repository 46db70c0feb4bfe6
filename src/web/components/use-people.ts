import { type Person, usersApi } from '../../shared/users.ts'
import { useWholeList } from '../api/queries.ts'

/** Active people by name, for choosing one. */
export const usePeople = (enabled = true) => useWholeList<Person, typeof usersApi.list>(usersApi.list, {}, { enabled })

/** Everybody who has an account, the deactivated too, for those who manage them. */
export const useAccounts = () => useWholeList<Person, typeof usersApi.list>(usersApi.list, { inactive: 'true' })
