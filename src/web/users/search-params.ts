import { type Role, roles } from '../../shared/permissions.ts'
import { choiceIn, flag, personId, readAddress, rowIdOrNew, words } from '../components/addresses/address-values.ts'

/** The users screen's part of the address. */
export interface UsersSearch {
  tab?: 'departments'
  q?: string
  role?: Role
  status?: 'active' | 'inactive'
  /** The dialog that is open, one of those that follow. `new` creates a user. */
  new?: true
  /** The id of the person to edit, or to give a new password. */
  edit?: string
  password?: string
  import?: true
  /** The id of the person to invite by a link; `everybody` without a password. */
  invite?: string
  /** The id of the person who gets a new PIN. */
  pin?: string
  /** The id of the person whose sign-in sessions are shown. */
  sessions?: string
  /** The id of the person who is to be deactivated, or deleted. */
  leave?: string
  deleting?: true
  /** The id of the department to edit; 0 for a new one. */
  place?: number
}

/** Reads the address and drops unknown and bad values. */
export const readUsersSearch = readAddress<UsersSearch>({
  tab: choiceIn('departments'),
  q: words,
  role: choiceIn(...roles),
  status: choiceIn('active', 'inactive'),
  new: flag,
  edit: personId,
  password: personId,
  import: flag,
  invite: (value) => (value === 'everybody' ? value : personId(value)),
  pin: personId,
  sessions: personId,
  leave: personId,
  deleting: flag,
  place: rowIdOrNew,
})

const filters = ['q', 'role', 'status'] as const

export const isListFiltered = (search: UsersSearch) => filters.some((name) => search[name] !== undefined)
export const noFilters = Object.fromEntries(filters.map((name) => [name, undefined]))
/** The address with every dialog closed. */
export const closedDialogs = {
  new: undefined,
  edit: undefined,
  password: undefined,
  import: undefined,
  invite: undefined,
  pin: undefined,
  sessions: undefined,
  leave: undefined,
  deleting: undefined,
  place: undefined,
}
