import { removeBytesJob } from './core/files/files.ts'
import type { JobKind } from './core/jobs/jobs.ts'
import { mailJob } from './core/notify/mail.ts'
import { pushAgainJob, pushJob, pushTestJob } from './core/notify/push.ts'
import { tasksById } from './core/tasks/rows.ts'
import type { LiveRow } from './core/write/live-rows.ts'
import { resetLinkJob } from './features/auth/reset.ts'
import { liveSessions } from './features/clock/sessions.ts'
import { liveComments } from './features/comments/rows.ts'
import { handoversById } from './features/handovers/rows.ts'
import { approvalsById } from './features/hours/rows.ts'
import { hoursChangedJob } from './features/hours/tell-changed.ts'
import { deleteProjectJob } from './features/projects/delete.ts'
import { readTextJob } from './features/sops/text.ts'
import { problemWaitingJob } from './features/tasks/problems/waiting.ts'
import { invitationJob } from './features/users/invitation-mail.ts'
import { type WebhookReaders, webhookEventJob } from './features/webhooks/collect.ts'
import { webhookSendJob } from './features/webhooks/send.ts'
import { backupJob, restoreTestJob } from './scheduled/backup.ts'
import { cleanUpJob } from './scheduled/cleanup.ts'
import { foldAgainJob } from './scheduled/fold-again.ts'

/** Rows as the API gives them to an administrator, for the messages of webhooks. */
const webhookReaders: WebhookReaders = {
  task: ({ db }, ids) => tasksById(db, ids),
  comment: ({ services }, ids) => liveComments(services, ids).then(parsed),
  clock: ({ services, now }, ids) => liveSessions(services, ids, now).then(parsed),
  handover: handoversById,
  hours: approvalsById,
}
const parsed = (rows: ReadonlyMap<number, LiveRow>) =>
  new Map([...rows].map(([id, { json }]) => [id, JSON.parse(json)]))

/** Every kind of job that a server runs. */
export const jobKinds: readonly JobKind[] = [
  mailJob,
  pushJob,
  pushAgainJob,
  pushTestJob,
  resetLinkJob,
  invitationJob,
  readTextJob,
  removeBytesJob,
  deleteProjectJob,
  problemWaitingJob,
  hoursChangedJob,
  webhookEventJob(webhookReaders),
  webhookSendJob,
  foldAgainJob,
  cleanUpJob,
  backupJob,
  restoreTestJob,
]
