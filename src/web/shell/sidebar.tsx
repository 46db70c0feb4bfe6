import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Mark } from '../ui/mark.tsx'
import { Navigation } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'
import { useSignOut } from './sign-out.ts'

export function Sidebar() {
  const i18n = useI18n()
  return (
    <aside
      aria-label={i18n.t('Sidebar')}
      className="hidden min-h-0 flex-col overflow-y-auto border-line border-e px-2.5 py-3.5 lg:flex print:hidden!"
    >
      <div className="mb-3 flex">
        <Brand />
      </div>
      <PaletteButton />
      <Navigation />
      <SidebarFoot />
    </aside>
  )
}

export function Brand({ onNavigate }: { onNavigate?: () => void }) {
  const { organisation } = useViewer()
  return (
    <Link
      to="/"
      onClick={onNavigate}
      className="flex min-w-0 items-center gap-2.5 rounded-control px-2 py-1 font-semibold text-lg tracking-[-0.01em] touch:min-h-11"
    >
      <Mark className="size-6 shrink-0 text-accent" />
      <span className="min-w-0 leading-tight">
        {/* untranslated: the product's name */}
        Muster
        {organisation && (
          <span
            dir="auto"
            title={organisation}
            className="block truncate font-medium text-muted text-xs tracking-normal"
          >
            {organisation}
          </span>
        )}
      </span>
    </Link>
  )
}

/** Sign-out and the provider's line, at the end of sidebar and drawer. */
export function SidebarFoot({ children }: { children?: ReactNode }) {
  const i18n = useI18n()
  return (
    <div className="mt-auto pt-6">
      {children}
      <button
        type="button"
        onClick={useSignOut()}
        className="flex h-8.5 w-full items-center gap-2.5 rounded-control px-2 font-medium text-muted transition-colors duration-120 hover:bg-hover hover:text-text touch:h-11 touch:px-3 touch:text-md"
      >
        <LogOut aria-hidden="true" className="size-4.25" />
        {i18n.t('Sign Out')}
      </button>
      <footer className="mt-2 border-line border-t px-2 pt-3 text-muted text-xs touch:px-3">
        {i18n.t('Built by the Muster team')}
      </footer>
    </div>
  )
}
