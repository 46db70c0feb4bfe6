import { useRef, useState } from 'react'
import { routinesApi } from '../../../shared/routines.ts'
import { MAX_SKIP_REASON } from '../../../shared/task-kinds.ts'
import type { Task } from '../../../shared/tasks.ts'
import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { PlainFormDialog } from '../../components/forms/plain-form-dialog.tsx'
import { useI18n } from '../../language.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { discardQuestion } from '../../ui/guarded-closing.ts'
import { toast } from '../../ui/toast.tsx'
import { undoAction, withUndo } from '../undo-action.ts'
import { addUndoable } from '../undo-stack.ts'

/** Asks why an occurrence of a routine is skipped, and skips it. */
export function SkipDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const i18n = useI18n()
  const { id: by } = useViewer()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const leaving = useRef(false)
  const { mutate, isPending } = useCall(routinesApi.skip, {
    onSuccess() {
      leaving.current = true
      onClose()
      const change = addUndoable({ by, undo: () => withUndo(({ undoSkip }) => undoSkip(task)) })
      toast({ title: i18n.t('Skipped: {name}', { name: task.title }), action: undoAction(change) })
    },
    onError: (error) =>
      setFault(
        error instanceof CallError
          ? messageOf(error, i18n.t('It could not be skipped.'))
          : i18n.t('No connection. Please try again.'),
      ),
  })
  const skip = () => {
    if (reason.trim() === '') return setFault(i18n.t('Say why'))
    mutate({ params: { id: task.id }, body: { reason: reason.trim() } })
  }
  return (
    <PlainFormDialog
      size="sm"
      title={i18n.t('Skip this time')}
      description={<bdi>{task.title}</bdi>}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() => (leaving.current || reason.trim() === '' ? undefined : discardQuestion(i18n))}
      submitLabel={i18n.t('Skip')}
      pending={isPending}
      onSubmit={skip}
    >
      <Field
        label={i18n.t('Why is it not needed?')}
        hint={i18n.t('Everybody who sees the routine can read it. The next time opens as usual.')}
        {...(fault && { error: fault })}
      >
        <Textarea
          value={reason}
          rows={3}
          maxLength={MAX_SKIP_REASON}
          onChange={({ target }) => {
            setReason(target.value)
            setFault(undefined)
          }}
        />
      </Field>
    </PlainFormDialog>
  )
}
