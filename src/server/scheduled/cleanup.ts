import { failures } from '../base/errors.ts'
import { contextFor, type OpenContext, type Services } from '../core/context.ts'
import { deleteFullBuckets } from '../core/rate-limits.ts'
import { deleteOldDevices } from '../credentials/devices.ts'
import { deleteExpiredLinks, deleteExpiredSessions, deleteOldAttempts } from '../credentials/expiry.ts'
import { deleteHistoriesOfDeleted, deleteTemporaryEntries } from '../features/audit-log/expire.ts'
import { deleteReadNotifications, deleteUnreadNotifications } from '../features/notifications.ts'
import { removeOrphans } from '../features/sops/text.ts'
import { purgeDeletedTasks } from '../features/tasks/deleted.ts'
import { deleteOldKeys } from '../http/idempotency.ts'

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
  { name: 'links to a new password', run: deleteExpiredLinks },
  { name: 'sessions', run: deleteExpiredSessions },
  { name: 'known browsers', run: deleteOldDevices },
  { name: 'deleted tasks', run: purgeDeletedTasks },
  { name: 'read notifications', run: deleteReadNotifications },
  { name: 'notifications that nobody has read', run: deleteUnreadNotifications },
  { name: 'rate limits', run: deleteFullBuckets },
  { name: 'what the audit log says of refusals and exports', run: deleteTemporaryEntries },
  { name: 'what the audit log says of things that are gone', run: deleteHistoriesOfDeleted },
  { name: 'idempotency keys', run: deleteOldKeys },
  { name: 'uploads that broke off', run: ({ services }) => services.files.removeLeftovers() },
  { name: 'files without a row', run: removeOrphans },
]

/** One clean-up leaves the others their share of the hour. */
const LONGEST = 5 * 60_000

/**
 * Makes a function that runs all clean-ups, one after the other. One that fails is logged, once for as long as it fails in the
 * same way, and the others go on. Every server runs them: they take no row that another has taken.
 */
export function cleanupsOf(services: Services) {
  const all = cleanups.map((cleanup) => ({
    ...cleanup,
    failed: failures(
      services.log,
      `Cleaning up ${cleanup.name} failed; it is tried again in an hour`,
      `Cleaning up ${cleanup.name} works again`,
    ),
  }))
  return async (stopped: AbortSignal) => {
    for (const { run, failed } of all) {
      if (stopped.aborted) return
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(LONGEST)])
      await run(contextFor(services, null, new Date()), signal).then(failed.ended, failed.came)
    }
  }
}
