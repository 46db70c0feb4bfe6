import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, replyInstant } from './fields.ts'
import { deliveryReasons } from './push.ts'

/** A notification that reached a person off duty. The list has 100 of the last 30 days, newest first. */
export const DeliveryLogEntry = z.object({
  id,
  title: z.string(),
  message: z.nullable(z.string()),
  rangAt: replyInstant,
  because: z.enum(deliveryReasons),
})
export type DeliveryLogEntry = z.output<typeof DeliveryLogEntry>

export const deliveryLogApi = {
  list: endpoint({
    method: 'GET',
    path: '/notifications/off-duty',
    summary: 'What reached the viewer off duty in the last 30 days, with the reasons',
    allow: 'notification:read',
    reply: z.array(DeliveryLogEntry),
    reads: ['notifications', 'clock'],
  }),
}
