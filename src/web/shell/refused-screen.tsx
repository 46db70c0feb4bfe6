import { Lock } from 'lucide-react'
import type { Permission } from '../../shared/permissions.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { useI18n } from '../language.ts'
import { EmptyState } from '../ui/empty-state.tsx'

type Text = Pick<Message, 'id'>
interface Refusal {
  title: Text
  message?: Text
}

/** Shown to people without a screen's permission. Few ever see it, so it loads only then. */
const refusals = {
  'token:own': {
    title: msg('Access Restricted'),
    message: msg('Calendars and programs are for members of the staff.'),
  },
  'sop:read': { title: msg('Access Restricted'), message: msg('Procedures are for members of the staff.') },
  'analytics:read': { title: msg('Access Denied: You need Manager+ permissions to view analytics data.') },
  'roster:read': { title: msg('Access Restricted'), message: msg('The roster is for members of the staff.') },
  'routine:read': { title: msg('Access Restricted'), message: msg('Routines are for members of the staff.') },
  'thread:read': { title: msg('Access Restricted'), message: msg('Messages are for members of the staff.') },
  'handover:read': { title: msg('Access Restricted'), message: msg('Handovers are for members of the staff.') },
  'briefing:own': { title: msg('Access Restricted'), message: msg('The briefing is for members of the staff.') },
  'duty:read': { title: msg('Access Restricted'), message: msg('Who is on duty is shown to members of the staff.') },
  'task:report': { title: msg('Access Restricted'), message: msg('Reporting problems is for members of the staff.') },
  'place:manage': { title: msg('Access Denied'), message: msg('Places and their signs are for managers.') },
  'user:manage': { title: msg('Access Denied'), message: msg('Managing users is for administrators.') },
  'audit:read': { title: msg('Access Denied'), message: msg('The audit log is for administrators.') },
  'feedback:read': { title: msg('Access Denied'), message: msg('Reading feedback is for administrators.') },
  'job:read': { title: msg('Access Denied'), message: msg('The background work is for administrators.') },
  'operations:read': {
    title: msg('Access Denied'),
    message: msg('Operations are for the owners of the installation.'),
  },
  'webhook:manage': { title: msg('Access Denied'), message: msg('Webhooks are for administrators.') },
  'kiosk:manage': { title: msg('Access Denied'), message: msg('Kiosks are for administrators.') },
  'holiday:manage': { title: msg('Access Denied'), message: msg('Holidays are for administrators.') },
  'payroll:manage': { title: msg('Access Denied'), message: msg('Payroll is for administrators.') },
  'organisation:update': { title: msg('Access Denied'), message: msg('The work rules are for administrators.') },
  'setup:manage': { title: msg('Access Denied'), message: msg('Setting Muster up is for administrators.') },
} satisfies { [P in Permission]?: Refusal }

/** The permissions that screens need. */
export type NeededPermission = keyof typeof refusals

/** Says that the screen is not for this person, and who may open it. */
export function RefusedScreen({ permission }: { permission: NeededPermission }) {
  const i18n = useI18n()
  const refusal: Refusal = refusals[permission]
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState icon={Lock} title={i18n.t(refusal.title)}>
        {refusal.message && i18n.t(refusal.message)}
      </EmptyState>
    </div>
  )
}
