import type { AuditFilter } from '../../shared/audit-log.ts'
import { instantOf } from '../../shared/time/time.ts'
import { day, personId, readAddress } from '../components/addresses/address-values.ts'
import { useChangeAddress } from '../ui/address.ts'

/** The audit log's part of the address. Days are in the deployment's time zone. */
export interface AuditSearch {
  person?: string
  type?: string
  action?: string
  /** The id of one subject of that type. */
  id?: string
  from?: string
  to?: string
}

const textLike = (pattern: RegExp) => (value: unknown) => (pattern.test(String(value)) ? String(value) : undefined)
const word = textLike(/^[a-z][a-z_.-]{0,49}$/)

const read = readAddress<AuditSearch>({
  person: personId,
  type: word,
  action: word,
  id: textLike(/^[\w-]{1,50}$/),
  from: day,
  to: day,
})

/** Reads the address and drops unknown and bad values, and an id without its type. */
export function readAuditSearch(address: Record<string, unknown>): AuditSearch {
  const { id, ...search } = read(address)
  return { ...search, ...(id !== undefined && search.type !== undefined && { id }) }
}

/** The filter that is sent to the server. */
export const filterOf = ({ person, type, action, id, from, to }: AuditSearch, timeZone: string): AuditFilter => ({
  userId: person,
  action,
  resourceType: type,
  resourceId: id,
  from: from && instantOf(from, '00:00', timeZone),
  // `to` is exclusive: the first millisecond after that day.
  to: to && new Date(Date.parse(instantOf(to, '', timeZone)) + 1).toISOString(),
})

/** The function that changes the filters in the address. */
export const useChangeSearch = () => useChangeAddress<AuditSearch>('push')
export type ChangeSearch = ReturnType<typeof useChangeSearch>
