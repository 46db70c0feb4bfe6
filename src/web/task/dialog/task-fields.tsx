import type { ComponentProps } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { may } from '../../../shared/permissions.ts'
import { priorities, statuses } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useViewer } from '../../api/viewer.ts'
import { ChoiceField } from '../../components/choice/choice-field.tsx'
import { DepartmentField } from '../../components/choice/department-field.tsx'
import { PlaceInput } from '../../components/choice/place-input.tsx'
import { TagInput } from '../../components/choice/tag-input.tsx'
import { useProjects } from '../../components/choice/use-projects.ts'
import { priorityLabels } from '../../components/labels/priority-icon.tsx'
import { statusLabels } from '../../components/labels/status-icon.tsx'
import { PersonPicker } from '../../components/people/person-picker.tsx'
import { timeZoneHint } from '../../components/rules/time-zone-hint.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { Field, GrowingInput, Input, Select, Textarea } from '../../ui/field.tsx'
import { Later } from '../../ui/later.tsx'
import { DateInput, TimeInput } from '../../ui/moment-input.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { dueRange, type FieldName, type NewTaskFormValues, type TaskFormValues } from './form-values.ts'
import { labels } from './labels.ts'
import { ProcedureField } from './procedure-field.tsx'

/** Every field of a task, those that people look for first at once. `task` is the one being edited. */
export function TaskFields({ task }: { task?: Task }) {
  const i18n = useI18n()
  const { register } = useFormContext<TaskFormValues>()
  const errorOf = useErrors()
  return (
    <>
      <Field label={i18n.t(labels.title)} error={errorOf('title')} required>
        <GrowingInput {...register('title')} autoComplete="off" />
      </Field>
      <Field label={i18n.t(labels.description)} error={errorOf('description')}>
        <Textarea {...register('description')} rows={3} />
      </Field>
      <StatusAndPriorityFields />
      <Later room={task ? 'h-112' : 'h-164'}>
        <DueFields />
        <OwnerFields task={task} />
        <WorkFields />
        <ProjectField current={task?.project ?? null} />
        <TagsField />
        {!task && <StepsField />}
        {!task && <ProcedureField />}
      </Later>
    </>
  )
}

/** The message at a field; for a list the first one of its entries. */
function useErrors() {
  const { errors } = useFormContext<TaskFormValues>().formState
  return (name: FieldName) => {
    const error = errors[name]
    return Array.isArray(error) ? error.find(Boolean)?.message : error?.message
  }
}

function StatusAndPriorityFields() {
  const i18n = useI18n()
  const { register } = useFormContext<TaskFormValues>()
  const errorOf = useErrors()
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <Field label={i18n.t(labels.status)} error={errorOf('status')}>
        <Select {...register('status')}>
          <SelectOptions values={statuses} labels={statusLabels} />
        </Select>
      </Field>
      <Field label={i18n.t(labels.priority)} error={errorOf('priority')}>
        <Select {...register('priority')}>
          <SelectOptions values={priorities.toReversed()} labels={priorityLabels} />
        </Select>
      </Field>
    </div>
  )
}

function DueFields() {
  const reader = useReader()
  const { i18n } = reader
  const { register } = useFormContext<TaskFormValues>()
  const errorOf = useErrors()
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <Field label={i18n.t(labels.dueDate)} error={errorOf('dueDate')} hint={timeZoneHint(reader)}>
        <DateInput {...dueRange} {...register('dueDate')} />
      </Field>
      <Field
        label={i18n.t(labels.dueTime)}
        error={errorOf('dueTime')}
        hint={i18n.t('Optional. Without a time, it is due at the end of the day.')}
      >
        <TimeInput {...register('dueTime')} />
      </Field>
    </div>
  )
}

/** The department and the person that a task belongs to. */
function OwnerFields({ task }: { task: Task | undefined }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { control } = useFormContext<TaskFormValues>()
  const errorOf = useErrors()
  const mayHold = (departmentId: number | null) => may(viewer, task ? 'task:update' : 'task:create', { departmentId })
  return (
    <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
      <DepartmentField may={mayHold} current={task?.department ?? viewer.department} />
      <Controller
        control={control}
        name="assigneeId"
        render={({ field: { value, onChange } }) => (
          <Field label={i18n.t(labels.assigneeId)} error={errorOf('assigneeId')}>
            <PersonPicker value={value} onChange={onChange} current={task?.assignee ?? null} />
          </Field>
        )}
      />
    </div>
  )
}

/** Where the work is done, and how long it takes. */
function WorkFields() {
  const i18n = useI18n()
  const { register } = useFormContext<TaskFormValues>()
  const errorOf = useErrors()
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <Field label={i18n.t(labels.place)} error={errorOf('place')}>
        <PlaceInput {...register('place')} />
      </Field>
      <Field
        label={i18n.t(labels.estimateMinutes)}
        error={errorOf('estimateMinutes')}
        hint={i18n.t('Optional. How long one person works on it.')}
      >
        <Input {...register('estimateMinutes')} inputMode="numeric" autoComplete="off" />
      </Field>
    </div>
  )
}

/** The steps of a new task. A task that exists has them where it is read. */
function StepsField() {
  const i18n = useI18n()
  const { register, formState } = useFormContext<NewTaskFormValues>()
  return (
    <Field
      label={i18n.t('Steps')}
      error={formState.errors.steps?.message}
      hint={i18n.t('Optional. One step a line. A pasted list works too.')}
    >
      <Textarea {...register('steps')} rows={3} />
    </Field>
  )
}

function ProjectField({ current }: { current: Task['project'] }) {
  const i18n = useI18n()
  const { control } = useFormContext<TaskFormValues>()
  const errorOf = useErrors()
  return (
    <Controller
      control={control}
      name="projectId"
      render={({ field }) => (
        <Field label={i18n.t(labels.projectId)} error={errorOf('projectId')}>
          <ProjectPicker {...field} current={current} />
        </Field>
      )}
    />
  )
}

function ProjectPicker({
  current,
  ...field
}: Omit<ComponentProps<typeof ChoiceField>, 'choices' | 'label'> & { current: Task['project'] }) {
  const i18n = useI18n()
  const { data: projects = [] } = useProjects()
  const missing = current && !projects.some(({ id }) => id === current.id) ? [current] : []
  const choices = [...missing, ...projects].map(({ id, name }) => ({ id: String(id), label: name }))
  return (
    <ChoiceField
      {...field}
      label={i18n.t('Projects')}
      choices={[{ id: '', label: i18n.t('No project') }, ...choices]}
    />
  )
}

function TagsField() {
  const i18n = useI18n()
  const { control, setError, clearErrors } = useFormContext<TaskFormValues>()
  const errorOf = useErrors()
  return (
    <Controller
      control={control}
      name="tags"
      render={({ field: { value, onChange, ref } }) => (
        <Field label={i18n.t(labels.tags)} error={errorOf('tags')}>
          <TagInput
            ref={ref}
            value={value}
            onChange={onChange}
            onProblem={(message) => (message ? setError('tags', { message }) : clearErrors('tags'))}
          />
        </Field>
      )}
    />
  )
}
