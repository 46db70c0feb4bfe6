import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { MAX_HANDOVER_NOTE, MAX_HANDOVER_TEXT, MAX_QUESTION, severities } from '../../../shared/handovers.ts'
import { createdAt, foldedText, instant, isOneOf, serialId } from '../columns.ts'
import { departments } from './departments.ts'
import { tasks } from './tasks.ts'
import { users } from './users.ts'

/** Handovers: one for each shift. They are deleted after two years. */
export const handovers = pgTable(
  'handovers',
  {
    id: serialId(),
    giverId: uuid('giver_id')
      .notNull()
      .references(() => users.id),
    /** The giver's department then. */
    departmentId: integer('department_id').references(() => departments.id),
    note: varchar('note', { length: MAX_HANDOVER_NOTE }),
    /** Muster wrote it, because the giver had forgotten to clock out. */
    isForgotten: boolean('is_forgotten').notNull().default(false),
    /** The note and the texts of the items, folded, for search. */
    searchText: foldedText('search_text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('handovers_list').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('handovers_department').on(t.departmentId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('handovers_giver').on(t.giverId, t.createdAt.desc().nullsFirst()),
  ],
)

/** A condition: somebody has received it and not done it. An item about a task is done with the task. */
export const itemIsOpen = (item: Record<'receivedAt' | 'taskId' | 'doneAt', AnyPgColumn>): SQL<boolean> =>
  sql`${item.receivedAt} is not null and ${item.taskId} is null and (${item.doneAt} is null or ${item.doneAt} < ${item.receivedAt})`

/** One thing that is handed over. It waits until somebody has received it. */
export const handoverItems = pgTable(
  'handover_items',
  {
    id: serialId(),
    handoverId: integer('handover_id')
      .notNull()
      .references(() => handovers.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    /** As in its handover, so that one index finds waiting items. */
    giverId: uuid('giver_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    taskId: integer('task_id').references(() => tasks.id, { onDelete: 'set null' }),
    text: varchar('text', { length: MAX_HANDOVER_TEXT }),
    severity: text('severity', { enum: severities }).notNull(),
    next: varchar('next', { length: MAX_HANDOVER_TEXT }).notNull(),
    ifThen: varchar('if_then', { length: MAX_HANDOVER_TEXT }),
    /** The task's department then, else the giver's. */
    departmentId: integer('department_id').references(() => departments.id),
    toUserId: uuid('to_user_id').references(() => users.id),
    receivedBy: uuid('received_by').references(() => users.id),
    receivedAt: instant('received_at'),
    /**
     * When its receiver has done it, or handed it over again. It counts if that was since it was received. An item
     * about a task counts as done at once: the task remains to be done.
     */
    doneAt: instant('done_at'),
    /** When managers were told that nobody has received it. */
    escalatedAt: instant('escalated_at'),
  },
  (t) => {
    const waits = sql`${t.receivedAt} is null`
    return [
      check('handover_items_severity', isOneOf(t.severity, severities)),
      check('handover_items_received', sql`(${t.receivedBy} is null) = (${t.receivedAt} is null)`),
      index('handover_items_handover').on(t.handoverId, t.position),
      index('handover_items_task').on(t.taskId).where(sql`${t.taskId} is not null`),
      index('handover_items_department').on(t.departmentId, t.createdAt.desc().nullsFirst()),
      index('handover_items_waiting').on(t.departmentId, t.id).where(waits),
      index('handover_items_held').on(t.receivedBy).where(itemIsOpen(t)),
      index('handover_items_for').on(t.toUserId, t.id).where(sql`${t.toUserId} is not null`),
    ]
  },
)

/** Questions about an item, at most 20, with their answers. */
export const handoverQuestions = pgTable(
  'handover_questions',
  {
    id: serialId(),
    itemId: integer('item_id')
      .notNull()
      .references(() => handoverItems.id, { onDelete: 'cascade' }),
    askerId: uuid('asker_id')
      .notNull()
      .references(() => users.id),
    question: varchar('question', { length: MAX_QUESTION }).notNull(),
    askedAt: instant('asked_at').notNull(),
    answer: varchar('answer', { length: MAX_QUESTION }),
    answeredBy: uuid('answered_by').references(() => users.id),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    check('handover_questions_answered', sql`(${t.answeredBy} is null) = (${t.answeredAt} is null)`),
    index('handover_questions_item').on(t.itemId, t.id),
    index('handover_questions_open').on(t.askedAt).where(sql`${t.answeredAt} is null`),
  ],
)
