import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Task, type TaskChanges, tasksApi } from '../../../shared/tasks.ts'
import { hasStatus, isEditedMeanwhile } from '../../api/call-endpoint.ts'
import { queryClient, replyOf, useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { showIssues } from '../../components/forms/form-issues.ts'
import { useI18n } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { closedMessage } from '../occurrence.tsx'
import { reveal } from '../reveal.ts'
import { stepsFault } from '../steps/steps-open.ts'
import { undoAction, withUndo } from '../undo-action.ts'
import { addUndoable } from '../undo-stack.ts'
import {
  changedFields,
  changesOf,
  type FieldName,
  mayFollow,
  TaskForm,
  type TaskFormValues,
  taskValuesOf,
} from './form-values.ts'

/** The fields that the viewer and somebody else have both changed, and the task as the other person saved it. */
export interface Conflict {
  fields: FieldName[]
  theirs: Task
}

const readAgain = (id: number) => queryClient.fetchQuery({ ...replyOf(tasksApi.get, { params: { id } }), staleTime: 0 })

/** Adds the time to the date, and the date to the time: to a person they are one field. */
const withDueFields = (fields: FieldName[]): FieldName[] => [
  ...new Set(
    fields.flatMap<FieldName>((name) => (name === 'dueDate' || name === 'dueTime' ? ['dueDate', 'dueTime'] : [name])),
  ),
]

/**
 * The form of an existing task. It sends only the changed fields, with the version on which they were changed. If
 * somebody else has saved another version meanwhile, the form takes over the fields that only the other person changed,
 * and asks about those that both changed. Nothing typed is lost.
 */
export function useEditing(task: Task, onDone: () => void) {
  const i18n = useI18n()
  const { id: by, timeZone } = useViewer()
  const { mutateAsync: update } = useCall(tasksApi.update)
  const [base, setBase] = useState(task)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [gone, setGone] = useState(false)
  const form = useForm<TaskFormValues>({ resolver: zodResolver(TaskForm), defaultValues: taskValuesOf(task, timeZone) })
  const { getValues, reset } = form

  // The fields are asked: the form's state may not know yet of text that was typed while it was drawn.
  useEffect(() => {
    if (task === base) return
    const values = taskValuesOf(task, timeZone)
    if (!mayFollow(getValues(), taskValuesOf(base, timeZone), values)) return
    reset(values)
    setBase(task)
  }, [task, base, getValues, reset, timeZone])

  const showFailure = (error: unknown) => toastError(closedMessage(error) ?? i18n.t('Failed to update task'))

  async function save(values: TaskFormValues, version: Task): Promise<void> {
    const initial = taskValuesOf(version, timeZone)
    const changes = changesOf(values, initial, timeZone)
    if (Object.keys(changes).length === 0) return onDone()
    try {
      const saved = await update({ params: { id: version.id }, body: { ...changes, updatedAt: version.updatedAt } })
      toast({ title: i18n.t('Task updated successfully'), action: undoAction(undoableEdit(saved, version, changes)) })
      if (changes.status) reveal(version.id)
      onDone()
    } catch (error) {
      if (isEditedMeanwhile(error)) return merge(values, initial, version.id)
      if (hasStatus(error, 404)) setGone(true)
      const message = stepsFault(error)
      if (message) form.setError('status', { message }, { shouldFocus: true })
      else if (!showIssues(form, error)) showFailure(error)
    }
  }

  function undoableEdit(saved: Task, before: Task, changes: TaskChanges) {
    const valuesIn = (of: Task) =>
      Object.fromEntries(Object.keys(changes).map((name) => [name, of[name as keyof Task]]))
    const replaced = { from: valuesIn(saved), to: [{ ids: [saved.id], values: valuesIn(before) }] }
    const titles = new Map([[saved.id, saved.title]])
    return addUndoable({ by, undo: () => withUndo(({ undoChange }) => undoChange(replaced, titles)) })
  }

  async function merge(values: TaskFormValues, initial: TaskFormValues, id: number) {
    try {
      const theirs = await readAgain(id)
      const theirValues = taskValuesOf(theirs, timeZone)
      const mine = changedFields(values, initial)
      const changedByThem = withDueFields(changedFields(theirValues, initial))
      const fields = withDueFields(mine).filter(
        (name) => changedByThem.includes(name) && values[name] !== theirValues[name],
      )
      reset(theirValues)
      for (const name of mine) form.setValue(name, values[name], { shouldDirty: true })
      setBase(theirs)
      if (withDueFields(changedFields(values, theirValues)).some((name) => fields.includes(name)))
        setConflict({ fields, theirs })
      else await save(form.getValues(), theirs)
    } catch (error) {
      if (hasStatus(error, 404)) setGone(true)
      showFailure(error)
    }
  }

  const submit = form.handleSubmit((values) => {
    setConflict(null)
    return save(values, base)
  })

  return {
    form,
    submit,
    gone,
    conflict,
    keepMine: () => void submit(),
    takeTheirs() {
      const values = taskValuesOf(base, timeZone)
      for (const name of conflict?.fields ?? []) form.setValue(name, values[name], { shouldDirty: true })
      setConflict(null)
    },
  }
}
