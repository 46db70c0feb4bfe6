import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { may } from '../../shared/permissions.ts'
import { type Routine, routinesApi } from '../../shared/routines.ts'
import { stepsApi } from '../../shared/steps.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { dateOf } from '../../shared/time/time.ts'
import { hasStatus } from '../api/call-endpoint.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { EditNotices } from '../components/forms/edit-notices.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { allQueries } from '../ui/not-loaded.tsx'
import { useDialogTitle } from '../ui/title.ts'
import { toast } from '../ui/toast.tsx'
import { BelowForm } from './below-form.tsx'
import { RoutineFields } from './form-fields.tsx'
import { RoutineForm, type RoutineFormValues, routineBodyOf, routineValuesOf, usualRoutine } from './form-values.ts'
import { fromTask, type RoutineOfTask } from './from-task.ts'
import { showRoutineFailure, useProcedureCheck, useRoutineEditing } from './use-editing.ts'

/** The form of a new routine. `from`: the task whose words and steps it takes over. */
export const CreateRoutine = ({ from, onClose }: { from: number | undefined; onClose: () => void }) =>
  from === undefined ? <NewRoutineForm onClose={onClose} /> : <FromTask id={from} onClose={onClose} />

function FromTask({ id, onClose }: { id: number; onClose: () => void }) {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const params = { id }
  const task = useReply(tasksApi.get, { params })
  const steps = useReply(stepsApi.list, { params })
  // Decided once, so that nothing typed is lost if the task changes.
  const [start, setStart] = useState<RoutineOfTask>()
  if (!start && task.data && steps.data) setStart(fromTask(task.data, steps.data.steps, timeZone))
  if (start) return <NewRoutineForm start={start} onClose={onClose} />
  if (hasStatus(task.error ?? steps.error, 404)) {
    return (
      <MessageDialog title={i18n.t('New Routine')} onClose={onClose}>
        {i18n.t('This task does not exist, or you cannot see it.')}
      </MessageDialog>
    )
  }
  return (
    <OpeningDialog
      title={i18n.t('New Routine')}
      loading={i18n.t('Loading the task...')}
      failure={i18n.t('The task could not be loaded.')}
      fields={['h-9', 'h-9', 'h-20', 'h-27']}
      query={allQueries(task, steps)}
      onClose={onClose}
    />
  )
}

function NewRoutineForm({ start, onClose }: { start?: RoutineOfTask; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const navigate = useNavigate()
  const { chosen } = useDepartmentFilter()
  const mayHold = (departmentId: number | null) => may(viewer, 'routine:manage', { departmentId })
  const form = useForm<RoutineFormValues>({
    resolver: zodResolver(RoutineForm),
    defaultValues: routineValuesOf(
      start?.routine ?? {
        ...usualRoutine,
        departmentId: chosen !== undefined && mayHold(chosen) ? chosen : viewer.departmentId,
      },
      dateOf(serverNow(), viewer.timeZone),
    ),
  })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { mutateAsync: create } = useCall(routinesApi.create)
  const isProcedureGood = useProcedureCheck()
  const { setFocus } = form
  useEffect(() => setFocus('title'), [setFocus])

  const submit = form.handleSubmit(async (values) => {
    if (!isProcedureGood(form, values)) return
    try {
      const { id } = await create({ body: routineBodyOf(values) })
      toast({
        title: i18n.t('Routine created'),
        action: {
          label: i18n.t('Open ##do it'),
          altText: i18n.t('Open the routine'),
          onSelect: () => void navigate({ to: '/routines', search: { routine: id } as never }),
        },
      })
      leaving.leave()
    } catch (error) {
      showRoutineFailure(form, error, i18n.t('Failed to create routine'))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('New Routine')}
        submitLabel={i18n.t('Create Routine')}
        pendingLabel={i18n.t('Creating...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs="new routine"
        below={<BelowForm />}
      >
        <RoutineFields isNew {...(start && { current: start.owners })} />
      </FormDialog>
    </FormProvider>
  )
}

/** Edits a routine. If somebody else has changed it meanwhile, the form offers both versions. */
export function EditRoutine({ routine, isGone, onClose }: { routine: Routine; isGone: boolean; onClose: () => void }) {
  const i18n = useI18n()
  const editing = useRoutineEditing(routine, () => leaving.leave())
  const { form, submit } = editing
  const leaving = useLeaving(form.formState.isDirty, onClose)
  useDialogTitle(routine.title)
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Edit Routine')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        below={<BelowForm />}
      >
        <EditNotices
          editing={editing}
          isGone={isGone}
          changed={i18n.t('Somebody else has changed this routine meanwhile')}
          gone={i18n.t(
            'This routine no longer exists, or you can no longer see it. Copy what you want to keep before you close the form.',
          )}
        />
        <RoutineFields isNew={false} current={routine} />
      </FormDialog>
    </FormProvider>
  )
}
