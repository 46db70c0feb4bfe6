/**
 * The tables, one file for each noun. A visible row changes only through `write`, and a person's records stay after the account is
 * deleted. So no foreign key deletes or clears anything.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { notifyChoices, startScreens } from '../../../shared/fields.ts'
import { roles } from '../../../shared/permissions.ts'
import type { Language } from '../../../shared/words/languages.ts'
import { createdAt, foldedText, instant, oneOf, serialId, updatedAt } from '../columns.ts'

export const departments = pgTable(
  'departments',
  {
    id: serialId(),
    name: varchar('name', { length: 100 }).notNull(),
    description: text('description'),
    foldedName: foldedText('folded_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('departments_name').on(t.foldedName)],
)

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: varchar('email', { length: 254 }).notNull(),
    /** Null until the person has set a password. */
    passwordHash: text('password_hash'),
    firstName: varchar('first_name', { length: 100 }).notNull(),
    lastName: varchar('last_name', { length: 100 }).notNull(),
    /** First and last name, folded, for search and for sorting by assignee. */
    foldedName: foldedText('folded_name').notNull(),
    profileImageUrl: varchar('profile_image_url', { length: 500 }),
    role: text('role', { enum: roles }).notNull().default('user'),
    /** The language that the person reads in; null for that of the browser. */
    language: varchar('language', { length: 5 }).$type<Language>(),
    /** The screen at which the installed app opens; null for Today. */
    startScreen: varchar('start_screen', { length: 20, enum: startScreens }),
    /** When devices ring: only on duty, or always; null for the default of the role. */
    notify: varchar('notify', { length: 20, enum: notifyChoices }),
    departmentId: integer('department_id').references(() => departments.id),
    isActive: boolean('is_active').notNull().default(true),
    /** A deleted account cannot be used and is in no list. Its records stay. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('users_role', oneOf(t.role, roles)),
    check('users_start_screen', oneOf(t.startScreen, startScreens)),
    check('users_notify', oneOf(t.notify, notifyChoices)),
    uniqueIndex('users_email').on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index('users_list').on(t.foldedName, t.id).where(sql`${t.deletedAt} is null`),
    index('users_department').on(t.departmentId).where(sql`${t.deletedAt} is null`),
  ],
)

/** What is known of a session. Fields that are optional are absent from sessions of earlier versions. */
export interface SessionFacts {
  ipAddress: string
  userAgent: string | null
  signedInAt: string
  /** When the person last proved who they are; absent: at the sign-in. */
  provedAt?: string
  /** The person must set up a second step before anything else. */
  needsSecondStep?: true
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value, in hex. The value itself is not stored. */
    sid: text('sid').primaryKey(),
    sess: json('sess').$type<SessionFacts>().notNull(),
    expire: instant('expire').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('sessions_expire').on(t.expire), index('sessions_user').on(t.userId)],
)

/** Attempts to enter a password or to request a password link, while they run and after they failed. Successful ones are deleted. */
export const signInAttempts = pgTable(
  'sign_in_tries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purpose: text('purpose', {
      enum: ['password', 'forgot', 'link', 'code', 'pin', 'token', 'provider', 'passkey', 'challenge'],
    })
      .notNull()
      .default('password'),
    email: text('email').notNull(),
    ipAddress: varchar('ip_address', { length: 45 }).notNull(),
    /** The known browser or session whose own budget the attempt uses; null for the shared budgets. */
    ownBudget: text('own_budget'),
    createdAt: createdAt(),
  },
  (t) => [
    index('sign_in_tries_address').on(t.ipAddress, t.createdAt),
    index('sign_in_tries_account').on(t.email, t.createdAt),
  ],
)

/** Known browsers: those in which a person has signed in. A person has at most 20; each is deleted a year after its latest sign-in. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the browser's cookie, in hex. The value itself is not stored. */
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tokenHash, t.userId] }), index('known_devices_user').on(t.userId, t.lastUsedAt)],
)

/** Password links that were sent. Only the latest link of a person works. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the link's token, in hex. The token itself is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Moved to an earlier time when the link is used or a newer one replaces it. */
    expire: instant('expire').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('password_resets_user').on(t.userId, t.createdAt), index('password_resets_time').on(t.createdAt)],
)

/** Links by which a person sets a password, as somebody who manages them hands them out. Those of one person end together. */
export const invitations = pgTable(
  'invitations',
  {
    /** SHA-256 of the link's token, in hex. The token itself is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The link works as long as this person may manage the other one. */
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id),
    expire: instant('expire').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('invitations_user').on(t.userId), index('invitations_expire').on(t.expire)],
)
