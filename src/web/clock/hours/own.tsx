import { Check, MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { hoursApi, type OnePersonsHours } from '../../../shared/hours.ts'
import { formatDate } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { tell, tellFailure } from '../../components/forms/tell.ts'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { WeekSkeleton } from '../week-days.tsx'
import { Balance } from './balance.tsx'
import { followHours } from './changes.ts'
import { DaysOfPeriod } from './days.tsx'
import { PeriodHistory } from './history.tsx'
import { HoursBadge } from './hours-badge.tsx'
import { formatPeriod, PeriodNav, usePeriod } from './period-nav.tsx'
import { TextDialog } from './text-dialog.tsx'

followHours()

/** One's own pay period: the hours, and whether they are right. */
export function OwnPeriod() {
  const { i18n } = useReader()
  const period = usePeriod()
  const query = { period: period?.start ?? '' }
  const reply = useReply(hoursApi.person, { query }, { enabled: period !== undefined, keepPrevious: true })
  const { data, isPlaceholderData } = reply
  return (
    <>
      <PeriodNav />
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-60 delay-150')}
        >
          <Summary hours={data} />
          <DaysOfPeriod hours={data} dates={data.dates} />
          <PeriodHistory history={data.history} />
        </div>
      ) : (
        <NotLoaded query={reply} failure={i18n.t('Your hours could not be loaded.')}>
          <WeekSkeleton />
        </NotLoaded>
      )}
    </>
  )
}

function Summary({ hours }: { hours: OnePersonsHours }) {
  const reader = useReader()
  const { i18n } = reader
  const { period, status, approval, objection, total } = hours
  return (
    <div className="flex flex-col gap-3 border-line border-t px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="tabular font-semibold text-xl">{formatMinutes(total, i18n)}</span>
        <Balance hours={hours} isOver={period.isOver} />
        <HoursBadge status={status} />
      </p>
      {approval && (
        <p className="text-muted">
          {i18n.t('{name} approved {time} on {date}.', {
            name: approval.by,
            time: formatMinutes(approval.total, i18n),
            date: formatDate(approval.at, reader),
          })}
        </p>
      )}
      {objection && (
        <p role="status" dir="auto" className="rounded-control bg-sunken px-3 py-2 wrap-anywhere">
          {i18n.t('You said: {text}', { text: objection.text })}
          <span className="block text-muted text-sm">{i18n.t('A manager will answer you.')}</span>
        </p>
      )}
      <Answers hours={hours} />
    </div>
  )
}

/** "Right" and "Something is wrong". */
function Answers({ hours: { period, status, hash, objection, isRunning } }: { hours: OnePersonsHours }) {
  const { i18n } = useReader()
  const [isObjecting, setObjecting] = useState(false)
  const body = { period: period.start }
  const confirm = useCall(hoursApi.confirm, {
    onSuccess: tell(msg('Thank you. Your hours are confirmed.')),
    onError: tellFailure(msg('Your hours could not be confirmed.')),
  })
  const { mutateAsync: object } = useCall(hoursApi.object)
  const isSettled = status === 'approved' || status === 'exported'
  const mayConfirm = period.isOver && !isRunning && !isSettled && (status !== 'confirmed' || objection !== null)
  return (
    <>
      {!period.isOver && (
        <p className="text-muted">{i18n.t('When the period is over you can say that your hours are right.')}</p>
      )}
      {period.isOver && isRunning && (
        <p className="text-muted">{i18n.t('Clock out first. Then you can say that your hours are right.')}</p>
      )}
      <div className="flex flex-wrap gap-2 max-md:flex-col">
        {mayConfirm && (
          <Button
            variant="primary"
            size="lg"
            pending={confirm.isPending}
            onClick={() => confirm.mutate({ body: { ...body, hash } })}
          >
            <Check aria-hidden="true" className="size-5" />
            {i18n.t('Right ##my hours are')}
          </Button>
        )}
        <Button size={mayConfirm ? 'lg' : 'md'} onClick={() => setObjecting(true)}>
          <MessageSquareWarning aria-hidden="true" className="size-4.5" />
          {i18n.t('Something is wrong')}
        </Button>
      </div>
      {isObjecting && (
        <TextDialog
          title={i18n.t('Something is wrong')}
          description={formatPeriod(period, { i18n })}
          label={i18n.t('What is wrong?')}
          hint={i18n.t('Your managers read it and answer you.')}
          missing={i18n.t('Say what is wrong')}
          submitLabel={i18n.t('Send')}
          failure={i18n.t('It could not be sent.')}
          keptAs={`objection ${period.start}`}
          send={async (text) => {
            await object({ body: { ...body, text } })
            toast({ title: i18n.t('Your managers were told.') })
          }}
          onClose={() => setObjecting(false)}
        />
      )}
    </>
  )
}
