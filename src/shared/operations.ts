import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { replyInstant } from './fields.ts'

/** How Muster finds its deployment. */

export const findingLevels = ['fault', 'warning', 'ok'] as const
export type FindingLevel = (typeof findingLevels)[number]

export const Finding = z.object({
  level: z.enum(findingLevels),
  /** The subject, such as "E-mail". */
  about: z.string(),
  /** Sentences for the people who run Muster, in English as in its log. They never hold a secret. */
  says: z.string(),
})
export type Finding = z.output<typeof Finding>

export const Operations = z.object({
  /** The release that the server runs. */
  release: z.string(),
  /** Since when the server that answers has run. */
  startedAt: replyInstant,
  examinedAt: replyInstant,
  findings: z.array(Finding),
})
export type Operations = z.output<typeof Operations>

export const operationsApi = {
  get: endpoint({
    method: 'GET',
    path: '/operations',
    summary: 'The findings of an examination of the deployment, as `npm run doctor` says them. It takes some seconds',
    allow: 'operations:read',
    reply: Operations,
    reads: [],
  }),
}
