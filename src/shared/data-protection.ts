import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { userId } from './fields.ts'

/** The data that Muster stores of a person: how long each kind stays, where it goes, and a copy for the person. */

/** The kinds of data that Muster stores of a person, in the order of the page. */
export const dataKinds = [
  'account',
  'sign_in',
  'hours',
  'planned_shifts',
  'absences',
  'wishes',
  'tasks',
  'comments',
  'handovers',
  'messages',
  'notifications',
  'unread_notifications',
  'readings',
  'reminders',
  'feedback',
  'sessions',
  'devices',
  'attempts',
  'audit',
  'exports',
  'jobs',
  'backups',
] as const
export type DataKind = (typeof dataKinds)[number]

/**
 * How long something stays: always, as long as the account, as long as the task or the changed thing that it belongs
 * to, or so many days. The days count from its making or its last use; of a task or a thing, from its deletion.
 */
export const stays = ['always', 'account', 'task', 'thing', 'days'] as const
export type Stays = (typeof stays)[number]

export const KeptData = z.object({
  kind: z.enum(dataKinds),
  stays: z.enum(stays),
  /** Null if nothing is counted in days. */
  days: z.nullable(z.int()),
})
export type KeptData = z.output<typeof KeptData>

/** Where data may go that leaves the deployment. Each is off unless somebody has set it up. */
export const destinations = [
  'telemetry',
  'mail',
  'push',
  'provider',
  'webhooks',
  'calendars',
  'files',
  'backups',
] as const
export type DataDestination = (typeof destinations)[number]

export const DataProtection = z.object({
  kinds: z.array(KeptData),
  /** The destinations that are in use now. */
  destinations: z.array(z.enum(destinations)),
})
export type DataProtection = z.output<typeof DataProtection>

/** Lines of one list of a copy at most, the oldest first, and bytes of its photos. */
export const MAX_COPIED_ROWS = 100_000
export const MAX_COPIED_PHOTO_BYTES = 1024 ** 3

export const dataProtectionApi = {
  read: endpoint({
    method: 'GET',
    path: '/data-protection',
    summary: 'The kinds of data that Muster stores of a person, how long each stays, and where it goes',
    allow: 'profile:own',
    reply: DataProtection,
    reads: ['webhooks'],
  }),
  copy: endpoint({
    method: 'GET',
    path: '/data-protection/copy',
    summary: "A ZIP file with a person's data: one's own, or the data of somebody whose account one manages",
    allow: 'user:copy-data',
    proof: true,
    query: z.strictObject({
      /** One's own data if absent. */
      userId: z.optional(userId),
    }),
    archive: 'personal-data',
  }),
}
