import { type SQL, sql } from 'drizzle-orm'
import type { Change, Resource } from '../../../shared/changes.ts'
import { MAX_LIVE_CHARACTERS } from '../../../shared/notifications.ts'
import type { Role } from '../../../shared/permissions.ts'
import { type NotificationFact, withShortTexts } from '../../base/words/notification-words.ts'
import { type Db, prepared } from '../connect/connect.ts'
import { events } from '../tables/events.ts'
import { settingsTable } from '../tables/settings.ts'

/** The people who may hear of a change: everybody from a role upwards, people of departments, single people. */
export interface Audience {
  fromRole: Role | null
  departments: number[]
  /** The lowest role that hears within these departments; everybody does when it is absent. */
  departmentsFrom?: Role
  users: string[]
}

/** A row's facts for lists and counts, before and after a change; null where it was not there, or is no more. */
interface FilterValues {
  before: object | null
  after: object | null
}

/** The name of the person who made a change. */
export interface Doer {
  firstName: string
  lastName: string
}

/** A row, or many, of one resource has changed. */
export interface ChangeEvent {
  type: 'change'
  change: Change
  /** As in the audit log; absent for changes that it does not hold. */
  verb?: string
  /** The people who may see the row now; null once it is gone. */
  audience: Audience | null
  /** The people who could see it before; absent: the same people. Null for a new row. */
  audienceBefore?: Audience | null
  filterValues?: FilterValues
  /** The person who did it, for tasks. */
  by?: Doer
  /** Nobody has changed it: its due date has passed. */
  fellDue?: true
  /** For a row with filter values: tasks due before this time were announced as overdue before, in ms since 1970. */
  due?: number
  /** The page that made the change. */
  tab: string | null
}

/** Each of these people has a notification of their own: `ids` in the order of `userIds`. */
export interface NotificationEvent {
  type: 'notification'
  userIds: string[]
  ids: number[]
  fact: NotificationFact
}

/** A person's role, department, language, activity or sessions have changed: their sockets are to be checked again. */
interface AccessEvent {
  type: 'access'
  userId: string
}

export type NewEvent = ChangeEvent | NotificationEvent | AccessEvent

/** An event as it stands in the log. */
export type Event = NewEvent & {
  position: number
  /** The transaction that wrote it. */
  transaction: number
  /** When it happened, in milliseconds since 1970. */
  at: number
}

/** Something has changed that is shown to one person alone. */
const changedFor = (userId: string, resource: Resource): NewEvent => ({
  type: 'change',
  change: { resource, id: null },
  audience: { fromRole: null, departments: [], users: [userId] },
  tab: null,
})

/** A person's sign-in sessions are others than before: their own pages show them. */
export const sessionsChanged = (userId: string) => changedFor(userId, 'sessions')

/** Sessions of a person have ended, or their rights have changed: every server looks at their sockets again. */
export const accessChanged = (userId: string): NewEvent[] => [{ type: 'access', userId }, sessionsChanged(userId)]

/** A person reads another language: servers use it for their sockets, and their pages read texts again. */
export const languageChanged = (userId: string): NewEvent[] => [
  ...accessChanged(userId),
  changedFor(userId, 'notifications'),
]

/**
 * Up to when tasks were announced as overdue, for details with filter values. Announcements and changes of a task
 * lock its row, so this value tells exactly whether it was announced before this change. A due date set in the past
 * meanwhile is not locked by announcements: they find it afterwards (`features/tasks/due.ts`).
 */
const ANNOUNCED = sql`(
  case when event.details ? 'before' then jsonb_build_object('due', (
    select floor(extract(epoch from (value #>> '{}')::timestamptz) * 1000) from ${settingsTable} where name = 'dueAnnounced')) else '{}' end)`

/**
 * Returns a function that writes events in the caller's transaction and returns them with the positions that they were
 * given. `alongside` are INSERTs that run in the same statement; the values of their placeholders are given with the
 * events.
 */
export function eventWriter<Values extends Record<string, unknown> = Record<never, never>>(...alongside: SQL[]) {
  const inserts = alongside.map((insert, index) => sql`${sql.raw(`alongside_${index}`)} as (${insert})`)
  const write = prepared<{ position: number; transaction: number; due: number | null }>(sql`
    ${inserts.length > 0 ? sql`with ${sql.join(inserts, sql`, `)}` : sql``}
    insert into ${events} (transaction, created_at, actor_id, type, resource, subject_id, verb, audience_before,
      audience_after, tab, details)
    select pg_current_xact_id()::text::bigint, ${sql.placeholder('at')}::timestamptz, event.actor_id, event.type,
      event.resource, event.subject_id, event.verb, event.audience_before, event.audience_after, event.tab,
      ${ANNOUNCED} || event.details
    from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as event (actor_id uuid, type varchar, resource varchar,
      subject_id varchar, verb varchar, audience_before jsonb, audience_after jsonb, tab varchar, details jsonb)
    returning position, transaction, (details->'due')::float8 as due`)
  return async (db: Db, fresh: NewEvent[], { at, actorId, ...values }: Writing & Values): Promise<Event[]> => {
    if (fresh.length === 0) return []
    const list = fresh.map(shortened)
    const rows = JSON.stringify(list.map((event) => ({ actor_id: actorId, ...rowOf(event) })))
    const written = await write(db, { ...values, at: at.toISOString(), rows })
    return list.map((event, index) => {
      const { due, ...place } = written[index] as (typeof written)[number]
      return { ...event, ...place, ...(due !== null && { due }), at: at.getTime() } as Event
    })
  }
}

/** When events are written, and whose doing they are. */
interface Writing {
  at: Date
  actorId: string | null
}

export const writeEvents = eventWriter()

function shortened(event: NewEvent): NewEvent {
  return event.type === 'notification' ? { ...event, fact: withShortTexts(event.fact, MAX_LIVE_CHARACTERS) } : event
}

function rowOf(event: NewEvent) {
  if (event.type === 'access') return { type: event.type, subject_id: event.userId }
  if (event.type === 'notification') {
    const { userIds, ids, fact } = event
    return { type: event.type, details: { userIds, ids, fact } }
  }
  const { change, verb, audience, audienceBefore = audience, filterValues, by, fellDue, due, tab } = event
  return {
    type: event.type,
    resource: change.resource,
    subject_id: change.id === null ? null : String(change.id),
    verb,
    audience_before: audienceBefore,
    audience_after: audience,
    tab,
    details: filterValues && { ...filterValues, by, fellDue, due },
  }
}

type Row = typeof events.$inferSelect

/** An event of a row of the table. */
export function eventOf(row: Row): Event {
  const { position, transaction, subjectId } = row
  const written = { position, transaction, at: Date.parse(row.createdAt) }
  if (row.type === 'access') return { type: 'access', userId: subjectId ?? '', ...written }
  if (row.type === 'notification') {
    return { type: 'notification', ...(row.details as Omit<NotificationEvent, 'type'>), ...written }
  }
  return {
    type: 'change',
    change: { resource: row.resource, id: idOf(subjectId) } as Change,
    ...(row.verb !== null && { verb: row.verb }),
    audience: row.audienceAfter as Audience | null,
    audienceBefore: row.audienceBefore as Audience | null,
    ...(row.details !== null && changeDetails(row.details as ChangeDetails)),
    tab: row.tab,
    ...written,
  }
}

type ChangeDetails = FilterValues & { by?: Doer; fellDue?: true; due?: number | null }
const changeDetails = ({ by, fellDue, due, ...filterValues }: ChangeDetails) => ({
  filterValues,
  ...(by && { by }),
  ...(fellDue && { fellDue }),
  ...(typeof due === 'number' && { due }),
})

/** Ids are numbers or UUIDs. */
const idOf = (text: string | null) => (text !== null && /^-?\d+$/.test(text) ? Number(text) : text)
