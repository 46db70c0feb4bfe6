import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, pathId, replyInstant, requiredText, text } from './fields.ts'
import { english } from './words/message.ts'

export const Department = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  createdAt: replyInstant,
})
export type Department = z.output<typeof Department>

/** Departments of a deployment: they are read all at once, and chosen from lists. */
export const MAX_DEPARTMENTS = 500

const name = requiredText(100, english('Name is required'), english('Name too long'))
const about = z.nullable(text(2_000))

export const NewDepartment = z.strictObject({ name, description: z.optional(about) })
const DepartmentChanges = z.strictObject({ name: z.optional(name), description: z.optional(about) })

/** Names that one call adds at most. */
const MAX_ADDED = 50
const atMost = (max: number) =>
  english('{max, plural, one {At most # department} other {At most # departments}}', { max })

const params = { id: pathId }

export const departmentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/departments',
    summary: 'Departments',
    allow: 'department:read',
    reply: z.array(Department),
    reads: ['departments'],
    cached: 'steady',
  }),
  create: endpoint({
    method: 'POST',
    path: '/departments',
    summary: 'Create a department',
    allow: 'department:manage',
    body: NewDepartment,
    reply: Department,
    status: 201,
    changes: ['departments'],
  }),
  empty: endpoint({
    method: 'GET',
    path: '/departments/empty',
    summary: 'The ids of the departments that nothing belongs to',
    allow: 'department:manage',
    reply: z.array(id),
    reads: ['departments', 'users', 'tasks', 'projects', 'sops', 'reminders', 'places', 'clock'],
  }),
  updateMany: endpoint({
    method: 'PUT',
    path: '/departments',
    summary: 'Add departments that do not exist yet, and delete departments that nothing belongs to; all or nothing',
    allow: 'department:manage',
    body: z.strictObject({
      add: z.optional(z.array(name).check(z.maxLength(MAX_ADDED, atMost(MAX_ADDED)))),
      remove: z.optional(z.array(id).check(z.maxLength(MAX_DEPARTMENTS, atMost(MAX_DEPARTMENTS)))),
    }),
    reply: z.array(Department),
    changes: ['departments'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/departments/:id',
    summary: 'Rename or describe a department',
    allow: 'department:manage',
    params,
    body: DepartmentChanges,
    reply: Department,
    changes: ['departments'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/departments/:id',
    summary: 'Delete a department that nothing belongs to',
    allow: 'department:manage',
    params,
    changes: ['departments'],
  }),
}
