import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { API_PREFIX } from '../../shared/api-prefix.ts'
import { authApi, type Viewer } from '../../shared/auth.ts'
import { may, mayAnywhere, type Permission, type Subject } from '../../shared/permissions.ts'
import { onLanguageChange, showLanguageOf } from '../language.ts'
import { cachedReply, cacheFor, clearResponseCache, isSignedIn, SIGNED_IN } from '../offline/response-cache.ts'
import { forgetPerson, storedText } from '../store.ts'
import { call } from './call.ts'
import { hasStatus } from './call-endpoint.ts'
import { dropEarlyReplies, isVisitor } from './early-replies.ts'
import { keyOf, markStale, queryClient } from './queries.ts'
import { clearRecentlyOpened } from './recently-opened.ts'
import { sessionEnded } from './session-end.ts'

/** Stored while a sign-out has not reached the server yet. */
const LEAVING = 'muster.leaving'
const leaving = storedText(LEAVING)
export const sessionKey = keyOf(authApi.session)
/**
 * Whether the server has named the viewer on this page. Until then the page may show the person that this device knows.
 */
let isConfirmed = false
const sessionQuery = {
  queryKey: sessionKey,
  queryFn: async () => {
    if (leaving.get() !== null) await signOutHere()
    try {
      const viewer = await call(authApi.session, {})
      await showLanguageOf(viewer)
      switchTo(viewer)
      isConfirmed = true
      return viewer
    } catch (error) {
      if (!hasStatus(error, 401)) throw error
      // When the session has ended, the page stays open with its typed text. Nothing was typed before the first answer.
      if (!isConfirmed) clearReplies()
      const before = isConfirmed ? viewerNow() : null
      sessionEnded.set(before !== null)
      return before
    }
  },
  // The error stays on the screen until the person tries again.
  retryOnMount: false,
  meta: { reads: authApi.session.reads },
}

const isNotSession = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionKey[0]

/** The signed-in person, outside of components; null when nobody is signed in, or it is not known yet. */
export const viewerNow = () => queryClient.getQueryData<Viewer | null>(sessionKey) ?? null

/** Makes this person the viewer. Removes data that another person, or the same person with other rights, has read. */
function switchTo(viewer: Viewer) {
  const before = viewerNow()
  if (before && before.id !== viewer.id) {
    dropEarlyReplies()
    dropReplies()
    forgetPerson()
    removePhotos(viewer.id)
  }
  // Data on the screen stays, so that nothing typed is lost; it is read again.
  else if (before && (before.role !== viewer.role || before.departmentId !== viewer.departmentId))
    queryClient.removeQueries({ type: 'inactive', predicate: isNotSession })
  sessionEnded.set(false)
  void cacheFor(viewer)
}

/** The session: loading, failed, or with the signed-in person as data; null when nobody is signed in. */
export const useSession = () => useQuery(sessionQuery)

/** The signed-in person, for everything below the shell. A context, because each card asks several times. */
export const ViewerContext = createContext<Viewer | null>(null)

/** The signed-in person. Use it only below the shell, which waits until there is one. Throws where there is none. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('useViewer was called where nobody is signed in')
  return viewer
}

/**
 * Reads the session ahead of the first screen. Until the server answers, the page shows the person who was signed in
 * last on this device, and their last known data (`showKnown`), as without a network.
 */
export async function prefetchSession() {
  const read = queryClient.prefetchQuery(sessionQuery)
  const known = leaving.get() === null ? await cachedReply(API_PREFIX + authApi.session.path) : null
  if (known && !isConfirmed && isFetching(sessionKey)) {
    const viewer = JSON.parse(known.text) as Viewer
    await showLanguageOf(viewer)
    if (!isConfirmed && isFetching(sessionKey)) queryClient.setQueryData(sessionKey, viewer)
  }
  return read
}

const isFetching = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching'

/**
 * Ends the session on the server. A page cannot remove the session cookie itself. If the server is not reached, the
 * next read of the session on this device ends it first. Throws as `call` does.
 */
export async function signOutHere() {
  leaving.set('yes')
  await call(authApi.logout, {})
  leaving.set(null)
}

/** Sets the viewer after signing in, in their language, or null after signing out. */
export async function setViewer(viewer: Viewer | null) {
  if (viewer) {
    await showLanguageOf(viewer)
    // They belong to the person before, or to nobody.
    if (viewerNow()?.id !== viewer.id) dropEarlyReplies()
    switchTo(viewer)
    isConfirmed = true
  }
  queryClient.setQueryData(sessionKey, viewer)
  leaving.set(null)
  sessionEnded.set(false)
  if (viewer) return
  clearReplies()
  forgetPerson()
  removePhotos(null)
}

/** Reads the session again, because another person may have signed in, in another tab. */
export async function recheckOwnSession() {
  // A sign-out under way ends the session itself.
  if (leaving.get() !== null) return
  const ended = sessionEnded.get()
  await queryClient.refetchQueries({ queryKey: sessionKey })
  if (ended && !sessionEnded.get()) void markStale('everything')
}

/** Follows sign-outs and sign-ins of other tabs, so that every tab shows the same person. */
export function followOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    const hasLeft = key === LEAVING ? newValue === null : key === SIGNED_IN && leaving.get() !== null
    if (hasLeft) void resetViewer()
    else if (key === SIGNED_IN) void recheckOwnSession()
  })
  // The back button can bring back a page as it was, from before the sign-out.
  addEventListener('pageshow', ({ persisted }) => {
    const viewer = viewerNow()
    if (persisted && viewer && !isSignedIn(viewer)) void resetViewer()
  })
}

/** When the page's language changes, reads the server's texts again. The screen shows the old ones until then. */
export function followLanguage() {
  onLanguageChange(() => {
    queryClient.removeQueries({ type: 'inactive', predicate: isNotSession })
    void queryClient.invalidateQueries({ predicate: isNotSession })
  })
}

/** Reads anew who is signed in, as if the page had just been opened. */
export function resetViewer() {
  clearReplies()
  forgetPerson()
  // If nobody is signing out, another tab has removed them. The present ones may belong to the next person.
  if (leaving.get() !== null) removePhotos(null)
  return queryClient.resetQueries({ queryKey: sessionKey })
}

/** Removes all photos that wait in this browser to be sent, except this person's. */
const removePhotos = (owner: string | null) =>
  void import('../offline/stored-photos.ts').then(({ removeOthers }) => removeOthers(owner)).catch(() => undefined)

/** Removes everything that was read for one person, so that the next one does not see it. */
function clearReplies() {
  // The early replies of a visitor's page are nobody's.
  if (!isVisitor()) dropEarlyReplies()
  dropReplies()
  clearRecentlyOpened()
  void clearResponseCache()
}

function dropReplies() {
  queryClient.removeQueries({ predicate: isNotSession })
  queryClient.getMutationCache().clear()
}

/** Whether the viewer has a permission for this subject, or anywhere if there is none. The server decides again. */
export function useCan(permission: Permission, subject?: Subject) {
  const viewer = useViewer()
  return subject ? may(viewer, permission, subject) : mayAnywhere(viewer.role, permission)
}
