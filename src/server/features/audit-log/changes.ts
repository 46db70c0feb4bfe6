import type { FieldChange, HistoryEntry } from '../../../shared/audit-log.ts'
import type { EntryRow } from './entries.ts'
import { type Names, pointsTo, type Wanted } from './names.ts'

/** What an entry's details say, as fields from what to what. */

type Values = Record<string, unknown>
interface Details {
  before: Values
  after: Values
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Entries of rows have `before` and `after`; others, such as a failed sign-in, say what they say. */
function detailsOf({ details }: EntryRow): Details {
  if (!isObject(details)) return { before: {}, after: {} }
  if (!('before' in details) && !('after' in details)) return { before: {}, after: details }
  const of = (value: unknown) => (isObject(value) ? value : {})
  return { before: of(details.before), after: of(details.after) }
}

/** The thing itself stands beside: its own id says nothing. */
const fieldsOf = ({ before, after }: Details) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => field !== 'id')

/** Everything whose name is needed to tell these entries. */
export const wantedBy = (rows: EntryRow[]): Wanted[] =>
  rows.flatMap((row) => {
    const details = detailsOf(row)
    const pointed = fieldsOf(details).flatMap((field) => {
      const kind = pointsTo[field]
      if (!kind) return []
      return [details.before[field], details.after[field]].flatMap((id) =>
        id == null ? [] : [{ kind, id: String(id) }],
      )
    })
    return row.resource_id === null ? pointed : [...pointed, { kind: row.resource_type, id: row.resource_id }]
  })

/** The fields of an entry from what to what, in words; those that read the same are left out. */
export function changesOf(row: EntryRow, names: Names): FieldChange[] {
  const details = detailsOf(row)
  const describe = (field: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return null
    const kind = pointsTo[field]
    if (kind) return names(kind, String(value)) ?? `no. ${value}`
    if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ')
    return isObject(value) ? JSON.stringify(value) : String(value)
  }
  return fieldsOf(details)
    .map((field) => ({
      field,
      before: describe(field, details.before[field]),
      after: describe(field, details.after[field]),
    }))
    .filter(({ before, after }) => before !== after)
}

/** What the thing is called: now, or when it went, or else by what the entry itself says. */
export function titleOf(row: EntryRow, names: Names): string | null {
  const known = row.resource_id === null ? undefined : names(row.resource_type, row.resource_id)
  if (known !== undefined) return known
  const { before, after } = detailsOf(row)
  const logged = after.title ?? after.name ?? before.title ?? before.name
  return typeof logged === 'string' ? logged : null
}

/** The part of an entry that everybody is told who may know of it. */
export const loggedValues = (row: EntryRow, names: Names): HistoryEntry => ({
  id: row.id,
  action: row.action,
  createdAt: row.created_at,
  person: row.user_id === null ? null : { id: row.user_id, firstName: row.first_name, lastName: row.last_name },
  changes: changesOf(row, names),
})
