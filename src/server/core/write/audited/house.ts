import type { feedback } from '../../../db/tables/feedback.ts'
import type { kiosks } from '../../../db/tables/kiosks.ts'
import type { webhooks } from '../../../db/tables/webhooks.ts'
import { everybodyFrom } from '../audiences.ts'
import type { AuditConfigs } from './config.ts'

/** Kiosks, webhooks and feedback: administrators look after them. */

export type AuditedHouse = typeof kiosks | typeof webhooks | typeof feedback

export const auditedHouse: AuditConfigs<AuditedHouse> = {
  kiosks: {
    resource: 'kiosks',
    type: 'kiosk',
    audience: everybodyFrom('admin'),
    // The verb says who has it, and whether it is paused.
    unlogged: ['tokenHash', 'createdBy', 'takenOverBy', 'ownerLeftAt', 'pausedAt', 'createdAt', 'lastSeenAt'],
  },
  webhooks: {
    resource: 'webhooks',
    type: 'webhook',
    audience: everybodyFrom('admin'),
    unlogged: ['secret', 'createdBy', 'takenOverBy', 'ownerLeftAt', 'updatedAt', 'createdAt'],
  },
  feedback: {
    resource: 'feedback',
    type: 'feedback',
    audience: everybodyFrom('admin'),
    // A comment is stored in one place only, so that deleting it there deletes it everywhere.
    unlogged: ['comment', 'createdAt'],
  },
}
