import type { SopAudience } from '../../../shared/sops.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** The staff who may read the procedure of a department. */
export const sopAudienceLabels: Record<SopAudience, Message> = {
  department: msg('Its department and managers'),
  everyone: msg('Everybody of the staff'),
}
