import { useEffect, useRef } from 'react'
import { createRememberedStore, createStore } from '../store.ts'

export interface Shortcut {
  /** A key (`c`), keys one after the other (`g t`), or one with Ctrl, on a Mac Cmd (`mod+k`). */
  keys: string
  label: string
  /** The heading under which the help lists it. */
  group: string
  run: () => void
}

const SEQUENCE_WITHIN = 1000

export const isMac = /mac|iphone|ipad/i.test(navigator.platform)

const registered = createStore<readonly Shortcut[]>([])
const switchedOn = createRememberedStore(
  'muster.shortcuts',
  (text) => text !== 'off',
  (on) => (on ? 'on' : 'off'),
)

/**
 * Does something at the press of a key, as long as the component is there; the help lists it under its group. Single keys
 * rest while somebody types, and when they are switched off; all rest while a dialog or menu is open.
 */
export function useShortcut(
  keys: string,
  label: string,
  run: () => void,
  { group = 'On this screen', enabled = true }: { group?: string; enabled?: boolean } = {},
) {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const shortcut = { keys, label, group, run: () => latest.current() }
    registered.set([...registered.get(), shortcut])
    return () => registered.set(registered.get().filter((other) => other !== shortcut))
  }, [keys, label, group, enabled])
}

/** All shortcuts that there are at the moment. */
export const useShortcuts = () => registered.use()

/** Whether single keys act, and the switch; remembered in this browser (WCAG 2.1.4). */
export const useSingleKeys = () => [switchedOn.use(), switchedOn.set] as const

/** The first key of a sequence, and when it was pressed. */
let begun: { key: string; at: number } | undefined

addEventListener('keydown', (event) => {
  const key = nameOf(event)
  if (!key || event.defaultPrevented || event.isComposing) return
  const chord = key.startsWith('mod+')
  if (!chord && (event.repeat || !switchedOn.get() || isTyping(event.target))) return

  const pressed = begun && event.timeStamp - begun.at < SEQUENCE_WITHIN ? `${begun.key} ${key}` : key
  begun = undefined
  const shortcut = registered.get().findLast(({ keys }) => keys === pressed)
  if (isSomethingOpen()) {
    // The browser's own use of the keys would lead away from the dialog.
    if (chord && shortcut) event.preventDefault()
  } else if (shortcut) {
    event.preventDefault()
    shortcut.run()
  } else if (registered.get().some(({ keys }) => keys.startsWith(`${key} `))) {
    begun = { key, at: event.timeStamp }
  }
})

/** The key as shortcuts name it; undefined for those that none can have. */
function nameOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (key?.length !== 1 || altKey || other) return
  // Keyboards of other scripts are taken by the place of the key.
  const letter = /^[a-z]$/i.test(key) ? key : key > '\x7f' && code.startsWith('Key') ? code.slice(3) : undefined
  if (letter && shiftKey) return
  return `${mod ? 'mod+' : ''}${letter?.toLowerCase() ?? key}`
}

const TYPED_INTO =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])'

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPED_INTO) !== null

/** Also a card that somebody holds. */
const OPEN = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-state=closed]), [data-dragging]'

const isSomethingOpen = () => document.querySelector(OPEN) !== null
