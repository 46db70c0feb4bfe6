import { Building2, type LucideIcon, Megaphone, User } from 'lucide-react'
import type { Kind, Reminder } from '../../shared/reminders.ts'
import { fullName } from '../components/avatar.tsx'
import type { Tone } from '../ui/badge.tsx'

/** How each kind of reminder is called and shown. */
export const kindFaces: Record<Kind, { label: string; icon: LucideIcon; tone: Tone }> = {
  personal: { label: 'Personal', icon: User, tone: 'neutral' },
  department: { label: 'Department', icon: Building2, tone: 'accent' },
  general: { label: 'General', icon: Megaphone, tone: 'medium' },
}

/** Whom it is for, in words. */
export const audienceOf = ({ user, department }: Reminder) =>
  user ? fullName(user) : department ? department.name : 'Everyone'
