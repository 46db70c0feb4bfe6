import { hoursApi } from '../../../shared/hours.ts'
import { useReply } from '../../api/queries.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { isUnseen, UnseenHours } from '../../components/people/unseen-hours.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useI18n } from '../../language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { WeekSkeleton } from '../week-days.tsx'
import { HoursActions } from './actions.tsx'
import { Balance } from './balance.tsx'
import { followHours } from './changes.ts'
import { DaysOfPeriod } from './days.tsx'
import { PeriodHistory } from './history.tsx'
import { HoursBadge } from './hours-badge.tsx'
import { formatPeriod, usePeriod } from './period-nav.tsx'

followHours()

/** A person's pay period, for a manager. A day leads to its sessions, where they can be corrected. */
export function PersonPeriodDialog({
  id,
  onCorrect,
  onClose,
}: {
  id: string
  onCorrect: (userId: string, day: string) => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const period = usePeriod()
  const query = { userId: id, period: period?.start ?? '' }
  const reply = useReply(hoursApi.person, { query }, { enabled: period !== undefined })
  const { data, error } = reply
  if (isUnseen(error) && !data) return <UnseenHours title={i18n.t('Hours')} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={data ? fullName(data.user) : i18n.t('Hours')}
      description={data && [formatPeriod(data.period, { i18n }), data.department?.name].filter(Boolean).join(' · ')}
      size="lg"
    >
      <div className="-mx-4">
        {data ? (
          <>
            <div className="flex flex-col gap-3 px-4 pb-3">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <span className="tabular font-semibold text-xl">{formatMinutes(data.total, i18n)}</span>
                <Balance hours={data} isOver={data.period.isOver} />
                <HoursBadge status={data.status} />
              </p>
              {data.objection && (
                <p dir="auto" className="rounded-control bg-overdue-soft px-3 py-2 wrap-anywhere">
                  {i18n.t('Something is wrong: {text}', { text: data.objection.text })}
                </p>
              )}
              <HoursActions hours={data} period={data.period} />
            </div>
            <DaysOfPeriod hours={data} dates={data.dates} onOpen={(date) => onCorrect(id, date)} />
            <PeriodHistory history={data.history} />
          </>
        ) : (
          <NotLoaded query={reply} failure={i18n.t('The hours could not be loaded.')}>
            <WeekSkeleton />
          </NotLoaded>
        )}
      </div>
    </Dialog>
  )
}
