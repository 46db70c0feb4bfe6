import { RESTORE_DAYS } from '../../../shared/tasks.ts'

/** Rows deleted before this time can no longer be restored, and are removed for good. */
export const restoreLimit = (now: Date) => new Date(now.getTime() - RESTORE_DAYS * 24 * 3600 * 1000).toISOString()
