import { type Role, roles } from '../../shared/permissions.ts'

/** What the screen of people and departments keeps in the address. */
export interface UsersSearch {
  tab?: 'departments'
  q?: string
  role?: Role
  status?: 'active' | 'inactive'
  /** The dialog that is open: a new user, somebody to edit, to give a new password, an import; a department to edit, or 0, new. */
  new?: true
  edit?: string
  password?: string
  import?: true
  place?: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST_SEARCH = 200

const yes = (value: unknown) => (value === true || value === 'true' ? true : undefined)
const person = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined)
const number = (value: unknown) => {
  const id = Number(value)
  return value !== '' && Number.isInteger(id) && id >= 0 && id < 2 ** 31 ? id : undefined
}

/** Each reads one value of the address; undefined when it makes no sense there. */
const readers: { [K in keyof Required<UsersSearch>]: (value: unknown) => UsersSearch[K] } = {
  tab: (value) => (value === 'departments' ? value : undefined),
  q: (value) =>
    ['string', 'number', 'boolean'].includes(typeof value)
      ? String(value).slice(0, LONGEST_SEARCH) || undefined
      : undefined,
  role: (value) => roles.find((role) => role === value),
  status: (value) => (value === 'active' || value === 'inactive' ? value : undefined),
  new: yes,
  edit: person,
  password: person,
  import: yes,
  place: number,
}

/** What the address says; unknown and bad values are dropped. */
export const validateUsersSearch = (search: Record<string, unknown>): UsersSearch =>
  Object.fromEntries(
    Object.entries(readers)
      .map(([name, read]) => [name, search[name] === undefined ? undefined : read(search[name])])
      .filter(([, value]) => value !== undefined),
  )

const filters = ['q', 'role', 'status'] as const

export const isFiltered = (search: UsersSearch) => filters.some((name) => search[name] !== undefined)
export const noFilters = Object.fromEntries(filters.map((name) => [name, undefined]))
/** Every dialog closed. */
export const closed = { new: undefined, edit: undefined, password: undefined, import: undefined, place: undefined }
