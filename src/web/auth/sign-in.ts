import { authApi, type Viewer } from '../../shared/auth.ts'
import { CallError, messageOf } from '../../shared/call.ts'
import { useCall } from '../api/queries.ts'
import { toldPerson } from '../api/told-person.ts'
import { i18nNow } from '../language.ts'
import { toast } from '../ui/toast.tsx'

/** Signs in. A refusal or a missing network shows a toast. */
export const useSignIn = (onSignedIn: (viewer: Viewer) => unknown) =>
  useCall(authApi.login, {
    onSuccess: (viewer) => {
      toldPerson.noteSignIn()
      return onSignedIn(viewer)
    },
    onError: (error) => {
      const i18n = i18nNow()
      toast({
        title: i18n.t('Login Failed'),
        description:
          error instanceof CallError
            ? messageOf(error, i18n.t('Invalid email or password'))
            : i18n.t('Network error. Please try again.'),
        destructive: true,
      })
    },
  })
