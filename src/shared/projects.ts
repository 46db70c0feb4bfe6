import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, named, replyInstant, userId } from './fields.ts'

export const projectStatuses = ['pending', 'in_progress', 'completed'] as const

export const Project = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(projectStatuses),
  departmentId: z.nullable(id),
  ownerId: userId,
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(named),
})
export type Project = z.output<typeof Project>

export const projectsApi = {
  list: endpoint({
    method: 'GET',
    path: '/projects',
    summary: 'Projects',
    allow: 'project:read',
    reply: z.array(Project),
    reads: ['projects', 'departments'],
  }),
}
