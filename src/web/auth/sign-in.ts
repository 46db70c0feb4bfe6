import { authApi, type Viewer } from '../../shared/auth.ts'
import type { SecondStep } from '../../shared/second-step.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { pushPerson } from '../api/push-person.ts'
import { useCall } from '../api/queries.ts'
import { i18nNow } from '../language.ts'
import { toast } from '../ui/toast.tsx'

/** The field by which a person says who they are. */
export type NameField = 'email' | 'username'

/** Shows why a sign-in did not succeed. */
export function signInFailed(description: string) {
  const i18n = i18nNow()
  toast({ title: i18n.t('Login Failed'), description, destructive: true })
}

/** Signs in. A second step that is asked for is for the caller; another refusal or a missing network shows a toast. */
export const useSignIn = (
  onSignedIn: (viewer: Viewer) => unknown,
  onSecondStep: (steps: readonly SecondStep[]) => void,
) =>
  useCall(authApi.login, {
    onSuccess: (viewer) => {
      pushPerson.noteSignIn()
      return onSignedIn(viewer)
    },
    onError: (error) => {
      const steps = error instanceof CallError && error.reply?.secondSteps
      if (steps) return onSecondStep(steps)
      const i18n = i18nNow()
      const refusal = error instanceof CallError && messageOf(error, i18n.t('Invalid email or password'))
      signInFailed(refusal || i18n.t('Network error. Please try again.'))
    },
  })
