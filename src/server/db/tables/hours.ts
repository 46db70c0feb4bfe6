import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { users } from './users.ts'

/**
 * Approvals of a person's pay periods. A row never changes, except that it may be withdrawn once. Of
 * a person and period the latest row counts: approving changed hours again adds one. `core/hours/approved.ts` reads it.
 */
export const hoursApprovals = pgTable(
  'hours_approvals',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The first and the last day. */
    periodStart: date('period_start').notNull(),
    periodEnd: date('period_end').notNull(),
    /** The paid minutes of each day that has any: {"2026-11-02": 480}. */
    minutes: jsonb('minutes').$type<Record<string, number>>().notNull(),
    /** Names exactly these minutes (`core/hours/hash.ts`). */
    hash: varchar('hash', { length: 22 }).notNull(),
    approvedBy: uuid('approved_by')
      .notNull()
      .references(() => users.id),
    approvedAt: instant('approved_at').notNull(),
    withdrawnBy: uuid('withdrawn_by').references(() => users.id),
    withdrawnAt: instant('withdrawn_at'),
    withdrawReason: text('withdraw_reason'),
    /** When managers were told that the hours differ from these. They are told once. */
    toldAt: instant('told_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // The latest one of a person and period, and a person's rows in a span of days.
    index('hours_approvals_person').on(t.userId, t.periodStart, t.id.desc().nullsFirst()),
    check('hours_approvals_order', sql`${t.periodEnd} >= ${t.periodStart}`),
    check('hours_approvals_withdrawn', sql`(${t.withdrawnAt} is null) = (${t.withdrawnBy} is null)`),
  ],
)

export const answerKinds = ['confirm', 'object', 'settle'] as const

/**
 * People's words about their hours of a pay period, and managers' answers. Rows never change; the latest one of a
 * person and period counts.
 */
export const hoursAnswers = pgTable(
  'hours_answers',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    periodStart: date('period_start').notNull(),
    periodEnd: date('period_end').notNull(),
    kind: varchar('kind', { length: 10, enum: answerKinds }).notNull(),
    /** Of the hours that it was said about. */
    hash: varchar('hash', { length: 22 }).notNull(),
    /** The objection, or the answer of a manager. */
    text: text('text'),
    /** The person, or the manager who has answered. */
    saidBy: uuid('said_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('hours_answers_person').on(t.userId, t.periodStart, t.id.desc().nullsFirst()),
    check('hours_answers_text', sql`(${t.text} is null) = (${t.kind} = 'confirm')`),
  ],
)
