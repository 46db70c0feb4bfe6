import { lazy, type ReactNode, Suspense } from 'react'
import { mayAnywhere } from '../../shared/permissions.ts'
import { useViewer } from '../api/viewer.ts'
import type { ScreenInfo } from './screen.ts'
import { ScreenPending } from './screen-states.tsx'

const RefusedScreen = lazy(() => import('./refused-screen.tsx').then((module) => ({ default: module.RefusedScreen })))

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
