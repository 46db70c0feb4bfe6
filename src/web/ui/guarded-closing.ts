import type { I18n } from '@lingui/core'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'

/** The question before typed text is lost. */
export interface DialogQuestion {
  text: string
  /** The answers. */
  stay: string
  leave: string
}

/** Asks before typed text is discarded. */
export const discardQuestion = (i18n: I18n): DialogQuestion => ({
  text: i18n.t('Discard what you typed?'),
  stay: i18n.t('Keep editing'),
  leave: i18n.t('Discard'),
})

/** The open dialogs that hear of the back button. The last one lies on top. */
const guards: string[] = []

/** Everything that is open, the last one on top, with the way to close it. */
const layers: { current: () => void }[] = []

/** Closes what lies on top as Escape does. Returns false if nothing is open. */
export function closeTop(): boolean {
  layers.at(-1)?.current()
  return layers.length > 0
}

export interface Guard {
  open: boolean
  onClose: (() => void) | undefined
  /** The question before the dialog closes; `stay` if it may not close now; undefined if it may. */
  askBeforeClose?: (() => DialogQuestion | 'stay' | undefined) | undefined
  /** The back button closes the dialog and stays on the screen. For dialogs that have no address of their own. */
  closesOnBack?: boolean
}

/**
 * Asks before a dialog is closed, a step in the history, or a link, as in a toast, loses typed text. `question` is to
 * be shown while it is asked. `requestClose` closes the dialog, after the question if there is one.
 */
export function useGuardedClosing({ open, onClose, askBeforeClose, closesOnBack = false }: Guard) {
  const { history } = useRouter()
  const [question, setQuestion] = useState<DialogQuestion>()
  const onAnswer = useRef<(leaves: boolean) => void>(undefined)
  // Somebody chose to leave. The step back that follows takes a moment, and must not ask again.
  const leaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    leaving.current = false
    // A link that still waits for an answer stays where it is.
    return () => {
      onAnswer.current?.(false)
      onAnswer.current = undefined
      setQuestion(undefined)
    }
  }, [open])

  const id = useId()
  const isGuarding = open && Boolean(askBeforeClose || closesOnBack)
  useEffect(() => {
    if (!isGuarding) return
    guards.push(id)
    return () => void guards.splice(guards.indexOf(id), 1)
  }, [isGuarding, id])

  const answer = (leaves: boolean) => {
    const then = onAnswer.current
    onAnswer.current = undefined
    setQuestion(undefined)
    leaving.current = leaves
    then?.(leaves)
  }
  /** Whether the dialog may be left now. If it must be asked, `then` gets the answer. */
  const mayLeave = (then: (leaves: boolean) => void) => {
    const asked = leaving.current ? undefined : askBeforeClose?.()
    if (asked === undefined) return true
    if (asked === 'stay') then(false)
    else {
      onAnswer.current = then
      setQuestion(asked)
    }
    return false
  }
  const close = () => onClose?.()

  useBlocker({
    disabled: !isGuarding,
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action === 'REPLACE') return false
      const isBack = action === 'BACK'
      if (isBack && guards.at(-1) !== id) return false
      if (onAnswer.current) {
        // The question lies on top.
        if (isBack) answer(false)
        return true
      }
      if (action === 'PUSH') return new Promise<boolean>((resolve) => follow(resolve))
      const steps = isBack && !closesOnBack ? history.back : action === 'FORWARD' ? history.forward : close
      // The browser has gone already. It is sent back at once, and goes again after the answer.
      if (!mayLeave((leaves) => leaves && steps())) return true
      if (isBack && closesOnBack) close()
      return isBack && closesOnBack
    },
  })
  function follow(resolve: (isBlocked: boolean) => void) {
    const then = (leaves: boolean) => {
      if (leaves && closesOnBack) close()
      resolve(!leaves)
    }
    if (mayLeave(then)) resolve(false)
  }

  const requestClose = () => {
    // The question lies on top: to close it means to stay.
    if (onAnswer.current) answer(false)
    else if (mayLeave((leaves) => leaves && close())) close()
  }
  const layer = useRef(requestClose)
  layer.current = requestClose
  useEffect(() => {
    if (!open) return
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [open])

  return { question, answer, requestClose }
}
