import { PASS_SECONDS } from '../../../shared/kiosks.ts'
import { useI18n } from '../../language.ts'

/** In the last so many seconds a screen reader says how long the page stays. */
const SAYS_AT = 15

/** How long the page stays: a ring that empties around the seconds. A touch anywhere fills it. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const i18n = useI18n()
  const words = i18n.t('This page closes in {seconds, plural, one {# second} other {# seconds}}. Touch it to stay.', {
    seconds,
  })
  return (
    <div className="flex shrink-0 items-center gap-3">
      <span className="max-w-44 text-end text-muted text-sm max-lg:hidden" aria-hidden="true">
        {i18n.t('Touch the page to stay')}
      </span>
      <span role="timer" aria-label={words} className="relative grid size-14 place-items-center">
        <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 -rotate-90">
          <circle cx="18" cy="18" r="16" fill="none" strokeWidth="3" className="stroke-line" />
          <circle
            cx="18"
            cy="18"
            r="16"
            fill="none"
            strokeWidth="3"
            pathLength={PASS_SECONDS}
            strokeDasharray={`${Math.min(PASS_SECONDS, seconds)} ${PASS_SECONDS}`}
            className={seconds <= SAYS_AT ? 'stroke-overdue' : 'stroke-accent'}
          />
        </svg>
        <span aria-hidden="true" className="tabular font-semibold text-lg">
          {seconds}
        </span>
      </span>
      <span role="status" className="sr-only">
        {seconds === SAYS_AT && words}
      </span>
    </div>
  )
}
