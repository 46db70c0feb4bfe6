import { authApi, type Viewer } from '../../shared/auth.ts'
import { CallError, messageOf } from '../../shared/call.ts'
import { useCall } from '../api/queries.ts'
import { toast } from '../ui/toast.tsx'

/** Signs in. A refusal or a missing network shows a toast. */
export const useSignIn = (onSignedIn: (viewer: Viewer) => void) =>
  useCall(authApi.login, {
    onSuccess: onSignedIn,
    onError: (error) =>
      toast({
        title: 'Login Failed',
        description:
          error instanceof CallError
            ? messageOf(error, 'Invalid email or password')
            : 'Network error. Please try again.',
        destructive: true,
      }),
  })
