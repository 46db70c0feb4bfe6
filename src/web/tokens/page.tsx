import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useI18n } from '../language.ts'
import { card } from '../ui/card.ts'
import { CalendarSection } from './calendar.tsx'
import { TokensSection } from './tokens.tsx'

/** Access for other programs of the viewer: tokens for the API, and the address of their calendar. */
export function ApiClientsPage() {
  const i18n = useI18n()
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4 md:gap-5 md:p-8">
      <Link
        to="/profile"
        className="-mb-2 inline-flex min-h-8.5 items-center gap-1.5 self-start font-medium text-muted hover:text-text touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {i18n.t('Profile')}
      </Link>
      <CalendarSection className={card} />
      <TokensSection className={card} />
    </div>
  )
}
