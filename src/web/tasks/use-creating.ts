import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { may } from '../../shared/permissions.ts'
import { type Status, tasksApi } from '../../shared/tasks.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { toast } from '../ui/toast.tsx'
import { emptyValues, newTaskOf, TaskForm, type TaskFormValues } from './form-values.ts'
import { showIssues } from './issues.ts'
import { reveal } from './reveal.ts'

/** The form of a new task: in the chosen department, or else the viewer's own. */
export function useCreating(status: Status | undefined, onDone: () => void) {
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const { mutateAsync: create } = useCall(tasksApi.create)
  const mayChosen = chosen !== undefined && may(viewer, 'task:create', { departmentId: chosen })
  const form = useForm<TaskFormValues>({
    resolver: zodResolver(TaskForm),
    defaultValues: emptyValues(status, mayChosen ? chosen : viewer.departmentId),
  })

  const submit = form.handleSubmit(async (values) => {
    try {
      const { id } = await create({ body: newTaskOf(values, viewer.timeZone) })
      toast({ title: 'Task created successfully' })
      reveal(id)
      onDone()
    } catch (error) {
      if (!showIssues(form, error)) toast({ title: 'Error', description: 'Failed to create task', destructive: true })
    }
  })
  return { form, submit }
}
