import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { description } from '../../shared/fields.ts'
import { may } from '../../shared/permissions.ts'
import { NewProject, type Project, type ProjectChanges, projectStatuses, projectsApi } from '../../shared/projects.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { DepartmentField } from '../components/choice/department-field.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { HistorySection } from '../components/history/history.tsx'
import { useI18n } from '../language.ts'
import { Field, Input, Select, Textarea } from '../ui/field.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { projectStatusLabels } from './status-badge.tsx'

/** The form has its controls' values. An empty text stands for no value. */
const FormValues = z.object({
  name: NewProject.shape.name,
  description,
  status: z.enum(projectStatuses),
  departmentId: z.string(),
} satisfies Record<keyof NewProject, z.ZodMiniType>)
type FormValues = z.output<typeof FormValues>

/** The form that creates a project, or edits one. `departmentId` is preset. */
export function ProjectForm({
  project,
  departmentId,
  onClose,
}: {
  project?: Project
  departmentId: number | null
  onClose: () => void
}) {
  const i18n = useI18n()
  const form = useForm<FormValues>({
    resolver: zodResolver(FormValues),
    defaultValues: {
      name: project?.name ?? '',
      description: project?.description ?? '',
      status: project?.status ?? 'pending',
      departmentId: departmentId === null ? '' : String(departmentId),
    },
  })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { mutateAsync: create } = useCall(projectsApi.create)
  const { mutateAsync: update } = useCall(projectsApi.update)
  const { setFocus } = form
  useEffect(() => {
    if (!project) setFocus('name')
  }, [project, setFocus])

  const submit = form.handleSubmit(async (values) => {
    const body = bodyOf(values)
    try {
      if (project) await update({ params: { id: project.id }, body: changesOf(body, project) })
      else await create({ body })
      toast({ title: project ? i18n.t('Project updated successfully') : i18n.t('Project created successfully') })
      leaving.leave()
    } catch (error) {
      if (!showIssues(form, error))
        toastError(project ? i18n.t('Failed to update project') : i18n.t('Failed to create project'))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={project ? i18n.t('Edit Project') : i18n.t('New Project')}
        submitLabel={project ? i18n.t('Save') : i18n.t('Create Project')}
        pendingLabel={project ? i18n.t('Saving...') : i18n.t('Creating...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs={project ? `project ${project.id}` : 'new project'}
      >
        <ProjectFields {...(project && { project })} />
        {project && <HistorySection endpoint={projectsApi.history} id={project.id} />}
      </FormDialog>
    </FormProvider>
  )
}

/** All fields of a project as they are sent. A field of the contract that is missing here does not compile. */
const bodyOf = ({ name, description, status, departmentId }: FormValues): Required<NewProject> => ({
  name,
  description: description || null,
  status,
  departmentId: departmentId === '' ? null : Number(departmentId),
})

/** Only the fields that differ, so that those which others have changed meanwhile stay as they are. */
const changesOf = (body: NewProject, project: Project): ProjectChanges =>
  Object.fromEntries(Object.entries(body).filter(([field, value]) => value !== project[field as keyof Project]))

function ProjectFields({ project }: { project?: Project }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { register, formState } = useFormContext<FormValues>()
  const { errors } = formState
  const mayHold = (departmentId: number | null) =>
    may(viewer, project ? 'project:update' : 'project:create', { departmentId })
  return (
    <>
      <Field label={i18n.t('Name')} error={errors.name?.message} required>
        <Input {...register('name')} autoComplete="off" />
      </Field>
      <Field label={i18n.t('Description')} error={errors.description?.message}>
        <Textarea {...register('description')} rows={3} />
      </Field>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field label={i18n.t('Status')} error={errors.status?.message}>
          <Select {...register('status')}>
            <SelectOptions values={projectStatuses} labels={projectStatusLabels} />
          </Select>
        </Field>
        <DepartmentField
          may={mayHold}
          current={project ? project.department : mayHold(viewer.departmentId) ? viewer.department : null}
        />
      </div>
    </>
  )
}
