import { MessageSquare, TriangleAlert, UsersRound } from 'lucide-react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { isOnDutyUntil } from '../../../shared/duty.ts'
import type { PersonOnShift } from '../../../shared/shift.ts'
import { compareTexts, formatCount } from '../../../shared/words/formats.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { formatSince } from '../../clock/format.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { DepartmentName } from '../../components/people/department-name.tsx'
import { OnBreak } from '../../components/people/on-break.tsx'
import { useComing } from '../../components/people/use-coming.ts'
import { useShiftPeople } from '../../components/people/use-shift-people.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { TaskDialogs } from '../../task/dialogs.tsx'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useMinute, useTicking } from '../../ui/now.ts'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { ComingNext } from './coming-next.tsx'
import type { Addressees } from './message-dialog.tsx'

const MessageDialog = lazyPart(() => import('./message-dialog.tsx'), 'DutyMessageDialog')

/** The people on duty, since when, and their current work, with a message to one or to all. */
export function OnDutyPage() {
  return (
    <TaskDialogs>
      <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 px-3.5 pt-3 pb-6 md:px-6 md:pt-5">
        <Present />
      </div>
    </TaskDialogs>
  )
}

interface Group {
  department: PersonOnShift['department']
  present: PersonOnShift[]
  /** How many others belong to it. */
  others: number
}

/** People by department, each group with those on duty. `now` is in milliseconds. */
function groupsOf(people: readonly PersonOnShift[], now: number): Group[] {
  const groups = new Map<number, Group>()
  for (const person of people) {
    const id = person.department?.id ?? 0
    const group = groups.get(id) ?? { department: person.department, present: [], others: 0 }
    if (isOnDutyUntil(person.onDutyUntil, now)) group.present.push(person)
    else group.others += 1
    groups.set(id, group)
  }
  return [...groups.values()]
}

function Present() {
  const i18n = useI18n()
  const reader = useReader()
  const viewer = useViewer()
  const { departmentId } = useDepartmentFilter()
  const query = useShiftPeople()
  const coming = useComing()
  const { data } = query
  const now = useMinute()
  const [writing, setWriting] = useState<Addressees>()
  const groups = useMemo(() => {
    const all = groupsOf(data ?? [], now)
      .filter(({ department }) => departmentId === undefined || department?.id === departmentId)
      // One's own department first, then by name.
      .sort(
        (a, b) =>
          Number(b.department?.id === viewer.departmentId) - Number(a.department?.id === viewer.departmentId) ||
          compareTexts(a.department?.name ?? '', b.department?.name ?? '', reader),
      )
    return all
  }, [data, now, departmentId, viewer.departmentId, reader])
  if (!data) {
    return (
      <NotLoaded query={query} failure={i18n.t('Who is on duty could not be loaded.')}>
        <Loading />
      </NotLoaded>
    )
  }
  const shown = groups.filter(({ present }) => present.length > 0)
  const empty = groups.filter(({ present }) => present.length === 0)
  return (
    <>
      {shown.length === 0 && (
        <EmptyState icon={UsersRound} title={i18n.t('Nobody is on duty now')}>
          {i18n.t('People appear here when they clock in.')}
        </EmptyState>
      )}
      {shown.map((group) => (
        <DepartmentGroup key={group.department?.id ?? 0} group={group} onWrite={setWriting}>
          <ComingNext shifts={coming.get(group.department?.id ?? 0) ?? []} now={now} />
        </DepartmentGroup>
      ))}
      {empty.length > 0 && <NobodyThere groups={empty} coming={coming} now={now} onWrite={setWriting} />}
      {writing && (
        <Suspense fallback={null}>
          <MessageDialog to={writing} onClose={() => setWriting(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type OnWrite = (to: Addressees) => void

function DepartmentGroup({
  group: { department, present, others },
  onWrite,
  children,
}: {
  group: Group
  onWrite: OnWrite
  /** Below the people. */
  children: ReactNode
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const maySend = useCan('message:send', { departmentId: department?.id ?? null })
  const id = `on-duty-${department?.id ?? 0}`
  // One alone has a button of their own.
  const hasColleagues = present.filter((person) => person.id !== viewer.id).length > 1
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 px-1">
        <h2 className="flex min-w-0 flex-1 basis-44 items-baseline gap-2 font-semibold text-sm">
          <span id={id} className="min-w-0">
            <DepartmentName name={department?.name ?? i18n.t('No department')} />
          </span>
          <span className="tabular shrink-0 font-medium text-muted">{formatCount(present.length, { i18n })}</span>
        </h2>
        {department && (
          <span className="flex max-w-full flex-wrap gap-2">
            {maySend && hasColleagues && (
              <Button onClick={() => onWrite({ onDutyIn: department })} className="px-3!">
                <MessageSquare aria-hidden="true" className="size-4" />
                {i18n.t('Message all on duty')}
              </Button>
            )}
            <UrgentButton department={department} onWrite={onWrite} />
          </span>
        )}
      </div>
      <ul className={`${card} divide-y divide-line`}>
        {present.map((person) => (
          <PersonRow key={person.id} person={person} maySend={maySend} onWrite={onWrite} />
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-1.5 px-1 text-muted text-sm">
          {i18n.t('{count, plural, one {# other is off duty.} other {# others are off duty.}}', { count: others })}
        </p>
      )}
      {children}
    </section>
  )
}

/** A message that also reaches people off duty, for managers. */
function UrgentButton({
  department,
  onWrite,
  children,
}: {
  department: { id: number; name: string }
  onWrite: OnWrite
  children?: ReactNode
}) {
  const i18n = useI18n()
  if (!useCan('message:urgent', { departmentId: department.id })) return null
  return (
    <Button
      variant="ghost"
      aria-label={i18n.t('Urgent message to {department}', { department: department.name })}
      onClick={() => onWrite({ urgentIn: department })}
      className="px-3!"
    >
      <TriangleAlert aria-hidden="true" className="size-4 text-overdue" />
      {children ?? i18n.t('Urgent…')}
    </Button>
  )
}

function PersonRow({ person, maySend, onWrite }: { person: PersonOnShift; maySend: boolean; onWrite: OnWrite }) {
  const i18n = useI18n()
  const reader = useReader()
  const viewer = useViewer()
  const { open } = useBoardActions()
  const since = useTicking((now) => (person.onDutySince ? formatSince(person.onDutySince, now, reader) : ''))
  const name = fullName(person)
  const isOneself = person.id === viewer.id
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 ps-3.5 pe-2">
      <span className="relative">
        <Avatar person={person} size="lg" />
        <span
          aria-hidden="true"
          className="-bottom-0.5 -inset-e-0.5 absolute size-2.5 rounded-full border-2 border-surface bg-done"
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <span dir="auto" className="truncate font-medium text-md">
            {name}
          </span>
          {isOneself && <span className="shrink-0 text-muted text-sm">{i18n.t('You')}</span>}
        </p>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-muted text-sm">
          <span className="tabular shrink-0">{i18n.t('since {time}', { time: since })}</span>
          {person.onBreakSince && <OnBreak since={person.onBreakSince} />}
          {person.doing && <Doing task={person.doing} onOpen={open} />}
        </p>
      </div>
      {maySend && !isOneself && (
        <Button
          aria-label={i18n.t('Message to {name}', { name })}
          onClick={() => onWrite({ person })}
          className="shrink-0"
        >
          <MessageSquare aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{i18n.t('Message')}</span>
        </Button>
      )}
    </li>
  )
}

/** The task that somebody has set to In Progress. */
const Doing = ({
  task: { id, title },
  onOpen,
}: {
  task: { id: number; title: string }
  onOpen: (id: number) => void
}) => (
  <button
    type="button"
    onClick={() => onOpen(id)}
    className="relative min-w-0 max-w-full text-text before:absolute before:inset-x-0 before:-inset-y-2.5 hover:underline touch:py-1"
  >
    <span dir="auto" className="block truncate">
      {title}
    </span>
  </button>
)

/** The departments in which nobody is on duty, in short. */
function NobodyThere({
  groups,
  coming,
  now,
  onWrite,
}: {
  groups: readonly Group[]
  coming: ReturnType<typeof useComing>
  now: number
  onWrite: OnWrite
}) {
  const i18n = useI18n()
  return (
    <section aria-labelledby="nobody-on-duty">
      <h2 id="nobody-on-duty" className="mb-2 px-1 font-semibold text-muted text-sm">
        {i18n.t('Nobody on duty')}
      </h2>
      <ul className={`${card} divide-y divide-line`}>
        {groups.map(({ department, others }) => (
          <li key={department?.id ?? 0} className="flex min-h-12 items-center gap-3 ps-3.5 pe-1">
            <div className="min-w-0 flex-1 py-1">
              <span className="flex min-w-0 items-baseline gap-2">
                <DepartmentName name={department?.name ?? i18n.t('No department')} />
                <span className="shrink-0 text-muted text-sm">
                  {i18n.t('{count, plural, one {# person} other {# people}}', { count: others })}
                </span>
              </span>
              <ComingNext shifts={coming.get(department?.id ?? 0) ?? []} now={now} />
            </div>
            {department && <UrgentButton department={department} onWrite={onWrite} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-2">
      <span className="sr-only">{i18n.t('Loading who is on duty...')}</span>
      <Skeleton className="mx-1 h-5 w-40" />
      <div className={`${card} divide-y divide-line`}>
        {times(5, () => (
          <div className="flex h-14 items-center gap-3 px-3.5">
            <Skeleton className="size-7.5 rounded-full!" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
