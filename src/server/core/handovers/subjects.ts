import type { handoverItems, handovers } from '../../db/tables/handovers.ts'

/** For permissions, an item's receiver counts as the assignee of a task, and its giver as the creator. */
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
