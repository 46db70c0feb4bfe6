import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayAnywhere } from '../../shared/permissions.ts'
import { useViewer } from '../api/viewer.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ScreenFacts } from './screen.ts'

/** Shows a screen to those who may see it and its refusal to the others. The server refuses the data as well. */
export function MayPass({ screen: { allow, refusal }, children }: { screen: ScreenFacts; children: ReactNode }) {
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
