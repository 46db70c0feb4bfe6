import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { named } from './fields.ts'

export const departmentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/departments',
    summary: 'Departments',
    allow: 'department:read',
    reply: z.array(named),
    reads: ['departments'],
  }),
}
