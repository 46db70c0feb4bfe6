import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { allSeen, phoneNumber, requiredText } from './fields.ts'
import { english } from './words/message.ts'

/** The deployment's facts for everybody. */
export const Organisation = z.object({
  /** The name of the house, beside the product's own; null for none. */
  name: z.nullable(z.string()),
  /** The number to call if nobody is on duty; null for none, and for visitors. */
  emergencyPhone: z.nullable(z.string()),
})
export type Organisation = z.output<typeof Organisation>

export const organisationName = requiredText(100, english('Name is required'), english('Name too long')).check(allSeen)

export const organisationApi = {
  get: endpoint({
    method: 'GET',
    path: '/organisation',
    summary: 'The name of the organisation; its emergency number for people who are signed in',
    allow: 'anyone',
    reply: Organisation,
    reads: ['organisation'],
    cached: 'steady',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/organisation',
    summary: 'Set the name of the organisation, and its emergency number; null takes either away',
    allow: 'organisation:update',
    body: z.strictObject({
      name: z.optional(z.nullable(organisationName)),
      emergencyPhone: z.optional(z.nullable(phoneNumber)),
    }),
    reply: Organisation,
    changes: ['organisation'],
  }),
}
