import { removeBytesJob } from './core/files.ts'
import type { JobKind } from './core/jobs.ts'
import { mailJob } from './core/mail.ts'
import { pushAgainJob, pushJob, pushTestJob } from './core/push.ts'
import { resetLinkJob } from './features/auth/reset.ts'
import { deleteProjectJob } from './features/projects.ts'
import { readTextJob } from './features/sops/text.ts'
import { problemWaitingJob } from './features/tasks/problems/waiting.ts'
import { invitationJob } from './features/users/invitation-mail.ts'
import { cleanUpJob } from './scheduled/cleanup.ts'
import { foldAgainJob } from './scheduled/fold-again.ts'

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
  foldAgainJob,
  cleanUpJob,
]
