import { Building2, type LucideIcon, Megaphone, User } from 'lucide-react'
import type { Kind, Reminder } from '../../shared/reminders.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { fullName } from '../components/people/avatar.tsx'
import type { Tone } from '../ui/badge.tsx'

/** The label, icon and colour of each kind of reminder. */
export const kindStyles: Record<Kind, { label: Message; icon: LucideIcon; tone: Tone }> = {
  personal: { label: msg('Personal'), icon: User, tone: 'neutral' },
  department: { label: msg('Department'), icon: Building2, tone: 'accent' },
  general: { label: msg('General'), icon: Megaphone, tone: 'medium' },
}

/** The recipients of a reminder: a person's or department's name, or "Everyone". */
export const reminderAudienceOf = ({ user, department }: Reminder, i18n: Reader['i18n']) =>
  user ? fullName(user) : department ? department.name : i18n.t('Everyone')
