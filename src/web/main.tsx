import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { deployment } from './api/deployment.ts'
import { isVisitor } from './api/early-replies.ts'
import { readFirstData } from './api/first-data.ts'
import { afterFirstScreen } from './api/first-screen.ts'
import { queryClient } from './api/queries.ts'
import { followLanguage, followOtherTabs } from './api/viewer.ts'
import { beginLanguage } from './language.ts'
import { createScreens } from './routes.tsx'
import { watchVersion } from './shell/new-version.ts'
import { loadLoginPage } from './shell/root.tsx'
import { registerServiceWorker } from './shell/service-worker.ts'
import { followTheme } from './ui/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

// The script is here, so the network is free for the letters, unless `start.js` has asked for them.
if (!navigator.serviceWorker?.controller) document.getElementById('letters')?.setAttribute('rel', 'preload')

/** Milliseconds. Then the page shows that it loads. */
const MAX_WAIT = 100

/** A slow phone can paint, and hear its person, between tasks. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

async function start(root: HTMLElement) {
  await nextTask()
  followTheme()
  const words = beginLanguage(deployment.defaultLanguage)
  followOtherTabs()
  followLanguage()
  const firstData = readFirstData()
  registerServiceWorker()
  watchVersion()
  await nextTask()
  const router = createScreens()
  await nextTask()
  await words
  // The first draw has all that is there by then, and no loading signs before it. The screen tells of failures.
  const all = Promise.allSettled([firstData, router.load(), isVisitor() && loadLoginPage()])
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_WAIT))])
  // In a transition React draws in short tasks.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

void start(root)
afterFirstScreen(() => {
  document.getElementById('frame')?.remove()
  void import('./ui/kept-focus.ts').then(({ keepFocusInLists }) => keepFocusInLists()).catch(() => {})
  void import('./ui/typing.ts').then(({ keepRoomUntilPressed }) => keepRoomUntilPressed()).catch(() => {})
})
