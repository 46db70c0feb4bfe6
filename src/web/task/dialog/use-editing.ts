import { zodResolver } from '@hookform/resolvers/zod'
import { type Task, type TaskChanges, tasksApi } from '../../../shared/tasks.ts'
import { queryClient, replyOf, useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { showIssues } from '../../components/forms/form-issues.ts'
import { useEditing } from '../../components/forms/use-editing.ts'
import { useI18n } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { closedMessage } from '../occurrence.tsx'
import { reveal } from '../reveal.ts'
import { stepsFault } from '../steps/steps-open.ts'
import { undoAction, withUndo } from '../undo-action.ts'
import { addUndoable } from '../undo-stack.ts'
import { taskGroups } from './field-groups.tsx'
import { TaskForm, taskBodyOf, taskValuesOf } from './form-values.ts'

/** The form of an existing task. */
export function useTaskEditing(task: Task, onDone: () => void) {
  const i18n = useI18n()
  const { id: by, timeZone } = useViewer()
  const { mutateAsync: update } = useCall(tasksApi.update)
  const params = { id: task.id }

  function undoableEdit(saved: Task, before: Task, changes: TaskChanges) {
    const valuesIn = (of: Task) =>
      Object.fromEntries(Object.keys(changes).map((name) => [name, of[name as keyof Task]]))
    const replaced = { from: valuesIn(saved), to: [{ ids: [saved.id], values: valuesIn(before) }] }
    const titles = new Map([[saved.id, saved.title]])
    return addUndoable({ by, undo: () => withUndo(({ undoChange }) => undoChange(replaced, titles)) })
  }

  return useEditing(task, {
    groups: taskGroups,
    resolver: zodResolver(TaskForm),
    valuesOf: (version) => taskValuesOf(version, timeZone),
    bodyOf: (values) => taskBodyOf(values, timeZone),
    read: () => queryClient.fetchQuery({ ...replyOf(tasksApi.get, { params }), staleTime: 0 }),
    async send(changes, version) {
      const saved = await update({ params, body: { ...changes, updatedAt: version.updatedAt } })
      toast({ title: i18n.t('Task updated successfully'), action: undoAction(undoableEdit(saved, version, changes)) })
      if (changes.status) reveal(task.id)
    },
    showFailure(form, error) {
      const message = stepsFault(error)
      if (message) form.setError('status', { message }, { shouldFocus: true })
      else if (!showIssues(form, error)) toastError(closedMessage(error) ?? i18n.t('Failed to update task'))
    },
    onDone,
  })
}
