import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import {
  currentPassword,
  email,
  id,
  idAndName,
  language,
  oneOf,
  page,
  password,
  personName,
  replyInstant,
  text,
  userId,
} from './fields.ts'
import { english } from './message.ts'
import { roles } from './permissions.ts'

/** A person and their account. Tasks can be assigned to the person while the account is active. */
export const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  departmentId: z.nullable(id),
  department: z.nullable(idAndName),
  isActive: z.boolean(),
  language,
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type Person = z.output<typeof Person>

const fields = {
  firstName: personName(english('First name is required')),
  lastName: personName(english('Last name is required')),
  email,
  role: oneOf(roles),
}
const optional = { language: z.optional(language) }

export const NewPerson = z.strictObject({ ...fields, ...optional, departmentId: id, password })
export type NewPerson = z.input<typeof NewPerson>

/** Only the fields sent are changed. */
const PersonChanges = z.strictObject({
  firstName: z.optional(fields.firstName),
  lastName: z.optional(fields.lastName),
  email: z.optional(email),
  role: z.optional(fields.role),
  departmentId: z.optional(z.nullable(id)),
  isActive: z.optional(z.boolean()),
  ...optional,
  /** Only needed to change one's own e-mail address. */
  currentPassword: z.optional(currentPassword),
})

const NewPassword = z.strictObject({
  /** Needed to change one's own password. Anyone who manages the person leaves it out. */
  currentPassword: z.optional(currentPassword),
  newPassword: password,
})

/** People of one import file. */
export const MAX_IMPORT_PEOPLE = 1_000
const Import = z.strictObject({ csv: text(400_000, english('The file is too large')) })

/** A line of the file, as the server has read it. */
const ImportLine = z.object({
  line: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  department: z.string(),
  language,
  /** Whether the line has a password. Without one the server makes one up. */
  hasPassword: z.boolean(),
  faults: z.array(z.string()),
})
export type ImportLine = z.output<typeof ImportLine>

const ImportPreview = z.object({ lines: z.array(ImportLine), faulty: z.int() })
export type ImportPreview = z.output<typeof ImportPreview>

/** How many accounts were created, and the passwords that the server made up. They are in this reply and never again. */
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
