import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../language.ts'

/** A page below the profile, with the way back to it. */
export function ProfilePart({ children }: { children: ReactNode }) {
  const i18n = useI18n()
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4 md:gap-5 md:p-8">
      <Link
        to="/profile"
        className="-mb-2 inline-flex min-h-8.5 items-center gap-1.5 self-start font-medium text-muted hover:text-text touch:min-h-11 print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {i18n.t('Profile')}
      </Link>
      {children}
    </div>
  )
}
