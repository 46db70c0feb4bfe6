import { type RefObject, useEffect } from 'react'
import { useSingleKeys } from '../../ui/shortcuts.ts'

const KEY = 'm'
/** Elements that would take the key for themselves: a field, or another dialog or menu over this one. */
const OTHERS = ':is([role=alertdialog], [role=menu]):not([data-state=closed])'

/** M brings the focus into the field, while nothing lies over its dialog. It does nothing while somebody types. */
export function useFocusKey(field: RefObject<HTMLElement | null>) {
  const [isEnabled] = useSingleKeys()
  useEffect(() => {
    if (!isEnabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key?.toLowerCase() !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const dialogs = document.querySelectorAll('[role=dialog]:not([data-state=closed])')
      const isOnTop = [...dialogs].at(-1)?.contains(field.current) && !document.querySelector(OTHERS)
      const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
      if (!isOnTop || isTyping) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [field, isEnabled])
}
