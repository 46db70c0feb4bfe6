import { Check, ChevronDown, CircleCheckBig } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import {
  DEPARTMENT_HOURS,
  type DepartmentToday,
  type PersonHere,
  todayDepartmentApi,
} from '../../../shared/today-department.ts'
import { isUrgentHandover, isUrgentProblem } from '../../../shared/waiting.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { formatSince } from '../../clock/format.ts'
import { ChoiceMenu } from '../../components/choice/choice-menu.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { departmentPatches } from '../../live/department-changes.ts'
import { registerPatches } from '../../live/reply-patches.ts'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useTicking } from '../../ui/now.ts'
import { toastError } from '../../ui/toast.tsx'
import { showNothingAbove, shownAbove } from '../shown-above.ts'
import { useReviewedDepartment } from './choice.ts'
import { People } from './people.tsx'
import { Planned } from './planned.tsx'
import { Handovers, Missed, OverdueTasks, Problems } from './work.tsx'

registerPatches('tasks', departmentPatches)

const AssignDialog = lazyPart(() => import('../../tasks/people-view/assign-dialog.tsx'), 'AssignDialog')
const MessageDialog = lazyPart(() => import('../../shift/on-duty/message-dialog.tsx'), 'DutyMessageDialog')

/** Things that wait, read or not. */
const waitingIn = ({ missed, problems, handovers, overdue }: DepartmentToday) =>
  missed.total + problems.total + handovers.total + overdue.total

/** The part when it is read: one line, or everything while something is new. */
export function DepartmentContent({ day }: { day: DepartmentToday }) {
  const i18n = useI18n()
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const [assigning, setAssigning] = useState<Task>()
  const [writing, setWriting] = useState<PersonHere>()
  const isOpen = day.unread > 0 || isWanted
  const { department, missed, problems, handovers, overdue } = day
  useEffect(() => {
    if (!isOpen) return showNothingAbove()
    // Urgent ones also stay above everything else, where they are answered first.
    const [calm, items] = [
      problems.tasks.filter((task) => !isUrgentProblem(task)),
      handovers.items.filter((item) => !isUrgentHandover(item)),
    ]
    shownAbove.set({ problems: calm.map(({ id }) => id), items: items.map(({ id }) => id) })
  }, [isOpen, problems, handovers])
  useEffect(() => showNothingAbove, [])
  const toggle = useRef<HTMLButtonElement>(null)
  const hasRead = useRef(false)
  useEffect(() => {
    if (day.unread > 0 || !hasRead.current) return
    // The button that was pressed is gone.
    hasRead.current = false
    toggle.current?.focus()
  }, [day.unread])
  const { mutate, isPending } = useCall(todayDepartmentApi.allClear, {
    onMutate: () => {
      hasRead.current = true
      setWanted(false)
    },
    onError(error) {
      hasRead.current = false
      toastError(messageOf(error, i18n.t('No connection. Please try again.')))
    },
  })
  const part = { departmentId: department.id }
  return (
    <section aria-labelledby={id} className={card}>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 ps-4 pe-2">
        {!isOpen && <CircleCheckBig aria-hidden="true" className="size-5 shrink-0 text-done" />}
        <h2 id={id} className="min-w-0 font-semibold max-sm:flex-1">
          <DepartmentChoice department={department} />
        </h2>
        <p className="tabular min-w-0 text-muted text-sm text-pretty max-sm:order-last max-sm:basis-full max-sm:pb-2.5 sm:flex-1 sm:basis-44 sm:py-2">
          {isOpen ? <ReadBefore day={day} /> : <ReadNow day={day} />}
        </p>
        {day.unread === 0 && (
          <Button
            ref={toggle}
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}all` : undefined}
            onClick={() => setWanted(!isWanted)}
            className="px-2!"
          >
            {isOpen ? i18n.t('Show fewer') : i18n.t('Show more')}
            <ChevronDown aria-hidden="true" className={cx('size-4', isOpen && 'rotate-180')} />
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={`${id}all`} className="border-line border-t">
          <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
            <div className="min-w-0 divide-y divide-line">
              <Missed missed={missed} {...part} />
              <Problems problems={problems} onAssign={setAssigning} {...part} />
              <Handovers handovers={handovers} />
              <OverdueTasks overdue={overdue} onAssign={setAssigning} {...part} />
              {waitingIn(day) === 0 && <p className="px-4 py-3 text-muted text-sm">{i18n.t('Nothing waits here.')}</p>}
            </div>
            <div className="min-w-0 divide-y divide-line border-line max-lg:border-t lg:border-s">
              {day.planned && <Planned planned={day.planned} />}
              <People day={day} onWrite={setWriting} />
            </div>
          </div>
          {day.unread > 0 && (
            <div className="flex border-line border-t p-2 sm:justify-end">
              <Button
                pending={isPending}
                onClick={() => mutate({ body: { ...part, asOf: day.asOf } })}
                className="max-sm:flex-1"
              >
                {!isPending && <Check aria-hidden="true" className="size-4" />}
                {i18n.t('Read it, all clear')}
              </Button>
            </div>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {assigning && <AssignDialog task={assigning} onClose={() => setAssigning(undefined)} />}
        {writing && <MessageDialog to={{ person: writing }} onClose={() => setWriting(undefined)} />}
      </Suspense>
    </section>
  )
}

/** The department's name; for administrators a button that chooses another one. */
function DepartmentChoice({ department }: { department: DepartmentToday['department'] }) {
  const i18n = useI18n()
  const { departments, mayChoose, choose } = useReviewedDepartment()
  if (!mayChoose) return <bdi>{department.name}</bdi>
  return (
    <ChoiceMenu
      label={i18n.t('Departments')}
      placeholder={i18n.t('Search departments...')}
      align="start"
      value={String(department.id)}
      choices={(departments.data ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
      onChange={(id) => choose(Number(id))}
      trigger={
        <Button variant="ghost" className="-ms-2 max-w-[calc(100%+0.5rem)] px-2! font-semibold text-text!">
          <span dir="auto" className="min-w-0 truncate">
            {department.name}
          </span>
          <ChevronDown aria-hidden="true" className="size-4" />
        </Button>
      }
    />
  )
}

/** The last person who said "all clear", if that was within the time that this part covers. */
function useLastReader(day: DepartmentToday) {
  const reader = useReader()
  const { allClear, asOf } = day
  const isRecent = allClear && Date.parse(asOf) - Date.parse(allClear.at) < DEPARTMENT_HOURS * 3_600_000
  const time = useTicking((now) => (isRecent ? formatSince(allClear.at, now, reader) : ''))
  return isRecent ? { name: fullName(allClear.by), time } : null
}

/** While something is new: from where on. */
function ReadBefore({ day }: { day: DepartmentToday }) {
  const i18n = useI18n()
  const last = useLastReader(day)
  return last
    ? i18n.t('Last read by {name}, {time}', last)
    : i18n.t('{hours, plural, one {The last hour} other {The last # hours}}', { hours: DEPARTMENT_HOURS })
}

/** When nothing is new: who has read it, and how much still waits. */
function ReadNow({ day }: { day: DepartmentToday }) {
  const i18n = useI18n()
  const last = useLastReader(day)
  const count = waitingIn(day)
  if (count === 0) return last ? i18n.t('All clear since {time}, {name}', last) : i18n.t('All clear')
  return last
    ? i18n.t('Read by {name}, {time}. {count, plural, one {# thing still waits.} other {# things still wait.}}', {
        ...{ ...last, count },
      })
    : i18n.t('Nothing new. {count, plural, one {# thing still waits.} other {# things still wait.}}', { count })
}
