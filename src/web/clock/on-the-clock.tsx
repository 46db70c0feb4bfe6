import { clockApi, type OnTheClock as Present } from '../../shared/clock.ts'
import { formatCount } from '../../shared/words/formats.ts'
import { paidMinutesBetween, runningBreakOf } from '../../shared/worked-time.ts'
import { useReply } from '../api/queries.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { DepartmentName } from '../components/people/department-name.tsx'
import { OnBreak } from '../components/people/on-break.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { Card } from './card.tsx'
import { formatSince } from './format.ts'
import { ReviewBadge } from './session-notes.tsx'
import { OtherDepartment, useTeam } from './team-scope.tsx'

/** The end of the list fades to show that it goes on. */
const list =
  'max-h-76 overflow-y-auto px-2 pb-5 [mask-image:linear-gradient(to_bottom,black_calc(100%-1.25rem),transparent)] lg:max-h-none lg:min-h-44 lg:flex-[1_1_0]'

/** The people of the viewer's team who are clocked in now. */
export function OnTheClock({ onOpen }: { onOpen: (userId: string) => void }) {
  const i18n = useI18n()
  const { departmentId, departmentName, refused } = useTeam()
  const reply = useReply(clockApi.now, { query: { departmentId } }, { enabled: !refused, keepPrevious: true })
  const { data } = reply
  return (
    <Card
      title={
        departmentName
          ? i18n.t('Clocked in now in {department}', { department: departmentName })
          : refused
            ? i18n.t('Clocked in now')
            : i18n.t('Clocked in now in all departments')
      }
      aside={
        !refused &&
        data && <span className="tabular font-semibold text-muted">{formatCount(data.length, { i18n })}</span>
      }
      className="min-h-28 lg:flex-1"
    >
      {refused ? (
        <OtherDepartment />
      ) : data ? (
        data.length > 0 ? (
          <ul className={list}>
            {data.map((session) => (
              <PersonRow key={session.id} session={session} onOpen={onOpen} />
            ))}
          </ul>
        ) : (
          <p className="px-4 pt-1 pb-5 text-muted">{i18n.t('Nobody else is clocked in.')}</p>
        )
      ) : (
        <NotLoaded query={reply} failure={i18n.t('Who is clocked in could not be loaded.')}>
          <div role="status" className="flex h-76 flex-col gap-3 overflow-hidden px-4 pt-1 lg:h-44">
            <span className="text-muted">{i18n.t('Loading people...')}</span>
            {times(6, () => (
              <Skeleton className="h-8 shrink-0" />
            ))}
          </div>
        </NotLoaded>
      )}
    </Card>
  )
}

function PersonRow({ session, onOpen }: { session: Present; onOpen: (userId: string) => void }) {
  const reader = useReader()
  const { i18n } = reader
  const now = useMinute()
  const { user, startTime, department } = session
  const minutes = Math.max(0, paidMinutesBetween([session], Date.parse(startTime), now, now))
  const onBreak = runningBreakOf(session)
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(user.id)}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 py-1 text-start transition-colors duration-120 hover:bg-hover"
      >
        <Avatar person={user} size="lg" />
        <span className={cx('flex-1', session.needsReview ? 'min-w-23' : 'min-w-0')}>
          <span dir="auto" className="block truncate font-medium">
            {fullName(user)}
          </span>
          {session.needsReview ? (
            <ReviewBadge />
          ) : onBreak ? (
            <span className="block truncate text-sm">
              <OnBreak since={onBreak.startTime} />
            </span>
          ) : (
            <DepartmentName name={department?.name ?? i18n.t('No department')} className="text-muted text-sm" />
          )}
        </span>
        <span className={cx('tabular text-end', session.needsReview ? 'min-w-0 max-w-1/2' : 'shrink-0')}>
          <span className="block truncate font-medium">{formatMinutes(minutes, i18n)}</span>
          <span className="block truncate text-muted text-sm">
            {i18n.t('since {time}', { time: formatSince(startTime, now, reader) })}
          </span>
        </span>
      </button>
    </li>
  )
}
