import type { NewHandover } from '../../../../shared/handovers.ts'
import { openHandover } from '../../../components/shift/handing-over.ts'
import { dequeue, type QueuedWrite } from '../../../offline/queued-writes.ts'
import { changeHandoverDraft, withHandover } from './draft.ts'

/** Puts a refused handover from the queue back into its person's draft, and opens the sheet. Others stay. */
export function editRefused(by: string, change: QueuedWrite) {
  const { body, shows } = change
  if (!('handover' in shows)) return
  changeHandoverDraft(by, (draft) => withHandover(draft, body as NewHandover, shows.handover.tasks))
  dequeue(change)
  openHandover()
}
