import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { authApi, type Viewer } from '../../shared/auth.ts'
import { CallError } from '../../shared/call.ts'
import { may, mayAnywhere, type Permission, type Subject } from '../../shared/permissions.ts'
import { storedText } from '../store.ts'
import { call } from './call.ts'
import { keyOf, markStale, queryClient } from './queries.ts'
import { cacheFor, clearResponseCache, isSignedIn, SIGNED_IN } from './response-cache.ts'
import { sessionEnded } from './session-end.ts'

/** That a sign-out has not come to the server yet. */
const LEAVING = 'muster.leaving'
const leaving = storedText(LEAVING)
const sessionKey = keyOf(authApi.session)
const sessionQuery = {
  queryKey: sessionKey,
  queryFn: async () => {
    if (leaving.get() !== null) await endSession()
    try {
      const viewer = await call(authApi.session, {})
      take(viewer)
      return viewer
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401)) throw error
      // A session that has ended leaves its page open, with what was typed.
      const before = viewerNow()
      sessionEnded.set(before !== null)
      return before
    }
  },
  // A failure stays shown until a person asks for another try.
  retryOnMount: false,
  meta: { reads: authApi.session.reads },
}

const isNoSession = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionKey[0]

const viewerNow = () => queryClient.getQueryData<Viewer | null>(sessionKey) ?? null

/** Somebody is signed in: whoever was so before on this page leaves nothing to them, nor do rights that they had before. */
function take(viewer: Viewer) {
  const before = viewerNow()
  if (before && before.id !== viewer.id) dropReplies()
  // What is on the screen is read again, with what was typed left as it is.
  else if (before && (before.role !== viewer.role || before.departmentId !== viewer.departmentId))
    queryClient.removeQueries({ type: 'inactive', predicate: isNoSession })
  sessionEnded.set(false)
  void cacheFor(viewer)
}

/** The session: loading, failed, nobody (data null) or the signed-in person. */
export const useSession = () => useQuery(sessionQuery)

/**
 * The signed-in person. Only below the shell, which shows nothing else before there is one. At sign-out what is still on the
 * screen keeps the one it had until the shell has gone: a tick or a late answer may draw it once more.
 */
export function useViewer(): Viewer {
  const viewer = useSession().data
  const last = useRef(viewer)
  if (viewer) last.current = viewer
  if (!last.current) throw new Error('There is no viewer here')
  return last.current
}

/** Asks for the session ahead of the first screen, which then waits for it alone. */
export const prefetchSession = () => queryClient.prefetchQuery(sessionQuery)

/**
 * Ends the session on the server. A page cannot take its cookie away: where the server is not reached, that is made up for
 * before anybody is shown anything on this device again.
 */
export async function endSession() {
  leaving.set('yes')
  await call(authApi.logout, {})
  leaving.set(null)
}

/** Holds the session that signing in, or out, has given. */
export function setViewer(viewer: Viewer | null) {
  if (viewer) take(viewer)
  queryClient.setQueryData(sessionKey, viewer)
  leaving.set(null)
  sessionEnded.set(false)
  if (!viewer) clearReplies()
}

/** Looks whether it is still the same person's session, as somebody else may have signed in, in another tab. */
export async function askAgain() {
  // Whoever is leaving is seen off by that.
  if (leaving.get() !== null) return
  const ended = sessionEnded.get()
  await queryClient.refetchQueries({ queryKey: sessionKey })
  if (ended && !sessionEnded.get()) void markStale('everything')
}

/** Who signs out in another tab is signed out here as well, and nobody goes on here under the name of somebody else. */
export function followOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    const hasLeft = key === LEAVING ? newValue === null : key === SIGNED_IN && leaving.get() !== null
    if (hasLeft) void resetViewer()
    else if (key === SIGNED_IN) void askAgain()
  })
  // A page that the back button brings back as it was has not heard of that.
  addEventListener('pageshow', ({ persisted }) => {
    const viewer = viewerNow()
    if (persisted && viewer && !isSignedIn(viewer)) void resetViewer()
  })
}

/** Asks anew who is signed in, as if the page had just been opened. */
export function resetViewer() {
  clearReplies()
  return queryClient.resetQueries({ queryKey: sessionKey })
}

/** Nothing that was read for one person may be shown to the next. */
function clearReplies() {
  dropReplies()
  void clearResponseCache()
}

function dropReplies() {
  queryClient.removeQueries({ predicate: isNoSession })
  queryClient.getMutationCache().clear()
}

/** Whether the viewer may do something, to this thing or (without one) anywhere. The server decides again. */
export function useCan(permission: Permission, subject?: Subject) {
  const viewer = useViewer()
  return subject ? may(viewer, permission, subject) : mayAnywhere(viewer.role, permission)
}
