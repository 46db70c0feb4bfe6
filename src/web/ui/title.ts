import { useEffect } from 'react'

let screen = ''
/** The titles of the dialogs that are open and have one, the latest last. */
const dialogs: string[] = []

const show = () => {
  document.title = `${dialogs.at(-1) ?? screen} · Muster`
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    screen = title
    show()
  }, [title])
}

/** Sets the title of the browser's tab while a dialog is open. */
export function useDialogTitle(title: string) {
  useEffect(() => {
    dialogs.push(title)
    show()
    return () => {
      dialogs.splice(dialogs.lastIndexOf(title), 1)
      show()
    }
  }, [title])
}
