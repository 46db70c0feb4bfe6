import { Link } from '@tanstack/react-router'
import { ArrowRightLeft, ListChecks, UsersRound } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { openHandover, useRecentClockOut } from './handing-over.ts'

/** How the links look: as words, or as chips. */
const looks = {
  words: { all: 'rounded-control px-2.5 text-accent hover:bg-hover', first: '' },
  chips: {
    all: 'rounded-full border border-line bg-surface px-3 text-muted hover:bg-hover hover:text-text touch:px-3.5',
    first: 'border-accent! text-accent!',
  },
}

/** Links to the parts of a shift. For some minutes after the clock-out, the one to hand over comes first. */
export function ShiftLinks({ look, className }: { look: keyof typeof looks; className?: string }) {
  const i18n = useI18n()
  const recent = useRecentClockOut()
  const { all, first } = looks[look]
  const way = cx('inline-flex min-h-9 items-center gap-1.5 font-medium touch:min-h-11', all)
  return (
    <nav aria-label={i18n.t('Shift')} className={cx('flex flex-wrap', className)}>
      {recent && (
        <button type="button" onClick={openHandover} className={cx(way, first)}>
          <ArrowRightLeft aria-hidden="true" className="size-4" />
          {i18n.t('Hand over')}
        </button>
      )}
      <Link to="/briefing" className={way}>
        <ListChecks aria-hidden="true" className="size-4" />
        {i18n.t('Briefing')}
      </Link>
      <Link to="/on-duty" className={way}>
        <UsersRound aria-hidden="true" className="size-4" />
        {i18n.t('On duty now')}
      </Link>
    </nav>
  )
}
