import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_COMPLETE_ANYWAY, type Task, tasksApi } from '../../../shared/tasks.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { statusLabels } from '../../components/labels/status-icon.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { keptReasons, stepsOpen } from './steps-open.ts'

/** Says above the steps how many keep the task from being completed. Each try brings the first of them into view. */
export function StepsOpen({ count }: { count: number }) {
  const i18n = useI18n()
  const note = useRef<HTMLParagraphElement>(null)
  const tried = stepsOpen.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try
  useEffect(() => {
    const first = note.current?.parentElement?.querySelector('[data-missing]')
    first?.scrollIntoView({ block: 'center' })
    // A field would open the keyboard of a phone over the other steps.
    first?.querySelector<HTMLElement>('input[type=checkbox]')?.focus({ preventScroll: true })
  }, [tried])
  return (
    <p
      ref={note}
      role="alert"
      className="flex items-center gap-2 rounded-control bg-overdue-soft px-3 py-2.5 font-medium text-overdue"
    >
      <CircleAlert aria-hidden="true" className="size-4.5 shrink-0" />
      {i18n.t('{count, plural, one {# required step is} other {# required steps are}} still open.', { count })}
    </p>
  )
}

/** Below the steps: people who may edit the task may complete it all the same, with a reason. */
export function CompleteAnyway({ task, onDone }: { task: Task; onDone: () => void }) {
  const i18n = useI18n()
  const mayEdit = useCan('task:update', task)
  const [reason, setReason] = useState(keptReasons.get(task.id) ?? '')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useCall(tasksApi.update, {
    onSuccess() {
      keptReasons.delete(task.id)
      stepsOpen.set(null)
      toast({ title: i18n.t('Task status updated successfully'), short: i18n.t(statusLabels.completed) })
      onDone()
    },
    onError: (error) => setFault(messageOf(error, i18n.t('Failed to update task status'))),
  })
  if (!mayEdit) return null
  const complete = () => {
    if (reason.trim() === '') return setFault(i18n.t('Say why'))
    mutate({ params: { id: task.id }, body: { status: 'completed', completeAnyway: reason.trim() } })
  }
  return (
    <div className="mt-2 flex max-w-140 flex-col gap-2">
      <Field
        label={i18n.t('Why is it complete anyway?')}
        hint={i18n.t('Your answer stays in the history of the task.')}
        {...(fault && { error: fault })}
      >
        <Textarea
          rows={2}
          maxLength={MAX_COMPLETE_ANYWAY}
          value={reason}
          onChange={({ target }) => {
            setFault(undefined)
            setReason(target.value)
            keptReasons.set(task.id, target.value)
          }}
        />
      </Field>
      <Button pending={isPending} onClick={complete} className="self-start">
        {i18n.t('Complete anyway')}
      </Button>
    </div>
  )
}
