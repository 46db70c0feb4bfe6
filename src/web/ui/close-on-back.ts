import { useBlocker } from '@tanstack/react-router'

/** Lets the browser's back button close an overlay that has no address of its own. */
export function useCloseOnBack(open: boolean, onClose: () => void) {
  useBlocker({
    disabled: !open,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') onClose()
      return action === 'BACK'
    },
  })
}
