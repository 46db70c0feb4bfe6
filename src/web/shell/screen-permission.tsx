import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayAnywhere } from '../../shared/permissions.ts'
import { useViewer } from '../api/viewer.ts'
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
  if (!allow || mayAnywhere(role, allow)) return children
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState icon={Lock} title={refusal?.title ?? 'Access Denied'}>
        {refusal?.message}
      </EmptyState>
    </div>
  )
}
