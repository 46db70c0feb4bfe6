import type { FieldChange, HistoryEntry } from '../../../shared/audit-log.ts'
import { formatSpan } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { type EntryRow, resourceTypeOf } from './entries.ts'
import { type AuditSubject, type Names, subjectTypes } from './names.ts'

/** Reads an entry's details as changes of fields, from an old value to a new one. */

type Values = Record<string, unknown>
interface Details {
  before: Values
  after: Values
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/**
 * Entries about rows have `before` and `after`, the kiosk, and the time on the device's clock if that was wrong.
 * Others, such as a failed sign-in, have details of their own.
 */
function detailsOf({ details }: EntryRow): Details {
  if (!isObject(details)) return { before: {}, after: {} }
  const { byToken: _, ...after } = details
  if (!('before' in details) && !('after' in details)) return { before: {}, after }
  const of = (value: unknown) => (isObject(value) ? value : {})
  const { kiosk, deviceClock } = details
  const beside = { ...('kiosk' in details && { kiosk }), ...('deviceClock' in details && { deviceClock }) }
  return { before: of(details.before), after: { ...of(details.after), ...beside } }
}

/** The fields without `id`: the entry names its subject already. */
const fieldsOf = ({ before, after }: Details) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => field !== 'id')

/** The subjects whose names are needed to show these entries. */
export const subjectsOf = (rows: EntryRow[]): AuditSubject[] =>
  rows.flatMap((row) => {
    const details = detailsOf(row)
    const referenced = fieldsOf(details).flatMap((field) => {
      const type = subjectTypes[field]
      if (!type) return []
      return [details.before[field], details.after[field]].flatMap((id) =>
        id == null ? [] : [{ type, id: String(id) }],
      )
    })
    const named = row.resource_id === null ? [] : [{ type: row.resource_type, id: row.resource_id }]
    return [...referenced, ...named, ...partsOf(row)]
  })

/**
 * The part of a task that an entry of its history is about, for example a comment. `id` in the details identifies it.
 */
function partsOf({ action, resource_type, details }: EntryRow): AuditSubject[] {
  const type = resourceTypeOf(action) ?? ''
  const id = isObject(details) ? details.id : undefined
  return type !== resource_type && typeof id === 'string' ? [{ type, id }] : []
}

const partOf = (row: EntryRow, names: Names) => partsOf(row).flatMap(({ type, id }) => names(type, id) ?? [])[0] ?? null

/** A value of a list. A routine's step is named by its text, a break by its times. */
function nameOf(value: unknown, reader: Reader) {
  if (!isObject(value)) return value
  if ('text' in value) return value.text
  const { startTime, endTime, isPaid } = value
  if (typeof startTime !== 'string') return JSON.stringify(value)
  const span = formatSpan(startTime, typeof endTime === 'string' ? endTime : null, reader)
  return isPaid ? reader.i18n.t('{span} (paid)', { span }) : span
}

/** The changes of an entry as texts, with names instead of ids. Fields that read the same are left out. */
function changesOf(row: EntryRow, names: Names, reader: Reader): FieldChange[] {
  const { i18n } = reader
  const details = detailsOf(row)
  const describe = (field: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return null
    const type = subjectTypes[field]
    if (type) return names(type, String(value)) ?? i18n.t('no. {id}', { id: String(value) })
    if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => nameOf(one, reader)).join(', ')
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

/** The subject's name: its present one, its last one if it was deleted, or the one in the entry itself. */
export function titleOf(row: EntryRow, names: Names): string | null {
  const name = row.resource_id === null ? undefined : names(row.resource_type, row.resource_id)
  if (name !== undefined) return name
  const { before, after } = detailsOf(row)
  const logged = after.title ?? after.name ?? before.title ?? before.name
  return typeof logged === 'string' ? logged : null
}

const tokenOf = ({ details }: EntryRow) =>
  isObject(details) && typeof details.byToken === 'string' ? { token: details.byToken } : {}

/** The part of an entry that also a subject's history shows: no address and no browser. */
export const toHistoryEntry = (row: EntryRow, names: Names, reader: Reader): HistoryEntry => ({
  id: row.id,
  action: row.action,
  createdAt: row.created_at,
  person: row.user_id === null ? null : { id: row.user_id, firstName: row.first_name, lastName: row.last_name },
  ...tokenOf(row),
  changes: changesOf(row, names, reader),
  part: partOf(row, names),
})
