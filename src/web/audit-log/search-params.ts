import type { AuditFilter } from '../../shared/audit-log.ts'
import { instantOf } from '../../shared/time.ts'
import { useChangeAddress } from '../ui/address.ts'

/** The audit log's part of the address. Days are those of the deployment's time zone. */
export interface AuditSearch {
  person?: string
  type?: string
  action?: string
  /** The id of one subject of that type. */
  id?: string
  from?: string
  to?: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WORD = /^[a-z][a-z_.-]{0,49}$/
const ID = /^[\w-]{1,50}$/
const DAY = /^(19[7-9]|2\d)\d+-\d\d-\d\d$/

const readers: Record<keyof AuditSearch, RegExp> = {
  person: UUID,
  type: WORD,
  action: WORD,
  id: ID,
  from: DAY,
  to: DAY,
}

const isDay = (text: string) => text.length === 10 && !Number.isNaN(Date.parse(text))

/** Reads the address and drops unknown and bad values. */
export const validateAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    Object.entries(readers)
      .map(([name, reader]) => [name, String(search[name] ?? ''), reader] as const)
      .filter(([, text, reader]) => reader.test(text) && (reader !== DAY || isDay(text)))
      .filter(([name]) => name !== 'id' || typeof search.type === 'string')
      .map(([name, text]) => [name, text]),
  )

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
