import { boolean, date, index, integer, jsonb, pgTable, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import type { ExportedWageType } from '../../../shared/payroll.ts'
import { MAX_PERSONNEL_NUMBER } from '../../../shared/person.ts'
import type { WageLine } from '../../../shared/wage-minutes.ts'
import { createdAt, serialId } from '../columns.ts'
import { hoursApprovals } from './hours.ts'
import { users } from './users.ts'

/**
 * Payroll runs, a few a month. They stay for as long as hours do. A trigger, which Drizzle does not know, refuses every
 * change of both tables: exported lines are never rewritten, a later run corrects them.
 */
export const payrollRuns = pgTable(
  'payroll_runs',
  {
    id: serialId(),
    /** The first and the last day of the pay period. */
    period: date('period').notNull(),
    periodEnd: date('period_end').notNull(),
    /** Sums of its exports, so that lists need not read them. */
    people: integer('people').notNull(),
    lines: integer('lines').notNull(),
    corrections: integer('corrections').notNull(),
    minutes: integer('minutes').notNull(),
    /** The wage types of its lines, as they were. */
    wageTypes: jsonb('wage_types').$type<ExportedWageType[]>().notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('payroll_runs_period').on(t.period)],
)

/** The part of a run that is about one person and pay period: the approval that it is from, and lines. */
export const payrollExports = pgTable(
  'payroll_exports',
  {
    id: serialId(),
    runId: integer('run_id')
      .notNull()
      .references(() => payrollRuns.id),
    approvalId: integer('approval_id')
      .notNull()
      .references(() => hoursApprovals.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    periodStart: date('period_start').notNull(),
    periodEnd: date('period_end').notNull(),
    /** Of the minutes, as the approval has it. */
    hash: varchar('hash', { length: 22 }).notNull(),
    /** The person as they were. */
    personnelNumber: varchar('personnel_number', { length: MAX_PERSONNEL_NUMBER }).notNull(),
    firstName: varchar('first_name', { length: 100 }).notNull(),
    lastName: varchar('last_name', { length: 100 }).notNull(),
    department: varchar('department', { length: 100 }),
    /** Whether an earlier run had hours of the person and the pay period. */
    isCorrection: boolean('is_correction').notNull(),
    /** By day, then by code; below zero where an earlier run had too much. */
    lines: jsonb('lines').$type<WageLine[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Each approval is exported once, also if two runs are made at the same time.
    unique('payroll_exports_approval').on(t.approvalId),
    // The ids of a run are in the order of names.
    index('payroll_exports_run').on(t.runId, t.id),
    // Earlier exports of a person, and the latest of a pay period.
    index('payroll_exports_person').on(t.userId, t.periodStart, t.id.desc().nullsFirst()),
  ],
)
