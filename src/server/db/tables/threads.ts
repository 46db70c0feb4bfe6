import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { departments } from './departments.ts'
import { messages } from './messages.ts'
import { photos } from './photos.ts'
import { users } from './users.ts'

/** Threads of two people, or of a department. One for each pair and department; it goes with its last message. */
export const threads = pgTable(
  'threads',
  {
    id: serialId(),
    /** Its department; null for a thread of two. */
    departmentId: integer('department_id').references(() => departments.id, { onDelete: 'cascade' }),
    /** The two people, the smaller id first; null for a department's. */
    personA: uuid('person_a').references(() => users.id),
    personB: uuid('person_b').references(() => users.id),
    /**
     * The latest message, by which lists are sorted: as the first person sees it, or a whole department, and as the
     * second person does. A message to a whole department that is not one's own moves only the other side.
     */
    lastA: integer('last_a'),
    lastB: integer('last_b'),
    lastAt: instant('last_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'threads_kind',
      sql`case when ${t.departmentId} is null then ${t.personA} < ${t.personB} else ${t.personA} is null and ${t.personB} is null end`,
    ),
    uniqueIndex('threads_department').on(t.departmentId),
    uniqueIndex('threads_pair').on(t.personA, t.personB),
    index('threads_of_a').on(t.personA, t.lastA.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('threads_of_b').on(t.personB, t.lastB.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('threads_old').on(t.lastAt),
  ],
)

const threadId = () =>
  integer('thread_id')
    .notNull()
    .references(() => threads.id, { onDelete: 'cascade' })

/** The threads of each message: one, or one with each of several people that it names. They go with the message. */
export const threadMessages = pgTable(
  'thread_messages',
  {
    threadId: threadId(),
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.messageId] }), index('thread_messages_message').on(t.messageId)],
)

/** The photo of a message. Without its message it is attached to nothing, and goes as other such photos do. */
export const threadPhotos = pgTable(
  'thread_photos',
  {
    messageId: integer('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
  },
  (t) => [uniqueIndex('thread_photos_photo').on(t.photoId)],
)

/** Up to which message a person has read a thread. One row for each person and thread; it goes with the thread. */
export const threadReads = pgTable(
  'thread_reads',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    threadId: threadId(),
    readId: integer('read_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.threadId] }), index('thread_reads_thread').on(t.threadId)],
)
