import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import type { Reply } from '../../shared/endpoint.ts'
import { type PasskeyAnswer, type PasskeyQuestion, passkeysApi } from '../../shared/passkeys.ts'
import { reauthenticationApi } from '../../shared/reauthentication.ts'
import { i18nNow } from '../language.ts'
import { call } from './call.ts'
import { CallError, messageOf } from './call-endpoint.ts'
import { idleTime } from './first-screen.ts'
import { passkeyObstacle } from './passkey-support.ts'
import { pushPerson } from './push-person.ts'
import { markStale } from './queries.ts'

const loadBrowser = () => import('./passkey-browser.ts')

/** The message about a passkey that did not work. */
export function describePasskeyFault(error: unknown): string {
  const i18n = i18nNow()
  // By its shape: its class is in code that loads on demand.
  if (error instanceof Error && 'text' in error) return i18n.t(error.text as Parameters<typeof i18n.t>[0])
  return messageOf(error, i18n.t('Network error. Please try again.'))
}

interface Ends<T> {
  onSuccess: (result: T) => unknown
  onError: (error: Error) => unknown
}

/** Makes a passkey, and says which recovery codes came with it. */
export const useAddPasskey = (ends: Ends<Reply<typeof passkeysApi.create>>) =>
  useMutation({
    ...ends,
    async mutationFn() {
      const { makePasskey } = await loadBrowser()
      const made = await makePasskey(await call(passkeysApi.begin, {}))
      return call(passkeysApi.create, { body: made })
    },
    onSettled: () => markStale(passkeysApi.create.changes),
  })

async function unlock(ask: () => Promise<PasskeyQuestion>): Promise<PasskeyAnswer> {
  const { unlockPasskey } = await loadBrowser()
  return unlockPasskey(await ask())
}

function noted(viewer: Viewer) {
  pushPerson.noteSignIn()
  return viewer
}

const signInByPasskey = async () =>
  noted(await call(passkeysApi.signIn, { body: await unlock(() => call(passkeysApi.askToSignIn, { body: {} })) }))

/** Signs in by a passkey alone. */
export const usePasskeySignIn = (ends: Ends<Viewer>) => useMutation({ ...ends, mutationFn: signInByPasskey })

/** Finishes a sign-in by a passkey, after the password. */
export const usePasskeySecondStep = (ends: Ends<Viewer>) =>
  useMutation({
    ...ends,
    mutationFn: async () =>
      noted(await call(passkeysApi.secondStep, { body: await unlock(() => call(passkeysApi.askForSecondStep, {})) })),
  })

/** Proves by a passkey who sits there. */
export const usePasskeyReauthentication = (ends: Ends<undefined>) =>
  useMutation({
    ...ends,
    mutationFn: async () =>
      call(reauthenticationApi.prove, { body: { passkey: await unlock(() => call(passkeysApi.askToProve, {})) } }),
  })

/**
 * Lets the browser suggest passkeys in the field for the e-mail address, where it can. It begins once the screen is
 * there and the browser idle, and rests while the person signs in otherwise.
 */
export function useSuggestedPasskeys({ rests, onSuccess, onError }: { rests: boolean } & Ends<Viewer>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: effects of a sign-in do not begin another
  useEffect(() => {
    if (rests || passkeyObstacle()) return
    let isOver = false
    let stop = () => {}
    const suggest = async () => {
      try {
        await idleTime()
        if (isOver) return
        const { suggestsPasskeys, stopSuggesting, unlockPasskey } = await loadBrowser()
        if (isOver || !(await suggestsPasskeys())) return
        const question = await call(passkeysApi.askToSignIn, { body: { isSuggestion: true } })
        if (isOver) return
        stop = stopSuggesting
        const answer = await unlockPasskey(question, { suggests: true })
        await signInBySuggestion(answer).then(onSuccess, onError)
      } catch {
        // Nothing was suggested, or nothing chosen: the form is there all the same.
      }
    }
    void suggest()
    return () => {
      isOver = true
      stop()
    }
  }, [rests])
}

/** A suggestion may be chosen hours after it was made. Then the person is asked once more. */
async function signInBySuggestion(answer: PasskeyAnswer) {
  try {
    return noted(await call(passkeysApi.signIn, { body: answer }))
  } catch (error) {
    if (error instanceof CallError && error.reply?.code === 'step_over') return signInByPasskey()
    throw error
  }
}
