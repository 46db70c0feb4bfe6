import { createStore } from '../store.ts'
import { CallError } from './call-endpoint.ts'

/** Waits for the answer of the person who is asked to prove who they are; null while nobody is asked. */
export const reauthenticationWanted = createStore<((isProved: boolean) => void) | null>(null)

let asked: Promise<boolean> | undefined

/** Asks the person to prove who they are. False if they decline. Calls at the same time share one question. */
export function askForReauthentication(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => reauthenticationWanted.set(resolve)).finally(() => {
    asked = undefined
    reauthenticationWanted.set(null)
  })
  return asked
}

/** Sends a call; if it needs a proof, it asks for one and sends it again. */
export async function withReauthentication<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const isNeeded = error instanceof CallError && error.reply?.code === 'proof_needed'
    if (!isNeeded || !(await askForReauthentication())) throw error
    return send()
  }
}
