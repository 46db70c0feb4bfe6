import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, named, userId } from './fields.ts'
import { roles } from './permissions.ts'

/** Somebody a task can be assigned to. */
export const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  departmentId: z.nullable(id),
  department: z.nullable(named),
})
export type Person = z.output<typeof Person>

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Active people',
    allow: 'person:list',
    reply: z.array(Person),
    reads: ['users', 'departments'],
  }),
}
