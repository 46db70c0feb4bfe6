import { Link, useLocation } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../language.ts'
import { isAway, useConnection } from '../live/connection.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ScreenInfo } from './screen.ts'

/**
 * Replaces a screen that is opened without a network, if it has no cached data. A screen that is already open stays.
 */
export function NeedsConnection({ screen, children }: { screen: ScreenInfo; children: ReactNode }) {
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
