import { sql } from 'drizzle-orm'
import type { Resource } from '../../../shared/changes.ts'
import { type Db, prepared } from '../../db/connect/connect.ts'
import { type Event, eventWriter, type NewEvent, writeEvents } from '../../db/events/events.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { enqueueNotices, type WebhookNotice, webhookValuesOf } from '../notify/webhook-notices.ts'

/** An entry of the audit log as its table has it. */
export interface AuditRow {
  user_id: string | null
  action: string
  resource_type: string
  resource_id: string | null
  details: object | undefined
  ip_address: string | null
  user_agent: string | null
  created_at: string
}

/** Entries that are held until the end of the transaction; a longer list is written in parts. */
const MAX_HELD = 1_000

/**
 * The audit entries and events of a transaction. They are written at its end, the events last, so that hardly any time
 * lies between giving out a position and the commit.
 */
export class Outbox {
  private entries: AuditRow[] = []
  private events: NewEvent[] = []
  private notices: WebhookNotice[] = []
  private hasLogged = false

  private readonly isOpen: boolean

  /** An outbox outside a transaction is not open and takes nothing, because its content would be lost. */
  constructor(isOpen = true) {
    this.isOpen = isOpen
  }

  private mustBeOpen() {
    if (!this.isOpen) throw new Error('Rows are changed within inTransaction')
  }

  /** Adds events. */
  push(...events: NewEvent[]) {
    this.mustBeOpen()
    this.events.push(...events)
  }

  /** Adds notices for other programs. Changes of many rows are told once. */
  tell(...notices: WebhookNotice[]) {
    this.mustBeOpen()
    const isNoticed = ({ type, id }: WebhookNotice) => id === null && this.notices.some((each) => each.type === type)
    this.notices.push(...notices.filter((notice) => !isNoticed(notice)))
  }

  /** Whether an event of this resource is in it. */
  has(resource: Resource) {
    return this.events.some((event) => event.type === 'change' && event.change.resource === resource)
  }

  /** Takes the events out again. */
  take(): NewEvent[] {
    return this.events.splice(0)
  }

  /** Adds entries to the audit log. They are written at the end of the transaction, very many of them at once. */
  async log(db: Db, entries: AuditRow[]) {
    this.mustBeOpen()
    this.entries.push(...entries)
    this.hasLogged ||= entries.length > 0
    if (this.entries.length >= MAX_HELD) await writeEntries(db, this.takeEntries())
  }

  /**
   * Writes everything in the caller's transaction. Call it once, right before the commit.
   *
   * @returns the events to publish after the commit
   */
  async write(db: Db, at: Date, actorId: string | null): Promise<Event[]> {
    if (this.hasLogged && !this.events.some((event) => event.type === 'change' && event.verb !== undefined)) {
      this.events.push(auditLogChanged)
    }
    const { notices } = this
    if (notices.length > 0)
      return writeEventsAndNotices(db, this.events, {
        at,
        actorId,
        ...this.takeEntries(),
        ...webhookValuesOf(notices, at),
      })
    if (this.entries.length === 0) return writeEvents(db, this.events, { at, actorId })
    return writeEventsAndEntries(db, this.events, { at, actorId, ...this.takeEntries() })
  }

  private takeEntries() {
    return { entries: JSON.stringify(this.entries.splice(0)) }
  }
}

/** Writes entries, as one value however many there are: a statement takes 65,535 at most. */
const insertEntries = sql`
  insert into ${auditLogs} (user_id, action, resource_type, resource_id, details, ip_address, user_agent, created_at)
  select * from jsonb_to_recordset(${sql.placeholder('entries')}::jsonb) as entry (user_id uuid, action varchar,
    resource_type varchar, resource_id varchar, details jsonb, ip_address varchar, user_agent text, created_at timestamptz)`
const writeEntries = prepared(insertEntries)
/** One way to the database instead of two, or three. */
const writeEventsAndEntries = eventWriter<{ entries: string }>(insertEntries)
const writeEventsAndNotices = eventWriter<{ entries: string } & ReturnType<typeof webhookValuesOf>>(
  insertEntries,
  enqueueNotices,
)

/** For readers of the audit log, when a transaction has written only entries; a logged change says as much. */
const auditLogChanged: NewEvent = {
  type: 'change',
  change: { resource: 'audit-log', id: null },
  audience: { fromRole: 'admin', departments: [], users: [] },
  tab: null,
}
