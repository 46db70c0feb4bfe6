import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { may } from '../../../shared/permissions.ts'
import type { Status } from '../../../shared/task-status.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { showIssues } from '../../components/forms/form-issues.ts'
import { useI18n } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { reveal } from '../reveal.ts'
import { useTaskSearch } from '../search-params.ts'
import { emptyTaskValues, NewTaskForm, type NewTaskFormValues, newTaskOf } from './form-values.ts'

/**
 * The form of a new task, in the chosen department, else the viewer's own, and in the project that the board shows.
 * With `another` it stays for the next task, with everything but title, description and steps: also with the procedure
 * and its page.
 */
export function useCreating(status: Status | undefined, another: boolean, onDone: () => void) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const { search } = useTaskSearch()
  const { mutateAsync: create } = useCall(tasksApi.create)
  const mayChosen = chosen !== undefined && may(viewer, 'task:create', { departmentId: chosen })
  const form = useForm<NewTaskFormValues>({
    resolver: zodResolver(NewTaskForm),
    defaultValues: {
      ...emptyTaskValues(status, mayChosen ? chosen : viewer.departmentId),
      projectId: typeof search.project === 'number' ? String(search.project) : '',
    },
  })

  const { setFocus } = form
  const [created, setCreated] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new task begins with its title
  useEffect(() => setFocus('title'), [setFocus, created])

  const submit = form.handleSubmit(async (values) => {
    try {
      const { id } = await create({ body: newTaskOf(values, viewer.timeZone) })
      toast({ title: i18n.t('Task created successfully') })
      reveal(id)
      if (!another) return onDone()
      form.reset({ ...values, title: '', description: '', steps: '' })
      setCreated((count) => count + 1)
    } catch (error) {
      if (!showIssues(form, error)) toastError(i18n.t('Failed to create task'))
    }
  })
  return { form, submit }
}
