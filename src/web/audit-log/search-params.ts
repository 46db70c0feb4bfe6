import type { AuditFilter } from '../../shared/audit-log.ts'
import { instantOf } from '../../shared/time.ts'
import { useChangeAddress } from '../ui/address.ts'

/** What the audit log's screen keeps in the address. Days are those of the deployment's time zone. */
export interface AuditSearch {
  person?: string
  type?: string
  action?: string
  /** The one thing, of that type. */
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

/** What the address says; unknown and bad values are dropped. */
export const validateAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    Object.entries(readers)
      .map(([name, reader]) => [name, String(search[name] ?? ''), reader] as const)
      .filter(([, text, reader]) => reader.test(text) && (reader !== DAY || isDay(text)))
      .filter(([name]) => name !== 'id' || typeof search.type === 'string')
      .map(([name, text]) => [name, text]),
  )

/** What is asked of the server. */
export const filterOf = ({ person, type, action, id, from, to }: AuditSearch, timeZone: string): AuditFilter => ({
  userId: person,
  action,
  resourceType: type,
  resourceId: id,
  from: from && instantOf(from, '00:00', timeZone),
  // The end of that day, itself included.
  to: to && new Date(Date.parse(instantOf(to, '', timeZone)) + 1).toISOString(),
})

/** Changes the filters in the address. */
export const useChangeSearch = () => useChangeAddress<AuditSearch>('push')
export type ChangeSearch = ReturnType<typeof useChangeSearch>
