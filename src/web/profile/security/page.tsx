import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { PinSection } from './pin.tsx'
import { SecondStepSection } from './second-step.tsx'

const card = 'rounded-card border border-line bg-surface shadow-card'

/** How the viewer signs in, besides the password. */
export function SecurityPage() {
  const i18n = useI18n()
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4 md:gap-5 md:p-8">
      <Link
        to="/profile"
        className="-mb-2 inline-flex min-h-8.5 items-center gap-1.5 self-start font-[550] text-muted hover:text-text touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {i18n.t('Profile')}
      </Link>
      <SecondStepSection className={card} />
      <PinSection className={card} />
    </div>
  )
}
