import { type Role, roles } from '../../shared/permissions.ts'

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
  /** The id of the person whose sign-in sessions are shown. */
  sessions?: string
  /** The id of the department to edit; 0 for a new one. */
  place?: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_SEARCH_LENGTH = 200

const flag = (value: unknown) => (value === true || value === 'true' ? true : undefined)
const uuid = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined)
const rowId = (value: unknown) => {
  const id = Number(value)
  return value !== '' && Number.isInteger(id) && id >= 0 && id < 2 ** 31 ? id : undefined
}

/** Each reads one value of the address. It returns undefined for a bad one. */
const readers: { [K in keyof Required<UsersSearch>]: (value: unknown) => UsersSearch[K] } = {
  tab: (value) => (value === 'departments' ? value : undefined),
  q: (value) =>
    ['string', 'number', 'boolean'].includes(typeof value)
      ? String(value).slice(0, MAX_SEARCH_LENGTH) || undefined
      : undefined,
  role: (value) => roles.find((role) => role === value),
  status: (value) => (value === 'active' || value === 'inactive' ? value : undefined),
  new: flag,
  edit: uuid,
  password: uuid,
  import: flag,
  invite: (value) => (value === 'everybody' ? value : uuid(value)),
  sessions: uuid,
  place: rowId,
}

/** Reads the address and drops unknown and bad values. */
export const validateUsersSearch = (search: Record<string, unknown>): UsersSearch =>
  Object.fromEntries(
    Object.entries(readers)
      .map(([name, read]) => [name, search[name] === undefined ? undefined : read(search[name])])
      .filter(([, value]) => value !== undefined),
  )

const filters = ['q', 'role', 'status'] as const

export const isFiltered = (search: UsersSearch) => filters.some((name) => search[name] !== undefined)
export const noFilters = Object.fromEntries(filters.map((name) => [name, undefined]))
/** The address with every dialog closed. */
export const closed = {
  new: undefined,
  edit: undefined,
  password: undefined,
  import: undefined,
  invite: undefined,
  sessions: undefined,
  place: undefined,
}
