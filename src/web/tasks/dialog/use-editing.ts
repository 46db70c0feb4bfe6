import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CallError } from '../../../shared/call.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { queryClient, replyOf, useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { showIssues } from '../../components/form-issues.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { reveal } from '../reveal.ts'
import { changedFields, changesOf, type FieldName, TaskForm, type TaskFormValues, valuesOf } from './form-values.ts'

/** Fields that the viewer and somebody else have both changed, and what the other made of the task. */
export interface Conflict {
  fields: FieldName[]
  theirs: Task
}

const failed = () => toastError('Failed to update task')
const hasStatus = (error: unknown, status: number) => error instanceof CallError && error.status === status
const isOvertaken = (error: unknown) =>
  error instanceof CallError && error.status === 409 && error.reply?.code === 'edited_meanwhile'

const readAnew = (id: number) => queryClient.fetchQuery({ ...replyOf(tasksApi.get, { params: { id } }), staleTime: 0 })

/** The date and its time are one thing to a person. */
const whole = (fields: FieldName[]): FieldName[] => [
  ...new Set(
    fields.flatMap<FieldName>((name) => (name === 'dueDate' || name === 'dueTime' ? ['dueDate', 'dueTime'] : [name])),
  ),
]

/**
 * The form of a task that exists. It sends only what was changed, with the version that the changes were made on. When that
 * has been overtaken, what only the other person changed is taken over, what both changed is put to the viewer, and
 * nothing typed is lost.
 */
export function useEditing(task: Task, onDone: () => void) {
  const { timeZone } = useViewer()
  const { mutateAsync: update } = useCall(tasksApi.update)
  const [base, setBase] = useState(task)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [gone, setGone] = useState(false)
  const form = useForm<TaskFormValues>({ resolver: zodResolver(TaskForm), defaultValues: valuesOf(task, timeZone) })
  const { isDirty } = form.formState
  const { reset } = form

  // As long as nothing was typed, the form follows the task.
  useEffect(() => {
    if (task === base || isDirty) return
    reset(valuesOf(task, timeZone))
    setBase(task)
  }, [task, base, isDirty, reset, timeZone])

  async function save(values: TaskFormValues, on: Task): Promise<void> {
    const initial = valuesOf(on, timeZone)
    const changes = changesOf(values, initial, timeZone)
    if (Object.keys(changes).length === 0) return onDone()
    try {
      await update({ params: { id: on.id }, body: { ...changes, updatedAt: on.updatedAt } })
      toast({ title: 'Task updated successfully' })
      if (changes.status) reveal(on.id)
      onDone()
    } catch (error) {
      if (isOvertaken(error)) return meet(values, initial, on.id)
      if (hasStatus(error, 404)) setGone(true)
      if (!showIssues(form, error)) failed()
    }
  }

  async function meet(values: TaskFormValues, initial: TaskFormValues, id: number) {
    try {
      const theirs = await readAnew(id)
      const theirValues = valuesOf(theirs, timeZone)
      const mine = changedFields(values, initial)
      const taken = new Set(changedFields(theirValues, initial))
      const fields = whole(mine).filter(
        (name) => whole([...taken]).includes(name) && values[name] !== theirValues[name],
      )
      reset(theirValues)
      for (const name of mine) form.setValue(name, values[name], { shouldDirty: true })
      setBase(theirs)
      if (whole(changedFields(values, theirValues)).some((name) => fields.includes(name)))
        setConflict({ fields, theirs })
      else await save(form.getValues(), theirs)
    } catch (error) {
      if (hasStatus(error, 404)) setGone(true)
      failed()
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
      const values = valuesOf(base, timeZone)
      for (const name of conflict?.fields ?? []) form.setValue(name, values[name], { shouldDirty: true })
      setConflict(null)
    },
  }
}
