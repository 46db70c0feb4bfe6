import type { handoverItems, handovers } from '../../db/tables/handovers.ts'

/**
 * The subject of an item's permissions. Its named receiver has the rights of a task's assignee, and its giver has the
 * rights of a task's creator.
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
