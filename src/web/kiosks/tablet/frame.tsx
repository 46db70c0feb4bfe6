import type { ReactNode } from 'react'
import type { KioskView } from '../../../shared/kiosks.ts'
import { formatTime, formatWeekday } from '../../../shared/words/formats.ts'
import { SampleNote } from '../../components/labels/sample-note.tsx'
import { useI18n } from '../../language.ts'
import { useMinute } from '../../ui/now.ts'

/** The head of the kiosk: its house, and the time. The server's time counts, so it is shown, and not the tablet's. */
export function Head({ view, children }: { view: KioskView; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <span dir="auto" className="max-w-full truncate font-semibold text-lg">
            {/* untranslated: the product's name */}
            {view.organisation ?? 'Muster'}
          </span>
          <SampleNote />
        </p>
        <p dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
          {view.name}
        </p>
      </div>
      {children}
      <WallClock view={view} />
    </header>
  )
}

function WallClock({ view: { timeZone } }: { view: KioskView }) {
  const i18n = useI18n()
  const reader = { i18n, timeZone }
  const now = useMinute()
  return (
    <div className="text-end max-sm:w-full max-sm:text-start">
      <p
        role="timer"
        aria-label={i18n.t('Current time')}
        className="tabular font-semibold text-5xl leading-none tracking-[-0.04em] md:text-6xl"
      >
        {formatTime(new Date(now).toISOString(), reader)}
      </p>
      <p className="mt-1.5 text-muted">{formatWeekday(now, reader)}</p>
    </div>
  )
}
