import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { allSeen, requiredText } from './fields.ts'
import { english } from './words/message.ts'

/** The deployment's facts for everybody. */
export const Organisation = z.object({
  /** The name of the house, beside the product's own; null for none. */
  name: z.nullable(z.string()),
})
export type Organisation = z.output<typeof Organisation>

export const organisationName = requiredText(100, english('Name is required'), english('Name too long')).check(allSeen)

export const organisationApi = {
  get: endpoint({
    method: 'GET',
    path: '/organisation',
    summary: 'The name of the organisation',
    allow: 'anyone',
    reply: Organisation,
    reads: ['organisation'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/organisation',
    summary: 'Name the organisation; null takes the name away',
    allow: 'organisation:update',
    body: z.strictObject({ name: z.nullable(organisationName) }),
    reply: Organisation,
    changes: ['organisation'],
  }),
}
