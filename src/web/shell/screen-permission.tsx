import { type ReactNode, Suspense } from 'react'
import { mayAnywhere } from '../../shared/permissions.ts'
import { useViewer } from '../api/viewer.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import type { ScreenInfo } from './screen.ts'
import { ScreenPending } from './screen-states.tsx'

const RefusedScreen = lazyPart(() => import('./refused-screen.tsx'), 'RefusedScreen')

/** Shows a screen to people who may see it, and its refusal to others. The server also refuses them the data. */
export function ScreenPermission({ screen: { allow }, children }: { screen: ScreenInfo; children: ReactNode }) {
  const { role } = useViewer()
  if (!allow || mayAnywhere(role, allow)) return children
  return (
    <Suspense fallback={<ScreenPending />}>
      <RefusedScreen permission={allow} />
    </Suspense>
  )
}
