import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { SignInSession, signInSessionId } from './auth.ts'
import { endpoint } from './endpoint.ts'
import {
  allSeen,
  currentPassword,
  email,
  id,
  idAndName,
  isObject,
  language,
  oneOf,
  page,
  password,
  personName,
  replyInstant,
  requiredText,
  userId,
  username,
} from './fields.ts'
import { Import, ImportPreview, MAX_IMPORT_PEOPLE } from './import-people.ts'
import { may, roles } from './permissions.ts'
import { pin } from './pin.ts'
import { signInName } from './sign-in-name.ts'
import { ApiToken } from './tokens.ts'
import { english, msg } from './words/message.ts'

/** A person and their account. Tasks can be assigned to the person while the account is active. */
export const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  /** An older server does not say. */
  username: z.optional(z.nullable(z.string())),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  departmentId: z.nullable(id),
  department: z.nullable(idAndName),
  isActive: z.boolean(),
  /** Whether the person can sign in with a password; an older server does not say. */
  hasPassword: z.optional(z.boolean()),
  /** Whether the person has a PIN for kiosks; an older server does not say. */
  hasPin: z.optional(z.boolean()),
  /** The person's number in the payroll program. Only people who manage accounts get it. */
  personnelNumber: z.optional(z.nullable(z.string())),
  /** Until when a link to set a password is valid; null if there is none. */
  invitedUntil: z.optional(z.nullable(replyInstant)),
  language,
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type Person = z.output<typeof Person>

/** Characters of a personnel number. */
export const MAX_PERSONNEL_NUMBER = 20
export const personnelNumber = requiredText(MAX_PERSONNEL_NUMBER, english('Enter a personnel number')).check(allSeen)

const fields = {
  firstName: personName(english('First name is required')),
  lastName: personName(english('Last name is required')),
  email: z.optional(z.nullable(email)),
  username: z.optional(z.nullable(username)),
  role: oneOf(roles),
}
const optional = { language: z.optional(language), personnelNumber: z.optional(z.nullable(personnelNumber)) }

/** The message for an account that would have neither. */
export const NO_SIGN_IN_NAME = msg('Enter an e-mail address, or a user name')
export const noSignInName = NO_SIGN_IN_NAME.id

export const NewPerson = z
  .strictObject({ ...fields, ...optional, departmentId: id, password: z.optional(password) })
  .check(
    z.refine((person) => signInName(person) !== '', { path: ['email'], error: noSignInName, when: isObject }),
    // Somebody with a user name alone may do without a password: they use kiosks, with a PIN.
    z.refine((person) => person.password !== undefined || (person.email ?? null) === null, {
      path: ['password'],
      error: english('Enter a password'),
      when: isObject,
    }),
  )
export type NewPerson = z.input<typeof NewPerson>

/**
 * A person without a password: they set it themselves, by a link. Without an e-mail address and a user name they get a
 * user name made of their name.
 */
export const NewInvited = z.strictObject({ ...fields, ...optional, departmentId: id })
export type NewInvited = z.input<typeof NewInvited>

/** People of one list that somebody types or pastes. */
export const MAX_LIST_PEOPLE = 100

/** The most people that one call changes. */
export const MAX_PEOPLE_PER_CHANGE = 200

/** A link by which a person sets a password. It is in this reply and never again. */
const Invitation = z.object({
  userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  username: z.optional(z.nullable(z.string())),
  /** The whole address where the deployment knows its own, else the path. */
  link: z.string(),
  /** The link is valid until then. */
  expires: replyInstant,
})
export type Invitation = z.output<typeof Invitation>

const Invitations = z.object({ invitations: z.array(Invitation) })
/** Whether each person gets a link by e-mail too. */
const send = z.optional(z.boolean())

/** Only the fields sent are changed. */
const PersonChanges = z.strictObject({
  firstName: z.optional(fields.firstName),
  lastName: z.optional(fields.lastName),
  email: fields.email,
  username: fields.username,
  role: z.optional(fields.role),
  departmentId: z.optional(z.nullable(id)),
  isActive: z.optional(z.boolean()),
  ...optional,
  /** Only needed to change one's own e-mail address or user name. */
  currentPassword: z.optional(currentPassword),
  /** Only with `isActive: false`: the successor for the person's open tasks and routines. */
  successorId: z.optional(userId),
})

/** The work that a person would leave behind. */
const OpenWork = z.object({
  /** Tasks that are assigned to them and are not completed. */
  tasks: z.int(),
  /** Routines that assign to them. */
  routines: z.int(),
  /** Routines that they have made, for any assignee. */
  madeRoutines: z.int(),
  /** Active reminders for them alone. */
  reminders: z.int(),
  /** Active reminders that they have made for a department or for everybody. */
  madeReminders: z.int(),
})
export type OpenWork = z.output<typeof OpenWork>

/** People who can get a leaver's open work: they see all tasks of the department, and may do them. */
export const mayTakeOver = (
  person: Pick<Person, 'id' | 'role' | 'departmentId' | 'isActive'>,
  leaving: Pick<Person, 'id' | 'departmentId'>,
) =>
  person.id !== leaving.id && person.isActive && may(person, 'task:set-status', { departmentId: leaving.departmentId })

const NewPassword = z.strictObject({
  /** Needed to change one's own password. Anyone who manages the person leaves it out. */
  currentPassword: z.optional(currentPassword),
  newPassword: password,
})

/** How many accounts were created, and the links of those without a password. */
const Imported = z.object({ created: z.int(), invitations: z.array(Invitation) })
export type Imported = z.output<typeof Imported>

const params = { id: userId }

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Active people by name, 1,000 at a time; whoever manages users may ask for the deactivated as well',
    allow: 'person:list',
    query: z.strictObject({ inactive: z.optional(z.literal('true')), ...page }),
    reply: z.array(Person),
    reads: ['users', 'departments'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Create an account',
    allow: 'user:manage',
    body: NewPerson,
    reply: Person,
    status: 201,
    changes: ['users'],
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/users/many',
    summary: 'Create accounts of people who set their passwords themselves, by links; all or none',
    allow: 'user:manage',
    body: z.strictObject({
      people: z
        .array(NewInvited)
        .check(
          z.minLength(1, english('Name at least one person')),
          z.maxLength(
            MAX_LIST_PEOPLE,
            english('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_LIST_PEOPLE }),
          ),
        ),
      send,
    }),
    reply: Invitations,
    status: 201,
    changes: ['users'],
  }),
  updateMany: endpoint({
    method: 'PUT',
    path: '/users/many',
    summary: 'Change the department or the role of many people, or deactivate or activate them; all or none',
    allow: 'user:manage',
    body: z.strictObject({
      userIds: z
        .array(userId)
        .check(
          z.minLength(1, english('Name at least one person')),
          z.maxLength(
            MAX_PEOPLE_PER_CHANGE,
            english('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_PEOPLE_PER_CHANGE }),
          ),
        ),
      changes: z.strictObject({
        departmentId: z.optional(z.nullable(id)),
        role: z.optional(oneOf(roles)),
        isActive: z.optional(z.boolean()),
      }),
    }),
    reply: z.object({ changed: z.int() }),
    changes: ['users', 'tasks', 'routines', 'clock', 'duty', 'sessions', 'webhooks', 'kiosks'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/users/invitations',
    summary:
      'Make links by which people set a password; earlier links of theirs end. Managers: for people without an e-mail address',
    allow: 'user:invite',
    proof: true,
    body: z.strictObject({
      userIds: z
        .array(userId)
        .check(
          z.minLength(1, english('Name at least one person')),
          z.maxLength(
            MAX_IMPORT_PEOPLE,
            english('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_IMPORT_PEOPLE }),
          ),
        ),
      send,
    }),
    reply: Invitations,
    status: 201,
    changes: ['users'],
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/users/:id/invitation',
    summary: 'End the links by which a person could set a password',
    allow: 'user:invite',
    params,
    changes: ['users'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/:id',
    summary: "Change, deactivate or activate an account; one's own e-mail or user name needs the current password",
    allow: 'user:manage',
    params,
    body: PersonChanges,
    reply: Person,
    changes: ['users', 'tasks', 'routines', 'clock', 'duty', 'sessions', 'webhooks', 'kiosks'],
  }),
  openWork: endpoint({
    method: 'GET',
    path: '/users/:id/open-work',
    summary: 'How many open tasks, routines and reminders a person would leave',
    allow: 'user:manage',
    params,
    reply: OpenWork,
    reads: ['users', 'tasks', 'routines', 'reminders'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: "Delete an account; the person's records stay. A successor gets their open tasks and routines",
    allow: 'user:manage',
    proof: true,
    params,
    query: z.strictObject({ successorId: z.optional(userId) }),
    changes: ['users', 'tasks', 'routines', 'reminders', 'clock', 'duty', 'webhooks', 'kiosks'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/users/:id/history',
    summary: 'What was done to an account, newest first',
    allow: 'user:manage',
    params,
    ...history,
    reads: ['users', 'departments'],
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/users/:id/password',
    summary: "Set a new password; one's own needs the current one",
    allow: 'profile:own',
    limit: 'password',
    params,
    body: NewPassword,
    changes: ['sessions'],
  }),
  setPin: endpoint({
    method: 'PUT',
    path: '/users/:id/pin',
    summary: 'Make a new PIN with which a person clocks in at kiosks; it is in this reply and never again',
    allow: 'user:set-pin',
    proof: true,
    params,
    reply: z.object({ pin }),
    status: 200,
    changes: ['users', 'sessions'],
  }),
  clearSecondStep: endpoint({
    method: 'DELETE',
    path: '/users/:id/second-step',
    summary: 'Take the second step of a sign-in away from a person who has lost it',
    allow: 'user:manage',
    proof: true,
    params,
    changes: ['sessions'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/users/:id/sessions',
    summary: 'Where a person is signed in, last seen first',
    allow: 'user:manage',
    params,
    reply: z.array(SignInSession),
    reads: ['sessions'],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/users/:id/sessions/:session',
    summary: 'End one sign-in session of a person',
    allow: 'user:manage',
    params: { ...params, session: signInSessionId },
    changes: ['sessions'],
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/users/:id/sessions',
    summary: 'Sign a person out everywhere',
    allow: 'user:manage',
    params,
    changes: ['sessions'],
  }),
  programs: endpoint({
    method: 'GET',
    path: '/users/:id/programs',
    summary:
      'The tokens of a person, without the tokens themselves, their calendar, and the devices that are told in their name',
    allow: 'user:manage',
    params,
    reply: z.object({
      tokens: z.array(ApiToken),
      hasCalendar: z.boolean(),
      /** When a calendar last read their tasks, to within an hour; null for never. */
      calendarReadAt: z.optional(z.nullable(replyInstant)),
      /** An older server does not say. */
      devices: z.optional(z.array(z.object({ id, device: z.string(), createdAt: replyInstant }))),
    }),
    reads: ['sessions'],
  }),
  endPrograms: endpoint({
    method: 'DELETE',
    path: '/users/:id/programs',
    summary: 'Revoke all tokens of a person, and the address of their calendar; their devices are not told any more',
    allow: 'user:manage',
    params,
    changes: ['sessions'],
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/users/import/preview',
    summary: 'What a CSV file of people would bring in, with the faults of each line; writes nothing',
    allow: 'user:manage',
    isLarge: true,
    body: Import,
    reply: ImportPreview,
    status: 200,
  }),
  import: endpoint({
    method: 'POST',
    path: '/users/import',
    summary: 'Create the accounts of a CSV file, save those of lines that are left out, all or none',
    allow: 'user:manage',
    isLarge: true,
    body: Import,
    reply: Imported,
    status: 201,
    changes: ['users'],
  }),
}
