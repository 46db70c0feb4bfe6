import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { Progress } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { description, id, idAndName, oneOf, page, pathId, replyInstant, requiredText, userId } from './fields.ts'
import { english } from './words/message.ts'

export const projectStatuses = ['pending', 'in_progress', 'completed'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export const Project = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(projectStatuses),
  departmentId: z.nullable(id),
  ownerId: userId,
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(idAndName),
  /** Tasks of all departments. The progress belongs to the project, and is the same for every viewer. */
  tasks: z.object({ done: z.int(), total: z.int() }),
  /** While it is being deleted: how many of its tasks have been taken out. Null otherwise. */
  deletion: z.nullable(Progress),
})
export type Project = z.output<typeof Project>

/** A project of more tasks than this is deleted in the background. */
export const DELETED_AT_ONCE = 1_000

const projectFields = {
  name: requiredText(200, english('Name is required'), english('Name too long')),
  description: z.nullable(description),
  status: oneOf(projectStatuses),
  departmentId: z.nullable(id),
}
const { name, ...optionalFields } = z.partial(z.strictObject(projectFields)).shape

export const NewProject = z.strictObject({ ...optionalFields, name: projectFields.name })
export type NewProject = z.output<typeof NewProject>

/** Only the fields sent are changed. */
const ProjectChanges = z.strictObject({ name, ...optionalFields })
export type ProjectChanges = z.output<typeof ProjectChanges>

const params = { id: pathId }

export const projectsApi = {
  list: endpoint({
    method: 'GET',
    path: '/projects',
    summary: 'Projects with their progress, newest first, 1,000 at a time',
    allow: 'project:read',
    query: z.strictObject(page),
    reply: z.array(Project),
    reads: ['projects', 'departments', 'tasks'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects',
    summary: 'Create a project',
    allow: 'project:create',
    body: NewProject,
    reply: Project,
    status: 201,
    changes: ['projects', 'tasks'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/projects/:id',
    summary: 'Change a project',
    allow: 'project:update',
    params,
    body: ProjectChanges,
    reply: Project,
    changes: ['projects', 'tasks'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id',
    summary: `Delete a project; its tasks stay, without project. One of more than ${DELETED_AT_ONCE} is deleted in the background.`,
    allow: 'project:delete',
    params,
    changes: ['projects', 'tasks'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/projects/:id/history',
    summary: 'What was done to a project, newest first',
    allow: 'project:update',
    params,
    ...history,
    reads: ['projects', 'users', 'departments'],
  }),
}
