import { useState } from 'react'
import { useOnDemand } from '../ui/on-demand.ts'

const loadDrawer = () => import('./drawer.tsx').then((module) => module.Drawer)

/**
 * The drawer, and the props of the button that opens it. Its code loads when that is pointed at, focused or pressed.
 */
export function useDrawer() {
  const [open, setOpen] = useState(false)
  const { Component: Drawer, prepare, ready } = useOnDemand(loadDrawer)
  return {
    triggerProps: {
      'aria-haspopup': 'dialog' as const,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: async () => setOpen(await ready()),
    },
    drawer: Drawer && <Drawer open={open} onClose={() => setOpen(false)} />,
  }
}
