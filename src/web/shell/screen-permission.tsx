import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { msg } from '../../shared/message.ts'
import { mayAnywhere } from '../../shared/permissions.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ScreenInfo } from './screen.ts'

/** Shows a screen to people who may see it, and its refusal to others. The server also refuses them the data. */
export function ScreenPermission({
  screen: { allow, refusal },
  children,
}: {
  screen: ScreenInfo
  children: ReactNode
}) {
  const { role } = useViewer()
  const i18n = useI18n()
  if (!allow || mayAnywhere(role, allow)) return children
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState icon={Lock} title={i18n.t(refusal?.title ?? msg('Access Denied'))}>
        {refusal?.message && i18n.t(refusal.message)}
      </EmptyState>
    </div>
  )
}
