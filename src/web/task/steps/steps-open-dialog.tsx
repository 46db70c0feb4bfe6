import { useRef, useState } from 'react'
import { MAX_COMPLETE_ANYWAY, type Task, tasksApi } from '../../../shared/tasks.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { discardQuestion } from '../../ui/guarded-closing.ts'
import { toast } from '../../ui/toast.tsx'
import { useBoardActions } from '../board-context.ts'
import { keptReasons, stepsOpen } from './steps-open.ts'

/** Says which required steps are open. People who may edit the task may complete it anyway, with a reason. */
export function StepsOpenDialog({ task, message, steps }: { task: Task; message: string; steps: string[] }) {
  const i18n = useI18n()
  const { open } = useBoardActions()
  const mayEdit = useCan('task:update', task)
  const [reason, setReason] = useState(keptReasons.get(task.id) ?? '')
  const [fault, setFault] = useState<string>()
  const leaving = useRef(false)
  const close = () => {
    keptReasons.delete(task.id)
    stepsOpen.set(null)
  }
  const { mutate, isPending } = useCall(tasksApi.update, {
    onSuccess() {
      leaving.current = true
      close()
      toast({ title: i18n.t('Task status updated successfully') })
    },
    onError: (error) => setFault(messageOf(error, i18n.t('Failed to update task status'))),
  })
  const complete = () => {
    if (reason.trim() === '') return setFault(i18n.t('Say why'))
    mutate({ params: { id: task.id }, body: { status: 'completed', completeAnyway: reason.trim() } })
  }
  return (
    <Dialog
      open
      size="sm"
      title={message}
      description={<bdi>{task.title}</bdi>}
      onClose={close}
      closesOnBack
      askBeforeClose={() => (leaving.current || reason.trim() === '' ? undefined : discardQuestion(i18n))}
      footer={
        <>
          {mayEdit && (
            <Button pending={isPending} onClick={complete}>
              {i18n.t('Complete anyway')}
            </Button>
          )}
          <Button
            variant="primary"
            onClick={() => {
              leaving.current = true
              close()
              keptReasons.set(task.id, reason)
              open(task.id)
            }}
          >
            {i18n.t('Show the steps')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {steps.map((step) => (
            <li key={step} dir="auto" className="wrap-anywhere">
              {step}
            </li>
          ))}
        </ul>
        {mayEdit && (
          <Field
            label={i18n.t('Why is it complete anyway?')}
            hint={i18n.t('Your answer stays in the history of the task.')}
            {...(fault && { error: fault })}
          >
            <Textarea
              rows={2}
              maxLength={MAX_COMPLETE_ANYWAY}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
