import type { ReactNode } from 'react'
import { createStore } from '../store.ts'
import type { DialogQuestion } from './guarded-closing.ts'

/** The question on the screen. */
const shown = createStore<ReactNode>(null)

/**
 * Asks before something that cannot be taken back, in a dialog. Returns whether the person chose to do it. Without a
 * connection the dialog may not load: then the browser asks.
 */
export async function ask(question: DialogQuestion): Promise<boolean> {
  const code = await import('./question-dialog.tsx').catch(() => undefined)
  if (!code) return confirm(question.text)
  return new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      shown.set(null)
      resolve(isSure)
    }
    shown.set(<code.QuestionDialog question={question} onAnswer={answer} />)
  })
}

/** Where the question of `ask` stands. */
export const AskedQuestion = () => shown.use()
