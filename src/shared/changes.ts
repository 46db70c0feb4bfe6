import * as z from 'zod/mini'
import { id } from './fields.ts'

/** The messages of the live connection at `/ws`. */

/** The resources that changes name. A change makes the replies stale that read its resource. */
export const resources = [
  'departments',
  'users',
  'sessions',
  'projects',
  'tasks',
  'comments',
  'unread-comments',
  'steps',
  'photos',
  'routines',
  'places',
  'sops',
  'clock',
  'hours',
  'contracts',
  'roster',
  // The plan as planners have it.
  'roster-drafts',
  'shift-templates',
  'shift-exchanges',
  'shift-asks',
  'absences',
  'shift-wishes',
  'payroll',
  'duty',
  'handovers',
  'messages',
  'threads',
  'reminders',
  'notifications',
  'push-devices',
  'feedback',
  'audit-log',
  'jobs',
  'saved-views',
  'webhooks',
  'holidays',
  'organisation',
  'kiosks',
  'all-clears',
] as const
export type Resource = (typeof resources)[number]

/** Something was created, changed or removed. The id is null when many changed at once. */
const Change = z.object({ resource: z.enum(resources), id: z.nullable(z.union([z.int(), z.string()])) })
export type Change = z.output<typeof Change>

/** A change with all that a page needs to follow it. Without `row` the page reads its queries again. */
const ChangeWithRow = z.extend(Change, {
  /** Its place in the log of events, and up to where of the log everything had been sent before. */
  position: z.optional(z.int()),
  floor: z.optional(z.int()),
  /** Tasks whose due date lies before this time had been announced as overdue before. In milliseconds since 1970. */
  due: z.optional(z.int()),
  /** The transaction that made it: replies name the transactions that they have seen. */
  transaction: z.optional(z.int()),
  /** When it was made, in milliseconds since 1970; absent for steps, and where only counts of a task have changed. */
  at: z.optional(z.int()),
  /** The row's place in lists and counts before and after; absent for people who could not, or cannot, see it. */
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  /** The action, as in the audit log, and its person; absent for people who cannot see the row now. */
  verb: z.optional(z.string()),
  by: z.optional(z.object({ firstName: z.string(), lastName: z.string() })),
  /** Nobody has changed it: its due date has passed. */
  fellDue: z.optional(z.literal(true)),
  /** This page has made it. */
  own: z.optional(z.literal(true)),
  /** So many milliseconds the pages that read again because of this should spread over. */
  spread: z.optional(z.int()),
  /** The row as it is now, as the API gives it; null for one that is gone, or that this person may not see. */
  row: z.optional(z.unknown()),
})
export type ChangeWithRow = z.output<typeof ChangeWithRow>

/** How much of a long call is done, in items. */
export const Progress = z.object({ done: z.int(), total: z.int() })
export type Progress = z.output<typeof Progress>

/** A message from a page. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('auth'),
    userId: z.string(),
    /** Identifies this page, so that the server knows which changes are its own. */
    tab: z.optional(z.string().check(z.maxLength(64))),
    /** For how many ms the page has read without a live connection. The server sends the changes of that time. */
    readingFor: z.optional(z.number().check(z.nonnegative())),
    /** Where a page that returns has stopped hearing: the log's name, and the position that the server gave last. */
    since: z.optional(z.object({ epoch: z.string().check(z.maxLength(64)), position: z.int() })),
    /** The rights with which the page has read its data. With others by now, it reads everything again. */
    rights: z.optional(
      z.object({ role: z.nullable(z.string().check(z.maxLength(20))), departmentId: z.nullable(z.int()) }),
    ),
  }),
  z.object({ type: z.literal('ping') }),
  /** The page is in use and has just shown this notification of its person: no device needs to ring. */
  z.object({ type: z.literal('shown'), id }),
])
export type ClientMessage = z.output<typeof ClientMessage>

/**
 * This page's turn, in seconds from now, to read its data again. It is absent when the page may read at once. The
 * server gives turns so that a thousand pages do not read everything in the same second.
 */
const after = z.optional(z.number().check(z.nonnegative()))

/** A message from the server. */
export const ServerMessage = z.discriminatedUnion('type', [
  /**
   * `turn` is the place of a returning page that has to read everything again. With `resumed` it need not: the events
   * that it missed follow. They stand behind `position` in the log.
   */
  z.object({
    type: z.literal('auth_success'),
    after,
    resumed: z.optional(z.literal(true)),
    epoch: z.optional(z.string()),
    position: z.optional(z.int()),
  }),
  z.object({ type: z.literal('pong') }),
  z.object({
    type: z.literal('notification'),
    data: z.object({
      id: z.int(),
      /** The kind of its subject; a server of an earlier version does not say. */
      type: z.optional(z.string()),
      title: z.string(),
      message: z.nullable(z.string()),
      taskId: z.nullable(id),
      reminderId: z.nullable(id),
      sopId: z.nullable(id),
      /** The thread of a message. */
      threadId: z.optional(id),
    }),
  }),
  z.object({ type: z.literal('change'), data: ChangeWithRow }),
  /** Everything up to this position of the log has been sent to this page. */
  z.object({ type: z.literal('position'), position: z.int() }),
  /** How far a long call of this page has got. */
  z.object({ type: z.literal('progress'), data: Progress }),
  /** The page may have missed changes, and reads everything that it shows again. */
  z.object({ type: z.literal('stale'), after }),
])
export type ServerMessage = z.output<typeof ServerMessage>

/**
 * The header of a reply with counts: the transactions that it has seen, as PostgreSQL writes a snapshot, and the time
 * that it was made for, in milliseconds since 1970. By it a page knows which changes the counts hold already.
 */
export const SNAPSHOT_HEADER = 'x-muster-snapshot'

/** The header of a write that identifies the page, as `tab` does over the live connection. */
export const TAB_HEADER = 'x-muster-tab'

/**
 * The resources whose changes also come back to the page that made them, with their row: it need not read them again.
 * Of other resources a page receives only other people's changes.
 */
export const followedByOwner: readonly Resource[] = ['tasks', 'clock']

/** A write's reply: the log position of its last change that comes back to the page. Absent if not all do. */
export const OWN_POSITION_HEADER = 'x-muster-position'
