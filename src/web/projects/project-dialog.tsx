import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { description } from '../../shared/fields.ts'
import { may } from '../../shared/permissions.ts'
import { NewProject, type Project, projectStatuses, projectsApi } from '../../shared/projects.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCall } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { DepartmentPicker } from '../components/department-picker.tsx'
import { FormDialog, useLeaving } from '../components/form-dialog.tsx'
import { showIssues } from '../components/form-issues.ts'
import { HistorySection } from '../components/history.tsx'
import { MessageDialog, OpeningDialog } from '../components/message-dialog.tsx'
import { statusLabels } from '../components/status-icon.tsx'
import { useProjects } from '../components/use-projects.ts'
import { Field, Input, Select, Textarea } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'

const ProjectForm = z.object({
  name: NewProject.shape.name,
  description,
  status: z.enum(projectStatuses),
  departmentId: z.string(),
})
interface ProjectFormValues {
  name: string
  description: string
  status: Project['status']
  departmentId: string
}

/** The dialog that the address opens: a new project, or the one with this id. */
export function ProjectDialog({ id, onClose }: { id?: number; onClose: () => void }) {
  return id === undefined ? <NewOne onClose={onClose} /> : <ExistingOne id={id} onClose={onClose} />
}

function NewOne({ onClose }: { onClose: () => void }) {
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const mayCreate = useCan('project:create')
  if (!mayCreate)
    return (
      <MessageDialog title="Project" onClose={onClose}>
        You may not create projects. Ask a manager.
      </MessageDialog>
    )
  const place = chosen !== undefined && may(viewer, 'project:create', { departmentId: chosen }) ? chosen : undefined
  return <ProjectFormDialog departmentId={place ?? viewer.departmentId} onClose={onClose} />
}

function ExistingOne({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useProjects()
  const [opened, setOpened] = useState<Project>()
  const project = data?.find((one) => one.id === id)
  const viewer = useViewer()
  // Decided once, so that nothing typed is lost when the project goes meanwhile.
  if (!opened && project && may(viewer, 'project:update', project)) setOpened(project)
  if (opened) return <ProjectFormDialog project={opened} departmentId={opened.departmentId} onClose={onClose} />
  if (project)
    return (
      <MessageDialog title="Project" onClose={onClose}>
        You may not edit this project.
      </MessageDialog>
    )
  if (data)
    return (
      <MessageDialog title="Project" onClose={onClose}>
        This project does not exist, or you may not see it.
      </MessageDialog>
    )
  return (
    <OpeningDialog
      title="Project"
      subject="project"
      fields={['h-9', 'h-20', 'h-9']}
      failed={Boolean(error)}
      onRetry={refetch}
      retrying={isFetching}
      onClose={onClose}
    />
  )
}

function ProjectFormDialog({
  project,
  departmentId,
  onClose,
}: {
  project?: Project
  departmentId: number | null
  onClose: () => void
}) {
  const form = useForm<ProjectFormValues>({
    resolver: zodResolver(ProjectForm),
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
    const body = {
      ...values,
      description: values.description || null,
      departmentId: values.departmentId === '' ? null : Number(values.departmentId),
    }
    try {
      if (project) await update({ params: { id: project.id }, body: changesOf(body, project) })
      else await create({ body })
      toast({ title: `Project ${project ? 'updated' : 'created'} successfully` })
      leaving.leave()
    } catch (error) {
      if (!showIssues(form, error)) toastError(`Failed to ${project ? 'update' : 'create'} project`)
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={project ? 'Edit Project' : 'New Project'}
        submitLabel={project ? 'Save' : 'Create Project'}
        pendingLabel={project ? 'Saving...' : 'Creating...'}
        onSubmit={submit}
        leaving={leaving}
      >
        <ProjectFields {...(project && { project })} />
        {project && <HistorySection endpoint={projectsApi.history} id={project.id} />}
      </FormDialog>
    </FormProvider>
  )
}

/** Only what differs, so that what others changed meanwhile stays theirs. */
const changesOf = <B extends Partial<Project>>(body: B, project: Project) =>
  Object.fromEntries(
    Object.entries(body).filter(([field, value]) => value !== project[field as keyof Project]),
  ) as Partial<B>

function ProjectFields({ project }: { project?: Project }) {
  const viewer = useViewer()
  const { register, control, formState } = useFormContext<ProjectFormValues>()
  const { errors } = formState
  const mayHold = (departmentId: number | null) =>
    may(viewer, project ? 'project:update' : 'project:create', { departmentId })
  return (
    <>
      <Field label="Name" error={errors.name?.message} required>
        <Input {...register('name')} autoComplete="off" />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea {...register('description')} rows={3} />
      </Field>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field label="Status" error={errors.status?.message}>
          <Select {...register('status')}>
            {projectStatuses.map((status) => (
              <option key={status} value={status}>
                {statusLabels[status]}
              </option>
            ))}
          </Select>
        </Field>
        <Controller
          control={control}
          name="departmentId"
          render={({ field }) => (
            <Field label="Department" error={errors.departmentId?.message}>
              <DepartmentPicker
                {...field}
                may={mayHold}
                current={project ? project.department : mayHold(viewer.departmentId) ? viewer.department : null}
              />
            </Field>
          )}
        />
      </div>
    </>
  )
}
