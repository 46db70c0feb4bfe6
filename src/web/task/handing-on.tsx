import { ArrowRightLeft, Undo2 } from 'lucide-react'
import { departmentsApi } from '../../shared/departments.ts'
import { problemsApi } from '../../shared/problems.ts'
import type { Task } from '../../shared/tasks.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { ChoiceMenu } from '../components/choice/choice-menu.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useBoardActions } from './board-context.ts'
import { useMayGiveBack } from './claim-button.tsx'
import { nobodyThere, sentTo } from './problem-words.ts'

/**
 * Gives a task back, or sends a problem to the department that it belongs to: for its reporter, its assignee, and
 * managers of its department. `onGone` is called when the viewer may not see it any more.
 */
export function HandingOn({ task, onGone }: { task: Task; onGone: () => void }) {
  const i18n = useI18n()
  const { giveBack } = useBoardActions()
  const mayGiveBack = useMayGiveBack(task)
  const mayMove = useMayMove(task)
  if (!mayGiveBack && !mayMove) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayGiveBack && (
        <Button onClick={() => giveBack(task)}>
          <Undo2 aria-hidden="true" className="size-4" />
          {i18n.t('Give it back')}
        </Button>
      )}
      {mayMove && <SendElsewhere task={task} onGone={onGone} />}
    </div>
  )
}

function useMayMove(task: Task) {
  const viewer = useViewer()
  const manages = useCan('task:update', task)
  const mayReport = useCan('task:report', task)
  const isTheirs = task.creatorId === viewer.id || task.assigneeId === viewer.id
  return mayReport && task.kind === 'problem' && task.status !== 'completed' && (isTheirs || manages)
}

function SendElsewhere({ task, onGone }: { task: Task; onGone: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { data: departments } = useReply(departmentsApi.list, {})
  const { mutate, isPending } = useCall(problemsApi.move, {
    onSuccess({ department, nobodyOnDuty, creatorId }) {
      const name = department?.name ?? ''
      toast({ title: sentTo(name, i18n), ...(nobodyOnDuty && { description: nobodyThere(name, i18n) }) })
      const seesAll = viewer.role !== 'user' || creatorId === viewer.id || department?.id === viewer.departmentId
      if (!seesAll) onGone()
    },
    onError: (error) =>
      toastError(
        error instanceof CallError
          ? messageOf(error, i18n.t('It could not be sent.'))
          : i18n.t('No connection. Please try again.'),
      ),
  })
  const others = (departments ?? []).filter(({ id }) => id !== task.departmentId)
  if (others.length === 0) return null
  return (
    <ChoiceMenu
      label={i18n.t('Departments')}
      placeholder={i18n.t('Search departments...')}
      value=""
      align="start"
      choices={others.map(({ id, name }) => ({ id: String(id), label: name }))}
      onChange={(id) => mutate({ params: { id: task.id }, body: { departmentId: Number(id) } })}
      trigger={
        <Button pending={isPending} className="h-auto! min-h-8.5 max-w-full whitespace-normal! py-1 touch:min-h-11">
          <ArrowRightLeft aria-hidden="true" className="size-4" />
          {i18n.t('Not ours? Send it to…')}
        </Button>
      }
    />
  )
}
