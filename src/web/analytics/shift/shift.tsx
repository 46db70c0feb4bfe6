import { ArrowRightLeft, BellOff } from 'lucide-react'
import {
  analyticsShiftApi,
  type HandoverCounts,
  type ShiftFigures,
  type UrgentMessageSent,
  type WaitingItem,
} from '../../../shared/analytics-shift.ts'
import { RECEIVE_MINUTES } from '../../../shared/handovers.ts'
import type { DeliveryReason } from '../../../shared/push.ts'
import { formatCount, formatDateTime, formatMonth } from '../../../shared/words/formats.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { Ago } from '../../components/time/ago.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShiftLoading } from '../figures-loading.tsx'
import { FigureLink, handoversOf } from '../links.tsx'
import { FigureFailed, MetricCard } from '../metric-card.tsx'
import { Count, Figure, FigureTable, formatMedian, NONE } from '../routines/parts.tsx'
import type { ShownDays } from '../search-params.ts'

/** Whether items arrive, and how often people are reached off duty. */
export function FiguresOfShift({ days }: { days: ShownDays }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    analyticsShiftApi.shift,
    { query: { from: days.from, to: days.to, departmentId } },
    { keepPrevious: true, total: true },
  )
  if (data) {
    return (
      <div className={cx('grid gap-3 transition-opacity md:gap-4', isPlaceholderData && 'opacity-60 delay-150')}>
        <Handovers figures={data} />
        <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-2">
          <Contacts contacts={data.contacts} />
          <Urgent urgent={data.urgent} />
        </div>
      </div>
    )
  }
  if (!error) return <ShiftLoading />
  return (
    <div className={card}>
      <FigureFailed
        message={i18n.t('The figures of shifts could not be loaded.')}
        onRetry={refetch}
        pending={isFetching}
        className="min-h-72"
      />
    </div>
  )
}

/** The share of those that somebody could receive and did in time, rounded down: only all of them are 100 %. */
function shareOf({ items, inTime }: HandoverCounts, i18n: ReturnType<typeof useI18n>) {
  return items === 0 ? NONE : i18n.number(Math.floor((100 * inTime) / items) / 100, { style: 'percent' })
}

function Handovers({ figures }: { figures: ShiftFigures }) {
  const i18n = useI18n()
  const { handovers, departments, waiting } = figures
  if (handovers.items === 0 && waiting.length === 0) {
    return (
      <MetricCard title={i18n.t('What was handed over')} note={null}>
        <EmptyState
          icon={ArrowRightLeft}
          title={i18n.t('Nothing was handed over in these days')}
          action={<FigureLink to={{ to: '/handovers' }}>{i18n.t('Go to the handovers')}</FigureLink>}
        />
      </MetricCard>
    )
  }
  const count = (value: number) => formatCount(value, { i18n })
  return (
    <MetricCard
      title={i18n.t('What was handed over')}
      note={i18n.t(
        '{minutes, plural, one {“In time” means received within # minute after somebody could do so.} other {“In time” means received within # minutes after somebody could do so.}} That is the named person. If nobody is named, it is anybody else on duty in the department.',
        { minutes: RECEIVE_MINUTES },
      )}
    >
      <div className="grid gap-6">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 md:grid-cols-5">
          <Figure
            className="max-md:col-span-2"
            name={i18n.t('Received in time')}
            note={i18n.t('within {minutes} min', { minutes: RECEIVE_MINUTES })}
          >
            {shareOf(handovers, i18n)}
          </Figure>
          <Figure name={i18n.t('Handed over')}>
            <Count
              count={handovers.items}
              way={{ to: handoversOf(figures) }}
              label={`${i18n.t('Handed over')}: ${handovers.items}`}
            />
          </Figure>
          <Figure name={i18n.t('Until received')} note={i18n.t('median')}>
            {formatMedian(handovers.minutesToReceipt, i18n)}
          </Figure>
          <Figure name={i18n.t('Waiting')}>
            <span className={cx(handovers.waiting > 0 && 'text-overdue')}>{count(handovers.waiting)}</span>
          </Figure>
          <Figure
            name={i18n.t('Questions')}
            note={i18n.t('{count, plural, one {# answered} other {# answered}}', { count: handovers.answered })}
          >
            {count(handovers.questions)}
          </Figure>
        </dl>
        {waiting.length > 0 && <Waiting items={waiting} />}
        {departments.length > 1 && (
          <FigureTable
            caption={i18n.t('By department')}
            title
            heads={[
              i18n.t('Department'),
              i18n.t('Handed over'),
              i18n.t('In time'),
              i18n.t('Until received'),
              i18n.t('Questions'),
            ]}
            rows={departments.map(({ departmentId, departmentName, ...counts }) => ({
              key: departmentId ?? 0,
              head: <span dir="auto">{departmentName}</span>,
              cells: [
                count(counts.items),
                shareOf(counts, i18n),
                formatMedian(counts.minutesToReceipt, i18n),
                count(counts.questions),
              ],
            }))}
          />
        )}
      </div>
    </MetricCard>
  )
}

/** Items that nobody has received yet, the oldest first. */
function Waiting({ items }: { items: readonly WaitingItem[] }) {
  const i18n = useI18n()
  return (
    <section>
      <h3 className="pb-1 font-semibold">{i18n.t('Not received yet')}</h3>
      <ul className="divide-y divide-line border-line border-t">
        {items.map(({ id, about, giverName, departmentName, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <span dir="auto" className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">
              {about}
            </span>
            <span className="text-muted text-sm">
              <bdi>{[giverName, departmentName].filter(Boolean).join(' · ')}</bdi>
            </span>
            <Ago iso={createdAt} className="text-muted text-sm" />
          </li>
        ))}
      </ul>
    </section>
  )
}

const reasons: Record<DeliveryReason, Message> = {
  on_duty: msg('On duty'),
  always: msg('Notifications at any time'),
  urgent: msg('Urgent message'),
  security: msg('Security of the account'),
  own_reminder: msg('Own reminder'),
  own_plan: msg('Own shifts'),
}

/** How often a device rang of somebody who was off duty, by month and reason. */
function Contacts({ contacts }: { contacts: ShiftFigures['contacts'] }) {
  const i18n = useI18n()
  const months = [...new Set(contacts.map(({ month }) => month))]
  const because = [...new Set(contacts.map((each) => each.because))]
  const countOf = (month: string, reason: DeliveryReason) =>
    contacts.find((each) => each.month === month && each.because === reason)?.contacts ?? 0
  return (
    <MetricCard
      title={i18n.t('Notified off duty')}
      note={months.length > 0 && i18n.t('This counts notifications that a device showed to a person off duty.')}
    >
      {months.length === 0 ? (
        <EmptyState icon={BellOff} title={i18n.t('Nobody was notified off duty')} />
      ) : (
        <FigureTable
          caption={i18n.t('Notified off duty, by month and reason')}
          heads={[i18n.t('Month'), ...because.map((reason) => i18n.t(reasons[reason]))]}
          rows={months.map((month) => ({
            key: month,
            head: formatMonth(month, { i18n }),
            cells: because.map((reason) => formatCount(countOf(month, reason), { i18n })),
          }))}
        />
      )}
    </MetricCard>
  )
}

/** Urgent messages with their reasons, the newest first. */
function Urgent({ urgent: { total, messages } }: { urgent: ShiftFigures['urgent'] }) {
  const i18n = useI18n()
  return (
    <MetricCard
      title={i18n.t('Urgent messages')}
      note={
        messages.length < total && i18n.t('These are the newest {count} of {total}.', { count: messages.length, total })
      }
    >
      {messages.length === 0 ? (
        <p className="text-muted">{i18n.t('None were sent in these days.')}</p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {messages.map((message) => (
            <UrgentEntry key={message.id} message={message} />
          ))}
        </ul>
      )}
    </MetricCard>
  )
}

function UrgentEntry({
  message: { sender, reason, createdAt, departmentName, recipients, offDuty },
}: {
  message: UrgentMessageSent
}) {
  const reader = useReader()
  const { i18n } = reader
  return (
    <li className="py-2.5">
      <p dir="auto" className="font-medium wrap-anywhere">
        {reason}
      </p>
      <p className="text-muted text-sm tabular">
        <bdi>{[fullName(sender), departmentName].filter(Boolean).join(' → ')}</bdi>
        {' · '}
        {formatDateTime(createdAt, reader)}
      </p>
      <p className="text-muted text-sm">
        {i18n.t(
          '{count, plural, one {Sent to # person} other {Sent to # people}}, {offDuty, plural, one {# off duty} other {# off duty}}',
          {
            count: recipients,
            offDuty,
          },
        )}
      </p>
    </li>
  )
}
