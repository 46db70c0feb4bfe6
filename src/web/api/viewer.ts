import { useQuery } from '@tanstack/react-query'
import { authApi, type Viewer } from '../../shared/auth.ts'
import { CallError } from '../../shared/call.ts'
import { may, mayAnywhere, type Permission, type Thing } from '../../shared/permissions.ts'
import { call } from './call.ts'
import { keyOf, queryClient } from './queries.ts'

const sessionQuery = {
  queryKey: keyOf(authApi.session),
  queryFn: () =>
    call(authApi.session, {}).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 401) return null
      throw error
    }),
  meta: { reads: authApi.session.reads },
}

/** The session: loading, failed, nobody (data null) or the signed-in person. */
export const useSession = () => useQuery(sessionQuery)

/** The signed-in person. Only below the shell, which shows nothing else before there is one. */
export function useViewer(): Viewer {
  const viewer = useSession().data
  if (!viewer) throw new Error('There is no viewer here')
  return viewer
}

/** Holds the session that signing in, or out, has given. */
export const setViewer = (viewer: Viewer | null) => queryClient.setQueryData(sessionQuery.queryKey, viewer)

/** Whether the viewer may do something, to this thing or (without one) anywhere. The server decides again. */
export function useCan(permission: Permission, thing?: Thing) {
  const viewer = useViewer()
  return thing ? may(viewer, permission, thing) : mayAnywhere(viewer.role, permission)
}
