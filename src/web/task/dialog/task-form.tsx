import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { Status } from '../../../shared/task-status.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { EditNotices } from '../../components/forms/edit-notices.tsx'
import { FormDialog, useLeaving } from '../../components/forms/form-dialog.tsx'
import { HistorySection } from '../../components/history/history.tsx'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Later } from '../../ui/later.tsx'
import { useDialogTitle } from '../../ui/title.ts'
import { useBoardActions } from '../board-context.ts'
import { CopyLink } from './copy-link.tsx'
import { TaskFields } from './task-fields.tsx'
import { useCreating } from './use-creating.ts'
import { useTaskEditing } from './use-editing.ts'

/** The form of a new task. */
export function CreateTask({ status, onClose }: { status: Status | undefined; onClose: () => void }) {
  const i18n = useI18n()
  const [another, setAnother] = useState(false)
  const { form, submit } = useCreating(status, another, () => leaving.leave())
  const leaving = useLeaving(form.formState.isDirty, onClose)
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('New Task')}
        submitLabel={i18n.t('Create Task')}
        pendingLabel={i18n.t('Creating...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs="new task"
        aside={
          <Checkbox
            showLabel
            label={i18n.t('Create another')}
            checked={another}
            onChange={({ target }) => setAnother(target.checked)}
            className="min-h-8.5 touch:min-h-11 max-[17rem]:hidden"
          />
        }
      >
        <TaskFields />
      </FormDialog>
    </FormProvider>
  )
}

/**
 * Edits a task. If somebody else has changed it meanwhile, the form offers both versions. `closesOnBack`: it stands
 * over the task, without an address of its own. `onDelete` is called after `onClose` if the task was deleted here.
 */
export function EditTask({
  task,
  isGone,
  closesOnBack = false,
  onClose,
  onDelete,
}: {
  task: Task
  isGone: boolean
  closesOnBack?: boolean
  onClose: () => void
  onDelete?: () => void
}) {
  const i18n = useI18n()
  const editing = useTaskEditing(task, () => leaving.leave())
  const { form, submit } = editing
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { remove } = useBoardActions()
  const mayDelete = useCan('task:delete', task) && !editing.isGone && !isGone
  useDialogTitle(task.title)
  const leaveDeleted = () => {
    leaving.leave()
    onDelete?.()
  }
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Edit Task')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        closesOnBack={closesOnBack}
        aside={
          <>
            {mayDelete && (
              <IconButton label={i18n.t('Delete Task')} onClick={() => remove(task) && leaveDeleted()}>
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            )}
            <CopyLink id={task.id} />
          </>
        }
      >
        <EditNotices
          editing={editing}
          isGone={isGone}
          changed={i18n.t('Somebody else has changed this task meanwhile')}
          gone={i18n.t(
            'This task no longer exists, or you can no longer see it. Copy what you want to keep before you close the form.',
          )}
        />
        <TaskFields task={task} />
        <Later>
          <HistorySection endpoint={tasksApi.history} id={task.id} />
        </Later>
      </FormDialog>
    </FormProvider>
  )
}
