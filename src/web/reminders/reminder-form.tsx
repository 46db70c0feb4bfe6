import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm, useFormContext } from 'react-hook-form'
import { departmentsApi } from '../../shared/departments.ts'
import { may } from '../../shared/permissions.ts'
import { type Reminder, remindersApi } from '../../shared/reminders.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { fullName } from '../components/people/avatar.tsx'
import { usePeople } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { toast, toastError } from '../ui/toast.tsx'
import {
  emptyReminderValues,
  newReminderOf,
  ReminderForm,
  type ReminderFormValues,
  reminderChangesOf,
  reminderValuesOf,
} from './form-values.ts'
import { ReminderFields } from './reminder-fields.tsx'

/** The form of a new reminder: for oneself, or for a meeting of a department that the viewer may remind. */
export function CreateReminder({ meeting, onClose }: { meeting: boolean; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const mayHold = (departmentId: number | null) => may(viewer, 'reminder:department', { departmentId })
  const departmentId =
    chosen !== undefined && mayHold(chosen) ? chosen : mayHold(viewer.departmentId) && viewer.departmentId
  const form = useForm<ReminderFormValues>({
    resolver: zodResolver(ReminderForm),
    defaultValues: emptyReminderValues(serverNow(), viewer.timeZone, {
      title: meeting ? i18n.t('Meeting') : '',
      kind: meeting && departmentId ? 'department' : 'personal',
      departmentId: departmentId ? String(departmentId) : '',
    }),
  })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { mutateAsync: create } = useCall(remindersApi.create)
  const { setFocus } = form
  useEffect(() => setFocus('title', { shouldSelect: meeting }), [setFocus, meeting])

  const submit = form.handleSubmit(async (values) => {
    try {
      await create({ body: newReminderOf(values, viewer, serverNow()) })
      toast({ title: i18n.t('Reminder created successfully') })
      leaving.leave()
    } catch (error) {
      showFailure(form, error, i18n.t('Failed to create reminder'))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={meeting ? i18n.t('Schedule Meeting') : i18n.t('New Reminder')}
        description={meeting && <MeetingReach />}
        submitLabel={i18n.t('Create Reminder')}
        pendingLabel={i18n.t('Creating...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs={meeting ? 'new meeting' : 'new reminder'}
      >
        <ReminderFields meeting={meeting} />
      </FormDialog>
    </FormProvider>
  )
}

/** Edits a reminder. Only changed fields are sent. */
export function EditReminder({ reminder, onClose }: { reminder: Reminder; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const [initial] = useState(() => reminderValuesOf(reminder, viewer, serverNow()))
  const form = useForm<ReminderFormValues>({ resolver: zodResolver(ReminderForm), defaultValues: initial })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { mutateAsync: update } = useCall(remindersApi.update)

  const submit = form.handleSubmit(async (values) => {
    const body = reminderChangesOf(values, initial, viewer, serverNow())
    if (Object.keys(body).length === 0) return leaving.leave()
    try {
      await update({ params: { id: reminder.id }, body })
      toast({ title: i18n.t('Reminder updated successfully') })
      leaving.leave()
    } catch (error) {
      showFailure(form, error, i18n.t('Failed to update reminder'))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Edit Reminder')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs={`reminder ${reminder.id}`}
      >
        <ReminderFields reminder={reminder} />
      </FormDialog>
    </FormProvider>
  )
}

/** Shows the server's messages at the fields that it names, else its message in a toast, else the fallback. */
function showFailure(form: UseFormReturn<ReminderFormValues>, error: unknown, fallback: string) {
  if (!showIssues(form, error)) toastError(messageOf(error, fallback))
}

/** Says that a meeting is a reminder, and who receives it with the present choices in the form. */
function MeetingReach() {
  const i18n = useI18n()
  const viewer = useViewer()
  const { watch } = useFormContext<ReminderFormValues>()
  const [kind, userId, departmentId] = watch(['kind', 'userId', 'departmentId'])
  const people = usePeople(useCan('reminder:personal-others')).data
  const departments = useReply(departmentsApi.list, {}).data
  if (kind === 'general') return i18n.t('A meeting is a reminder to everybody.')
  if (kind === 'department') {
    const department = departments?.find(({ id }) => String(id) === departmentId)
    return department
      ? i18n.t('A meeting is a reminder to everybody in {department}.', { department: department.name })
      : i18n.t('A meeting is a reminder to everybody in a department.')
  }
  const person = people?.find(({ id }) => id === userId)
  return person && person.id !== viewer.id
    ? i18n.t('A meeting is a reminder to {name}.', { name: fullName(person) })
    : i18n.t('A meeting is a reminder. This one reaches only you.')
}
