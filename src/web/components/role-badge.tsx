import { rankOf, roles } from '../../shared/permissions.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<string, Tone> = {
  guest: 'pending',
  user: 'progress',
  manager: 'accent',
  admin: 'medium',
  god: 'high',
}

/** A role with its first letter in upper case: "Manager". */
export const roleLabel = (role: string) => role.charAt(0).toUpperCase() + role.slice(1)

/** A role in its colour. An unknown role is grey, a missing one counts as guest. */
export function RoleBadge({ role, className }: { role: string | null | undefined; className?: string }) {
  const shown = role || roles[rankOf(role)]
  return (
    <Badge tone={tones[shown ?? ''] ?? 'neutral'} className={className}>
      {roleLabel(shown ?? '')}
    </Badge>
  )
}
