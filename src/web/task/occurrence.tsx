import { Repeat } from 'lucide-react'
import type { Task } from '../../shared/tasks.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { CallError } from '../api/call-endpoint.ts'
import { useCan } from '../api/viewer.ts'
import { windowOnDay, windowOrDate } from '../components/rules/window-words.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { useTicking } from '../ui/now.ts'

/** The look of routines' occurrences. A cached reply may come from an older server, without their fields. */

/** A window that is longer, in milliseconds, is not said by its times alone. */
const DAY_MS = 86_400_000

/** Whether the window of an occurrence says better than its due date when it is to be done. */
export const hasWindow = ({ occurrenceAt, dueDate }: Task): boolean =>
  Boolean(occurrenceAt) && Date.parse(dueDate ?? occurrenceAt ?? '') - Date.parse(occurrenceAt ?? '') < DAY_MS

/** The sign of an occurrence of a routine; nothing for other tasks. */
export function RoutineSign({ task: { kind }, className }: { task: Task; className?: string }) {
  const i18n = useI18n()
  if (kind !== 'routine') return null
  return (
    <span title={i18n.t('From a routine')} className={cx('inline-flex shrink-0', className)}>
      <Repeat aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{i18n.t('From a routine')}</span>
    </span>
  )
}

/** The window of an occurrence, "06:00–07:30", only if `hasWindow`. `short`: the date instead, on other days. */
export function WindowOf({
  task: { occurrenceAt, dueDate },
  late,
  short = false,
}: {
  task: Task
  late: boolean
  short?: boolean
}) {
  const reader = useReader()
  const words = useTicking((now) => (short ? windowOrDate : windowOnDay)(occurrenceAt ?? '', dueDate, now, reader))
  return (
    <>
      {late && <span className="sr-only">{reader.i18n.t('Overdue')} </span>}
      {words}
    </>
  )
}

/** The label of an unassigned task: who is expected to do it. */
export const nobodyLabel = ({ kind, status, closedAt }: Task): Message =>
  isExpected({ kind, status, closedAt }) ? msg('Anybody on duty') : msg('Unassigned')

/** Whether the people on duty are expected to do a task, if nobody has it. */
export const isExpected = ({ kind, status, closedAt }: Pick<Task, 'kind' | 'status' | 'closedAt'>) =>
  kind === 'routine' && status !== 'completed' && !closedAt

/** Why the server changes no task that was missed or skipped; undefined for another error. */
export const closedMessage = (error: unknown) =>
  error instanceof CallError && error.reply?.code === 'closed' ? error.reply.message : undefined

/** Whether the viewer may change a task now: nobody changes one that was missed or skipped. */
export const useMayChange = (permission: 'task:set-status' | 'task:update' | 'task:check', task: Task | undefined) =>
  useCan(permission, task) && !task?.closedAt
