import type { Resource, ServerMessage } from '../../../shared/changes.ts'
import { MAX_LIVE_CHARACTERS } from '../../../shared/notifications.ts'
import { type Actor, rankOf } from '../../../shared/permissions.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { describeNotification, type NotificationFact, threadIdOf } from '../../base/words/notification-words.ts'
import { shorten } from '../../base/words/words.ts'
import type { Services } from '../../core/context.ts'
import type { LiveRow } from '../../core/write/live-rows.ts'
import { comesBackTo } from '../../core/write/own-changes.ts'
import type { Audience, ChangeEvent, Event } from '../../db/events/events.ts'
import { frameOf } from './frame.ts'

/**
 * Composes live messages and chooses their recipients. A row is read once for all pages, and made into a frame once.
 */

/** Reads rows of a resource by their ids; those that no list shows any more are absent. */
export type RowReaders = {
  [R in Resource]?: (services: Services, ids: number[], now: Date) => Promise<Map<number | string, LiveRow>>
}

/** The rows that a batch of events is about, by resource; absent where they could not be read. */
export type LiveRows = Map<Resource, Map<number | string, LiveRow>>

/** An event with its row, as it is held for a page. */
export interface PageEvent {
  event: Event
  /** Null for one that no list shows any more; undefined where rows are not sent. */
  row: LiveRow | null | undefined
  /** Everything up to this position had been sent when this was: where the page goes on when it returns. */
  deliveredUpTo: number
  /** Over so many milliseconds pages are to spread the reads that this causes. */
  stagger: number
  /** The frames made so far, by their readers' permissions. */
  frames: Map<string, Buffer>
}

/** Reads the rows of a batch of events: one statement for each resource. */
export async function readRows(services: Services, readers: RowReaders, events: Event[]): Promise<LiveRows> {
  const wanted = new Map<Resource, Set<number>>()
  for (const event of events) {
    if (event.type !== 'change' || typeof event.change.id !== 'number' || !readers[event.change.resource]) continue
    const ids = wanted.get(event.change.resource) ?? new Set()
    wanted.set(event.change.resource, ids.add(event.change.id))
  }
  const rows: LiveRows = new Map()
  for (const [resource, ids] of wanted) {
    const found = await readers[resource]?.(services, [...ids], new Date())
    if (found) rows.set(resource, found)
  }
  return rows
}

/** The deliveries before an event. */
export type Delivered = Pick<PageEvent, 'deliveredUpTo' | 'stagger'>

/** A longer row is not sent to everybody: the pages that show it read it. */
const MAX_ROW_CHARACTERS = 16_384

/** An event with its row, to be described to each page. */
export function withRow(event: Event, rows: LiveRows, { deliveredUpTo, stagger }: Delivered): PageEvent {
  const ofResource = event.type === 'change' ? rows.get(event.change.resource) : undefined
  const bare = { event, deliveredUpTo, stagger, row: undefined, frames: new Map() }
  if (!ofResource || event.type !== 'change' || event.change.id === null) return bare
  const row = ofResource.get(event.change.id) ?? null
  return row && row.json.length > MAX_ROW_CHARACTERS ? bare : { ...bare, row }
}

/** Whether this viewer belongs to an audience. */
export function belongsTo({ id, role, departmentId }: Actor, audience: Audience | null | undefined) {
  if (!audience) return false
  const { fromRole, departments, departmentsFrom = 'guest', users } = audience
  return (
    (fromRole !== null && rankOf(role) >= rankOf(fromRole)) ||
    (departmentId !== null && departments.includes(departmentId) && rankOf(role) >= rankOf(departmentsFrom)) ||
    users.includes(id)
  )
}

/** Whether this viewer could see the row of a change before it, and whether they can see it after it. */
function visibilityOf({ audience, audienceBefore }: ChangeEvent, viewer: Actor) {
  const can = belongsTo(viewer, audience)
  return { could: audienceBefore === undefined ? can : belongsTo(viewer, audienceBefore), can }
}

/** The people named by an event: it may be for them with any rights. */
export function namedBy(event: Event): string[] {
  if (event.type === 'access') return [event.userId]
  if (event.type === 'notification') return event.userIds
  return [...(event.audience?.users ?? []), ...(event.audienceBefore?.users ?? [])]
}

/** Whether everybody with this role and department may be told of an event. */
export function isHeardByRights({ role, departmentId }: Pick<Actor, 'role' | 'departmentId'>, event: Event): boolean {
  if (event.type !== 'change') return false
  const anybody: Actor = { id: '', role, departmentId }
  return isHeardBy(anybody, event) || (event.verb !== undefined && belongsTo(anybody, AUDIT_LOG_READERS))
}

/** Whether a page of this viewer may be told of an event. */
export function isHeardBy(viewer: Actor, event: Event): boolean {
  if (event.type !== 'change') return true
  const { could, can } = visibilityOf(event, viewer)
  return could || can
}

/** An open page: its viewer, and the id that the page gave itself. */
export interface LivePage {
  /** The reader of its toasts. */
  reader(): Reader
  viewer: Actor
  tab: string | null
}

/**
 * An event's messages to a page, as frames: none for a row that its viewer may neither see now nor could see before.
 * The row is sent as it is now, perhaps later than the event, to people who may see it now. A late notification is no
 * toast any more: the list of notifications shows it.
 */
export function describe(pageEvent: PageEvent, page: LivePage, isLate = false): Buffer[] {
  const { event } = pageEvent
  const { viewer, tab } = page
  if (event.type === 'access') return []
  if (event.type === 'notification') {
    const at = event.userIds.indexOf(viewer.id)
    if (at === -1) return []
    const id = event.ids[at] ?? 0
    const message: ServerMessage = isLate
      ? { type: 'change', data: { resource: 'notifications', id } }
      : { type: 'notification', data: { id, ...toastOf(event.fact, page.reader()) } }
    return [frameOf(JSON.stringify(message))]
  }
  const frames: Buffer[] = []
  const isOwn = event.tab !== null && event.tab === tab
  if (!isOwn || (pageEvent.row !== undefined && comesBackTo(event, tab))) {
    const { could, can } = visibilityOf(event, viewer)
    if (could || can) {
      const canNow = belongsTo(viewer, pageEvent.row?.audience)
      frames.push(frameFor(pageEvent, event, { could, can, canNow, isOwn }))
    }
  }
  // A change that is logged is news for those who read the audit log, also in the page that made it.
  if (event.verb !== undefined && belongsTo(viewer, AUDIT_LOG_READERS)) frames.push(AUDIT_LOG_CHANGED)
  return frames
}

/** A notification's toast: its texts, and the address of its button. */
function toastOf(fact: NotificationFact, reader: Reader) {
  const { type, title, message } = describeNotification(fact, reader)
  const idIf = (subjectType: string) => (fact.subject?.type === subjectType ? fact.subject.id : null)
  const threadId = threadIdOf(fact)
  return {
    type,
    title,
    message: message && shorten(message, MAX_LIVE_CHARACTERS),
    taskId: idIf('task'),
    reminderId: idIf('reminder'),
    sopId: idIf('sop'),
    ...(threadId !== undefined && { threadId }),
  }
}

const AUDIT_LOG_READERS: Audience = { fromRole: 'admin', departments: [], users: [] }
const AUDIT_LOG_CHANGED = frameOf(
  JSON.stringify({ type: 'change', data: { resource: 'audit-log', id: null } } satisfies ServerMessage),
)

/** Whether a page could see the row before a change, and can see it after; and the row as it is now. */
interface Visibility {
  could: boolean
  can: boolean
  canNow: boolean
  /** Whether the page has made it. */
  isOwn: boolean
}

/** The frame of a change, made once for all who may see the same of it. */
function frameFor(
  { row, deliveredUpTo, stagger, frames }: PageEvent,
  event: ChangeEvent & Event,
  { could, can, canNow, isOwn }: Visibility,
): Buffer {
  const key = `${could} ${can} ${canNow} ${isOwn}`
  const known = frames.get(key)
  if (known !== undefined) return known
  const { change, verb, by, filterValues, fellDue, due, position, transaction, at } = event
  // Not everybody may see when a step was done. So its change does not say it, and neither does the change of its
  // task's counts, which has no verb.
  const isTimed = fellDue || (verb !== undefined && change.resource !== 'steps')
  const head = JSON.stringify({
    ...change,
    // The person who changes something sees the effects at once.
    ...(isOwn ? { own: true } : stagger > 0 && { spread: stagger }),
    ...(row !== undefined && {
      ...{ position, floor: deliveredUpTo, due, transaction },
      ...(isTimed && { at }),
      ...(could && filterValues?.before && { before: filterValues.before }),
      ...(can && filterValues?.after && { after: filterValues.after }),
      ...(can && by && { verb, by }),
      ...(fellDue && { fellDue }),
    }),
  })
  const body = row === undefined ? head : `${head.slice(0, -1)},"row":${canNow && row ? row.json : 'null'}}`
  const frame = frameOf(`{"type":"change","data":${body}}`)
  frames.set(key, frame)
  return frame
}
