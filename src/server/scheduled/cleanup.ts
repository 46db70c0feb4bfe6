import { reasonOf } from '../base/errors.ts'
import { contextFor, type OpenContext } from '../core/context.ts'
import { deleteOldTaskSums } from '../core/counts/task-sums.ts'
import { deleteUnattached, hashOlderFiles, removeOrphans } from '../core/files/file-cleanup.ts'
import { deleteOldJobs, type JobRun, jobKind } from '../core/jobs/jobs.ts'
import { deleteFullBuckets } from '../core/rate-limits.ts'
import { deleteOldDevices } from '../credentials/devices.ts'
import { deleteExpiredLinks, deleteExpiredSessions, deleteOldAttempts } from '../credentials/expiry.ts'
import { deleteExpiredInvitations } from '../credentials/invitations.ts'
import { deleteOldPasses } from '../credentials/kiosk-pass.ts'
import { deleteOldSteps } from '../credentials/sign-in-steps.ts'
import { deleteExpiredTokens } from '../credentials/tokens.ts'
import { deleteOldEvents } from '../db/events/event-log.ts'
import { deleteOldAbsences } from '../features/absences/expire.ts'
import { deleteHistoriesOfDeleted, deleteTemporaryEntries } from '../features/audit-log/expire.ts'
import { eraseDeletedComments } from '../features/comments/erase.ts'
import { deleteOldUnread } from '../features/comments/unread.ts'
import { deleteOldHandovers } from '../features/handovers/expire.ts'
import { deleteOldMessages } from '../features/messages/expire.ts'
import { deleteReadNotifications, deleteUnreadNotifications } from '../features/notifications/expire.ts'
import { deletePhotos } from '../features/photos/expire.ts'
import { deleteOldShifts, deleteOldWishes } from '../features/roster/expire.ts'
import { purgeDeletedRoutines } from '../features/routines/delete.ts'
import { readWaitingTexts } from '../features/sops/text.ts'
import { purgeDeletedSteps } from '../features/steps/restore.ts'
import { purgeDeletedTasks } from '../features/tasks/deleted.ts'
import { deleteOldThreads } from '../features/threads/expire.ts'
import { tidyWebhookMessages } from '../features/webhooks/expire.ts'
import { deleteOldKeys } from '../http/request/idempotency.ts'
import { foldIfOutdated } from './fold-again.ts'

/** Something that runs out, and is to go some time after it has. */
interface Cleanup {
  /** As the log names it. */
  name: string
  /** Works until nothing is left to do, or the signal is given: the next run does the rest. */
  run(ctx: OpenContext, signal: AbortSignal): Promise<unknown>
}

/** Every table and folder that would grow for ever has its line here. */
const cleanups: Cleanup[] = [
  { name: 'tries to sign in', run: deleteOldAttempts },
  { name: 'sign-ins that wait for a step', run: deleteOldSteps },
  { name: 'passes of kiosks', run: deleteOldPasses },
  { name: 'links to a new password', run: deleteExpiredLinks },
  { name: 'invitations', run: deleteExpiredInvitations },
  { name: 'sessions', run: deleteExpiredSessions },
  { name: 'tokens of programs', run: deleteExpiredTokens },
  { name: 'known browsers', run: deleteOldDevices },
  { name: 'deleted tasks', run: purgeDeletedTasks },
  { name: 'sums of tasks of more than 40 days ago', run: deleteOldTaskSums },
  { name: 'deleted routines', run: purgeDeletedRoutines },
  { name: 'photos that hang on nothing, or were deleted', run: deletePhotos },
  { name: 'deleted steps', run: purgeDeletedSteps },
  { name: 'read notifications', run: deleteReadNotifications },
  { name: 'notifications that nobody has read', run: deleteUnreadNotifications },
  { name: 'comments that nobody has read', run: deleteOldUnread },
  { name: 'messages', run: deleteOldMessages },
  { name: 'threads without messages', run: deleteOldThreads },
  { name: 'what deleted comments said', run: eraseDeletedComments },
  { name: 'handovers of more than two years ago', run: deleteOldHandovers },
  { name: 'absences of more than four years ago', run: deleteOldAbsences },
  { name: 'planned shifts of more than four years ago', run: deleteOldShifts },
  { name: 'wishes about past days, and of deleted accounts', run: deleteOldWishes },
  { name: 'events', run: deleteOldEvents },
  { name: 'rate limits', run: deleteFullBuckets },
  { name: 'what the audit log says of refusals and exports', run: deleteTemporaryEntries },
  { name: 'what the audit log says of things that are gone', run: deleteHistoriesOfDeleted },
  { name: 'idempotency keys', run: deleteOldKeys },
  { name: 'messages to webhooks', run: tidyWebhookMessages },
  { name: 'jobs that were done or have failed', run: deleteOldJobs },
  { name: 'SOPs whose words nobody reads', run: readWaitingTexts },
  { name: 'texts that an earlier version has folded', run: foldIfOutdated },
  { name: 'uploads that broke off', run: ({ services }) => services.files.removeUnfinished() },
  { name: 'files without a row', run: removeOrphans },
  { name: 'files that belong to nothing', run: deleteUnattached },
  { name: 'hashes of older files', run: hashOlderFiles },
]

/** One clean-up leaves the others their share of the hour. */
const LONGEST = 5 * 60_000

/** Runs all clean-ups in turn. One that fails stops no other; then the job fails, names it, and is tried again. */
export const cleanUpJob = jobKind<object>('clean-up', cleanUp, { attempts: 3, isLong: true })

async function cleanUp({ services }: OpenContext, _payload: object, { signal, progress }: JobRun) {
  const failed: string[] = []
  for (const [done, { name, run }] of cleanups.entries()) {
    signal.throwIfAborted()
    await progress(done, cleanups.length)
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(LONGEST)])
    await run(contextFor(services, null, new Date()), bounded).catch((error) =>
      failed.push(`${name}: ${reasonOf(error)}`),
    )
  }
  if (failed.length > 0) throw new Error(`Cleaning up failed for ${failed.join('; ')}`)
}
