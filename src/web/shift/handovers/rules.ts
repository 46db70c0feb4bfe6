import type { Viewer } from '../../../shared/auth.ts'
import { type HandoverItem, MAX_QUESTIONS } from '../../../shared/handovers.ts'
import { may, rankOf } from '../../../shared/permissions.ts'

/** The viewer's permissions on an item. The server decides again. */

const mayWrite = (viewer: Viewer, { department }: HandoverItem) =>
  may(viewer, 'handover:write', { departmentId: department?.id ?? null })

/**
 * Whether it is still for the viewer to receive. An item that waits again, because it was not done, is for everybody.
 */
export const mayReceive = (viewer: Viewer, item: HandoverItem) =>
  item.isReturned
    ? mayWrite(viewer, item) || item.toUser?.id === viewer.id
    : item.receivedBy === null &&
      item.giver.id !== viewer.id &&
      (item.toUser ? item.toUser.id === viewer.id : mayWrite(viewer, item))

/** Whether the viewer has received it and has still to do it. */
export const holds = (viewer: Viewer, item: HandoverItem) => item.isHeld && item.receivedBy?.id === viewer.id

/** Whether the viewer may ask about it: before somebody else has received it, one question at a time. */
export function mayAsk(viewer: Viewer, item: HandoverItem) {
  const last = item.questions.at(-1)
  const isTheirs = item.receivedBy ? item.receivedBy.id === viewer.id : mayReceive(viewer, item)
  return isTheirs && item.questions.length < MAX_QUESTIONS && (!last || last.answer !== null)
}

/** Whether the viewer may answer its latest question: its giver, or a manager, but not who has asked. */
export function mayAnswer(viewer: Viewer, item: HandoverItem) {
  const last = item.questions.at(-1)
  if (!last || last.answer !== null || last.asker.id === viewer.id) return false
  return item.giver.id === viewer.id || rankOf(viewer.role) >= rankOf('manager')
}
