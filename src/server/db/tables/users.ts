import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { notifyChoices, startScreens } from '../../../shared/fields.ts'
import { roles } from '../../../shared/permissions.ts'
import { MAX_PERSONNEL_NUMBER } from '../../../shared/person.ts'
import type { Language } from '../../../shared/words/languages.ts'
import { createdAt, foldedText, instant, isOneOf, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'

/**
 * The tables, one file for each noun. A visible row changes only through `write`, and a person's records stay after the
 * account is deleted. So no foreign key deletes or clears anything.
 */

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Null for a person who signs in by a user name, or at kiosks alone. */
    email: varchar('email', { length: 254 }),
    /** In small letters. */
    username: varchar('username', { length: 40 }),
    /** Null until the person has set a password. */
    passwordHash: text('password_hash'),
    firstName: varchar('first_name', { length: 100 }).notNull(),
    lastName: varchar('last_name', { length: 100 }).notNull(),
    /** First and last name, folded, for search and for sorting by assignee. */
    foldedName: foldedText('folded_name').notNull(),
    profileImageUrl: varchar('profile_image_url', { length: 500 }),
    role: text('role', { enum: roles }).notNull().default('user'),
    /** The language that the person reads in; null for the browser's. */
    language: varchar('language', { length: 5 }).$type<Language>(),
    /** The screen at which the installed app opens; null for Today. */
    startScreen: varchar('start_screen', { length: 20, enum: startScreens }),
    /** When devices ring: only on duty, or always; null for the default of the role. */
    notify: varchar('notify', { length: 20, enum: notifyChoices }),
    /** Whether planners may ask the person for extra shifts while they are off duty. */
    wantsExtraShifts: boolean('wants_extra_shifts').notNull().default(false),
    departmentId: integer('department_id').references(() => departments.id),
    /** The person's number in the payroll program. */
    personnelNumber: varchar('personnel_number', { length: MAX_PERSONNEL_NUMBER }),
    isActive: boolean('is_active').notNull().default(true),
    /** A deleted account cannot be used and is in no list. Its records stay. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('users_sign_in_name', sql`${t.email} is not null or ${t.username} is not null`),
    check('users_username_form', sql`${t.username} ~ '^[a-z0-9._-]{3,40}$'`),
    check('users_role', isOneOf(t.role, roles)),
    check('users_start_screen', isOneOf(t.startScreen, startScreens)),
    check('users_notify', isOneOf(t.notify, notifyChoices)),
    uniqueIndex('users_email').on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_username').on(t.username).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_personnel_number').on(t.personnelNumber).where(sql`${t.deletedAt} is null`),
    index('users_list').on(t.foldedName, t.id).where(sql`${t.deletedAt} is null`),
    index('users_department').on(t.departmentId).where(sql`${t.deletedAt} is null`),
  ],
)
