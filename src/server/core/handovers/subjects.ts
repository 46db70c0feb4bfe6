import type { handoverItems, handovers } from '../../db/tables/handovers.ts'

/**
 * Whom the permissions of an item ask about: for the one whom it names it is as a task for its assignee, for its giver as for the
 * creator.
 */
export const itemSubject = ({
  departmentId,
  toUserId,
  giverId,
}: Pick<typeof handoverItems.$inferSelect, 'departmentId' | 'toUserId' | 'giverId'>) => ({
  ...{ departmentId, assigneeId: toUserId, creatorId: giverId },
})

/** The same for a handover as a whole. */
export const handoverSubject = ({
  departmentId,
  giverId,
}: Pick<typeof handovers.$inferSelect, 'departmentId' | 'giverId'>) => ({ departmentId, creatorId: giverId })
