import * as z from 'zod/mini'
import { Progress } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { pathId, replyInstant, userId } from './fields.ts'
import { type Message, msg } from './words/message.ts'

/** Work that servers do in the background. `done` holds finished work of the last days. */
export const jobStates = ['failed', 'waiting', 'running', 'done'] as const
export type JobState = (typeof jobStates)[number]

/** The most jobs that one reply lists. */
export const JOBS_MOST = 100

/** The name of each kind, for people. */
export const jobLabels: Record<string, Message> = {
  mail: msg('E-mail'),
  push: msg('Notification on devices'),
  'push-again': msg('Notification on devices that were not reached'),
  'push-test': msg('Test notification'),
  'reset-link': msg('E-mail with a link to a new password'),
  invitation: msg('E-mail with an invitation'),
  'sop-text': msg('Reading a procedure for the search'),
  'file-remove': msg('Removing deleted files'),
  'project-delete': msg('Deleting a project'),
  'problem-waiting': msg('Notifying managers of a problem that nobody has taken'),
  'hours-changed': msg('Notifying managers of approved hours that have changed'),
  'webhook-event': msg('Collecting messages for webhooks'),
  'webhook-send': msg('Messages to a webhook'),
  'fold-again': msg('Preparing names and texts for the search'),
  'clean-up': msg('Hourly clean-up'),
  backup: msg('Backup'),
  'restore-test': msg('Test restore of the newest backup'),
}

export const Job = z.object({
  id: z.int(),
  kind: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  maxAttempts: z.int(),
  /** Why the last attempt failed. */
  error: z.nullable(z.string()),
  progress: z.nullable(Progress),
  /** The person who asked for it; null where nobody waits for it. */
  person: z.nullable(z.object({ id: userId, firstName: z.string(), lastName: z.string() })),
  createdAt: replyInstant,
  /** When it is tried next, as long as it is neither done nor failed. */
  runAt: replyInstant,
  /** When it was done, or failed for good. */
  endedAt: z.nullable(replyInstant),
})
export type Job = z.output<typeof Job>

export const JobList = z.object({
  jobs: z.array(Job),
  /** How many there are in each state that is not over. */
  counts: z.object({ failed: z.int(), waiting: z.int(), running: z.int() }),
})
export type JobList = z.output<typeof JobList>

export const jobsApi = {
  list: endpoint({
    method: 'GET',
    path: '/jobs',
    summary: `Background work in one state, at most ${JOBS_MOST}: what waits by when it is due, the rest newest first`,
    allow: 'job:read',
    query: z.strictObject({ state: z.optional(z.enum(jobStates)) }),
    reply: JobList,
    reads: ['jobs', 'users'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/jobs/:id/retry',
    summary: 'Try a failed job again',
    allow: 'job:retry',
    params: { id: pathId },
    changes: ['jobs'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/jobs/:id',
    summary: 'Delete a job; one that runs is broken off',
    allow: 'job:delete',
    params: { id: pathId },
    changes: ['jobs'],
  }),
}
