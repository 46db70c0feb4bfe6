import { authApi, type Viewer } from '../../shared/auth.ts'
import { CallError, messageOf } from '../../shared/call.ts'
import { useCall } from '../api/queries.ts'
import { toast } from '../ui/toast.tsx'

/** Signs in; a refusal and a lost network are told in a toast (specification, section 8). */
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
