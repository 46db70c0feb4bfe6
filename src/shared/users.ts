import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { SignInSession, signInSessionId } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { currentPassword, id, oneOf, page, password, replyInstant, userId } from './fields.ts'
import { Import, ImportPreview, MAX_IMPORT_PEOPLE } from './import-people.ts'
import { OpenWork } from './open-work.ts'
import { roles } from './permissions.ts'
import { NewInvited, NewPerson, optionalFields, Person, personFields } from './person.ts'
import { pin } from './pin.ts'
import { ApiToken } from './tokens.ts'
import { english } from './words/message.ts'

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
  firstName: z.optional(personFields.firstName),
  lastName: z.optional(personFields.lastName),
  email: personFields.email,
  username: personFields.username,
  role: z.optional(personFields.role),
  departmentId: z.optional(z.nullable(id)),
  isActive: z.optional(z.boolean()),
  ...optionalFields,
  /** Only needed to change one's own e-mail address or user name. */
  currentPassword: z.optional(currentPassword),
  /** Only with `isActive: false`: the successor for the person's open tasks and routines. */
  successorId: z.optional(userId),
})

const NewPassword = z.strictObject({
  /** Needed to change one's own password. Anyone who manages the person leaves it out. */
  currentPassword: z.optional(currentPassword),
  newPassword: password,
})

/** How many accounts were created, and the links of those without a password. */
const Imported = z.object({ created: z.int(), invitations: z.array(Invitation) })
export type Imported = z.output<typeof Imported>

/** A list with one person at least and `max` at most. */
const people = <T extends z.ZodMiniType>(person: T, max: number) =>
  z
    .array(person)
    .check(
      z.minLength(1, english('Name at least one person')),
      z.maxLength(max, english('{max, plural, one {At most # person} other {At most # people}}', { max })),
    )

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
      people: people(NewInvited, MAX_LIST_PEOPLE),
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
      userIds: people(userId, MAX_PEOPLE_PER_CHANGE),
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
      userIds: people(userId, MAX_IMPORT_PEOPLE),
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
