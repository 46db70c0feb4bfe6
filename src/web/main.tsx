import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { deployment } from './api/deployment.ts'
import { readFirstData } from './api/first-data.ts'
import { queryClient } from './api/queries.ts'
import { followLanguage, followOtherTabs } from './api/viewer.ts'
import { beginLanguage } from './language.ts'
import { router } from './routes.tsx'
import { watchVersion } from './shell/new-version.ts'
import { registerServiceWorker } from './shell/service-worker.ts'
import { followTheme } from './ui/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

followTheme()
beginLanguage(deployment.defaultLanguage)
followOtherTabs()
followLanguage()
void readFirstData().then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
registerServiceWorker()
watchVersion()
