import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import {
  currentPassword,
  email,
  id,
  named,
  oneOf,
  page,
  password,
  personName,
  replyInstant,
  text,
  userId,
} from './fields.ts'
import { roles } from './permissions.ts'

/** An account, and its person: somebody a task can be assigned to, while it is active. */
export const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  departmentId: z.nullable(id),
  department: z.nullable(named),
  isActive: z.boolean(),
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type Person = z.output<typeof Person>

const fields = {
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email,
  role: oneOf(roles),
}

export const NewPerson = z.strictObject({ ...fields, departmentId: id, password })
export type NewPerson = z.input<typeof NewPerson>

/** Only what is sent changes. */
export const PersonChanges = z.strictObject({
  firstName: z.optional(fields.firstName),
  lastName: z.optional(fields.lastName),
  email: z.optional(email),
  role: z.optional(fields.role),
  departmentId: z.optional(z.nullable(id)),
  isActive: z.optional(z.boolean()),
  /** Needed to change one's own e-mail, and for nothing else. */
  currentPassword: z.optional(currentPassword),
})
export type PersonChanges = z.input<typeof PersonChanges>

export const NewPassword = z.strictObject({
  /** Left out by who may manage that person. */
  currentPassword: z.optional(currentPassword),
  newPassword: password,
})

/** The most people that one file brings in. */
export const IMPORT_MOST = 1_000
const Import = z.strictObject({ csv: text(400_000, 'The file is too large') })

/** A line of the file as it was understood. */
const ImportLine = z.object({
  line: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  department: z.string(),
  /** The file names a password; without one, one is made up. */
  hasPassword: z.boolean(),
  faults: z.array(z.string()),
})
export type ImportLine = z.output<typeof ImportLine>

const ImportPreview = z.object({ lines: z.array(ImportLine), faulty: z.int() })
export type ImportPreview = z.output<typeof ImportPreview>

/** Who came in; the passwords that were made up are told here and never again. */
const Imported = z.object({
  created: z.int(),
  passwords: z.array(
    z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), password: z.string() }),
  ),
})
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
  update: endpoint({
    method: 'PUT',
    path: '/users/:id',
    summary: "Change, deactivate or activate an account; one's own e-mail needs the current password",
    allow: 'user:manage',
    params,
    body: PersonChanges,
    reply: Person,
    changes: ['users', 'tasks'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: "Delete an account; the person's records stay",
    allow: 'user:manage',
    params,
    changes: ['users', 'tasks', 'reminders', 'clock'],
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
  previewImport: endpoint({
    method: 'POST',
    path: '/users/import/preview',
    summary: 'What a CSV file of people would bring in, with the faults of each line; writes nothing',
    allow: 'user:manage',
    body: Import,
    reply: ImportPreview,
    status: 200,
  }),
  import: endpoint({
    method: 'POST',
    path: '/users/import',
    summary: 'Create the accounts of a CSV file, all or none',
    allow: 'user:manage',
    body: Import,
    reply: Imported,
    status: 201,
    changes: ['users'],
  }),
}
