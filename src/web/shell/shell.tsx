import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { mayAnywhere } from '../../shared/permissions.ts'
import { afterFirstScreen, watchFirstScreen } from '../api/first-screen.ts'
import { sessionEnded } from '../api/session-end.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { isAway, useConnection } from '../live/connection.ts'
import { useNotificationToast } from '../notifications/live-toast.ts'
import { openOfflineQueue } from '../offline/offline-queue.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { UPRIGHT_PHONE, useMedia, WIDE } from '../ui/media.ts'
import { loadUntilThere } from '../ui/on-demand.ts'
import { useTitle } from '../ui/title.ts'
import { ABOVE_FOOT, toastsBelow } from '../ui/toast.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { Header } from './header.tsx'
import { Overlays } from './overlays.tsx'
import type { ScreenInfo } from './screen.ts'
import { ScreenPending } from './screen-states.tsx'
import { ShellShortcuts } from './shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'

const SessionEndDialog = lazyPart(() => import('../auth/session-end-dialog.tsx'), 'SessionEndDialog')

/** The frame around every screen: navigation, header and the live connection. */
export function Shell({ screen, focusHeading }: { screen: ScreenInfo; focusHeading: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLElement>(null)
  const ended = sessionEnded.use()
  const wide = useMedia(WIDE)
  const atThumb = useMedia(UPRIGHT_PHONE)
  const i18n = useI18n()
  const title = i18n.t(screen.title)
  useTitle(title)
  useFocusAtChange(heading, focusHeading)
  useLive(!ended)
  useEffect(watchFirstScreen, [])
  return (
    <div className="-mx-(--notch) grid h-dvh grid-cols-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block print:h-auto print:overflow-visible">
      <button
        type="button"
        onClick={() => content.current?.focus()}
        className="-translate-y-20 fixed top-2 inset-s-2 z-50 h-11 rounded-control bg-accent px-4 font-medium text-on-accent focus:translate-y-0"
      >
        {i18n.t('Skip to the content')}
      </button>
      {wide && <Sidebar />}
      <div className="flex min-h-0 min-w-0 flex-col">
        <div ref={toastsBelow} className="shrink-0">
          <Header title={title} heading={heading} />
          <ConnectionBar />
        </div>
        <main
          id="content"
          data-scroll-restoration-id="content"
          ref={content}
          tabIndex={-1}
          className="relative flex min-h-0 flex-1 flex-col overflow-y-auto px-(--notch) print:overflow-visible"
        >
          <ScreenPermission screen={screen}>
            <NeedsConnection screen={screen}>
              <Outlet />
            </NeedsConnection>
          </ScreenPermission>
        </main>
        {atThumb && (
          <>
            <div id={ABOVE_FOOT} aria-live="polite" className="shrink-0" />
            <BottomBar />
          </>
        )}
      </div>
      <ShellShortcuts />
      <Overlays />
      {ended && (
        <Suspense fallback={null}>
          <SessionEndDialog />
        </Suspense>
      )}
    </div>
  )
}

/** Moves the focus to the heading when the screen changes, so that screen readers begin there. */
function useFocusAtChange(heading: RefObject<HTMLElement | null>, atFirst: boolean) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const before = useRef(atFirst ? undefined : pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // Later, because an open menu or drawer holds the focus until it has closed.
    const timer = setTimeout(() => heading.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [pathname, heading])
}

/** Opens the live connection once the first screen is there, which needs its code as little as its messages. */
function useLive(signedIn: boolean) {
  const { id, timeZone } = useViewer()
  const show = useNotificationToast()
  const navigate = useNavigate()
  useEffect(() => {
    if (!signedIn) return
    const readsSince = performance.now()
    let stop = () => {}
    const cancel = afterFirstScreen(async () => {
      const controller = new AbortController()
      stop = () => controller.abort()
      const live = await loadUntilThere(() => import('./connected.ts'), controller.signal)
      const open = (href: string) => void navigate({ href })
      if (live) stop = live.connectPage({ id, timeZone, readsSince }, { show, open })
    })
    return () => {
      cancel()
      stop()
    }
  }, [id, timeZone, signedIn, show, navigate])
  useEffect(() => (signedIn ? openOfflineQueue(id) : undefined), [id, signedIn])
}

const RefusedScreen = lazyPart(() => import('./refused-screen.tsx'), 'RefusedScreen')

/** Shows a screen to people who may see it, and its refusal to others. The server also refuses them the data. */
function ScreenPermission({ screen: { allow }, children }: { screen: ScreenInfo; children: ReactNode }) {
  const { role } = useViewer()
  if (!allow || mayAnywhere(role, allow)) return children
  return (
    <Suspense fallback={<ScreenPending />}>
      <RefusedScreen permission={allow} />
    </Suspense>
  )
}

/**
 * Replaces a screen that is opened without a network, if it has no cached data. A screen that is already open stays.
 */
function NeedsConnection({ screen, children }: { screen: ScreenInfo; children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { away } = useConnection()
  const i18n = useI18n()
  const [opened, setOpened] = useState({ pathname, without: isAway() })
  if (opened.pathname !== pathname) setOpened({ pathname, without: away })
  else if (opened.without && !away) setOpened({ pathname, without: false })
  if (!opened.without || screen.offline) return children
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState icon={WifiOff} title={i18n.t('This screen needs a connection')}>
        <p>{i18n.t('It opens by itself when the connection returns.')}</p>
        <p className="mt-4">
          <Link to="/tasks" className="inline-flex min-h-11 items-center font-medium text-accent hover:underline">
            {i18n.t('Back to the tasks')}
          </Link>
        </p>
      </EmptyState>
    </div>
  )
}
