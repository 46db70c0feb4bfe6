import { useLayoutEffect, useRef } from 'react'
import { type Message, msg } from '../../shared/words/message.ts'
import { createRememberedStore, createStore } from '../store.ts'

export interface Shortcut {
  /** A key (`c`), two keys in sequence (`g t`), or a key with Ctrl, on a Mac Cmd (`mod+k`). */
  keys: string
  label: string
  /** Its heading in the help. */
  group: Message
  run: () => void
}

const SEQUENCE_TIMEOUT_MS = 1000

export const isMac = /mac|iphone|ipad/i.test(navigator.platform)

const THIS_SCREEN = msg('On this screen')

const registered = createStore<readonly Shortcut[]>([])
const singleKeysEnabled = createRememberedStore(
  'muster.shortcuts',
  (text) => text !== 'off',
  (on) => (on ? 'on' : 'off'),
)

/**
 * Registers a shortcut while the component is mounted. The help lists it in its group. Single keys do nothing while
 * somebody types, or when they are switched off; neither does Ctrl+Z while somebody types. `group` must stay the same
 * object. No shortcut works while a dialog or a menu is open.
 */
export function useShortcut(
  keys: string,
  label: string,
  run: () => void,
  { group = THIS_SCREEN, enabled = true }: { group?: Message; enabled?: boolean } = {},
) {
  const latest = useRef(run)
  latest.current = run
  // Not after the paint: a person who sees a screen may already press its keys.
  useLayoutEffect(() => {
    if (!enabled) return
    const shortcut = { keys, label, group, run: () => latest.current() }
    registered.set([...registered.get(), shortcut])
    return () => registered.set(registered.get().filter((other) => other !== shortcut))
  }, [keys, label, group, enabled])
}

/** The shortcuts of all mounted components. */
export const useShortcuts = () => registered.use()

/** Whether single keys work, and the function that sets it. Remembered in this browser. WCAG 2.1.4 requires it. */
export const useSingleKeys = () => [singleKeysEnabled.use(), singleKeysEnabled.set] as const

/** In a text field these keys undo typing. */
const UNDO = 'mod+z'

/** The first key of a sequence, and when it was pressed, in milliseconds. */
let firstKey: { key: string; at: number } | undefined

addEventListener('keydown', (event) => {
  const key = nameOf(event)
  if (!key || event.defaultPrevented || event.isComposing) return
  const chord = key.startsWith('mod+')
  if (!chord && !singleKeysEnabled.get()) return
  if ((!chord || key === UNDO) && (event.repeat || isTyping(event.target))) return

  const pressed = firstKey && event.timeStamp - firstKey.at < SEQUENCE_TIMEOUT_MS ? `${firstKey.key} ${key}` : key
  firstKey = undefined
  const shortcut = registered.get().findLast(({ keys }) => keys === pressed)
  if (isSomethingOpen()) {
    // The browser's own action for these keys would lead away from the dialog.
    if (chord && shortcut && key !== UNDO) event.preventDefault()
  } else if (shortcut) {
    event.preventDefault()
    shortcut.run()
  } else if (registered.get().some(({ keys }) => keys.startsWith(`${key} `))) {
    firstKey = { key, at: event.timeStamp }
  }
})

/** The name of a key in shortcuts; undefined for keys that no shortcut uses. */
function nameOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (key?.length !== 1 || altKey || other) return
  // On keyboards of other scripts the key's position counts.
  const letter = /^[a-z]$/i.test(key) ? key : key > '\x7f' && code.startsWith('Key') ? code.slice(3) : undefined
  if (letter && shiftKey) return
  return `${mod ? 'mod+' : ''}${letter?.toLowerCase() ?? key}`
}

const TEXT_INPUTS =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])'

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TEXT_INPUTS) !== null

/** Dialogs, menus, and a card that is being dragged. */
const OVERLAYS = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-state=closed]), [data-dragging]'

const isSomethingOpen = () => document.querySelector(OVERLAYS) !== null
