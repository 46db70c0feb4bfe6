import { Building2, type LucideIcon, Megaphone, User } from 'lucide-react'
import type { Kind, Reminder } from '../../shared/reminders.ts'
import { fullName } from '../components/avatar.tsx'
import type { Tone } from '../ui/badge.tsx'

/** The label, icon and colour of each kind of reminder. */
export const kindStyles: Record<Kind, { label: string; icon: LucideIcon; tone: Tone }> = {
  personal: { label: 'Personal', icon: User, tone: 'neutral' },
  department: { label: 'Department', icon: Building2, tone: 'accent' },
  general: { label: 'General', icon: Megaphone, tone: 'medium' },
}

/** The recipients of a reminder: a person's or department's name, or "Everyone". */
export const audienceOf = ({ user, department }: Reminder) =>
  user ? fullName(user) : department ? department.name : 'Everyone'
