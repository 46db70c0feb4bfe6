import { rankOf, roles } from '../../../shared/permissions.ts'
import { useI18n } from '../../language.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { roleLabel } from './role-label.ts'

const tones: Record<string, Tone> = {
  guest: 'pending',
  user: 'progress',
  manager: 'accent',
  admin: 'medium',
  god: 'high',
}

/** A role in its colour. An unknown role is grey, a missing one counts as guest. */
export function RoleBadge({ role, className }: { role: string | null | undefined; className?: string }) {
  const i18n = useI18n()
  const shown = role || (roles[rankOf(role)] ?? '')
  return (
    <Badge tone={tones[shown] ?? 'neutral'} className={className}>
      {roleLabel(shown, i18n)}
    </Badge>
  )
}
