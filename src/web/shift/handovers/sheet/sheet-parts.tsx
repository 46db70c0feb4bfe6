import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatTime } from '../../../../shared/words/formats.ts'
import { paidUntil, useRecentClockOut } from '../../../components/shift/handing-over.ts'
import { useReader } from '../../../components/time/use-reader.ts'
import { useI18n } from '../../../language.ts'
import { useConnection } from '../../../live/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'

/** Below the heading: that one is off the clock already, and until when writing counts. */
export function State() {
  const i18n = useI18n()
  const reader = useReader()
  const { away } = useConnection()
  const recent = useRecentClockOut()
  const until = recent && formatTime(new Date(paidUntil(recent)).toISOString(), reader)
  return (
    <p className="mt-0.5 text-pretty text-muted">
      {until
        ? i18n.t('You are clocked out. Writing this is paid until {time}.', { time: until })
        : i18n.t('It waits until somebody has received it.')}{' '}
      {away && i18n.t('Without a connection it is kept on this device and sent later.')}
    </p>
  )
}

/** The tasks that somebody has and has not begun: folded, because they usually stay as they are. */
export function Others({ count, startsOpen, children }: { count: number; startsOpen: boolean; children: ReactNode }) {
  const i18n = useI18n()
  const id = useId()
  const [chosen, setOpen] = useState<boolean>()
  const isOpen = chosen ?? startsOpen
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 items-center gap-1.5 self-start rounded-control pe-2 font-semibold text-muted text-sm touch:min-h-11"
      >
        <ChevronRight
          aria-hidden="true"
          className={cx('size-4 transition-transform duration-120', isOpen && 'rotate-90 rtl:-rotate-90')}
        />
        {i18n.t('{count, plural, one {# more task of yours} other {# more tasks of yours}}', { count })}
      </button>
      <ul id={id} hidden={!isOpen} className="flex flex-col gap-2.5 [&[hidden]]:hidden">
        {isOpen && children}
      </ul>
    </>
  )
}

/** The lists of tasks could not be read: typed text can be sent all the same. */
export function TasksFailed({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  const i18n = useI18n()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-3.5 py-3">
      <p className="min-w-40 flex-1 text-muted">{i18n.t('Your tasks could not be loaded.')}</p>
      <Button onClick={onRetry} pending={isFetching}>
        {i18n.t('Try again')}
      </Button>
    </div>
  )
}
