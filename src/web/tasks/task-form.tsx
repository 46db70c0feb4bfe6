import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { may } from '../../shared/permissions.ts'
import { type Status, type Task, tasksApi } from '../../shared/tasks.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { ConflictNotice, GoneNotice } from './conflict.tsx'
import { emptyValues, newTaskOf, TaskForm, type TaskFormValues } from './form-values.ts'
import { showIssues } from './issues.ts'
import { reveal } from './reveal.ts'
import { TaskFields } from './task-fields.tsx'
import { useEditing } from './use-editing.ts'

const failed = (description: string) => toast({ title: 'Error', description, destructive: true })

export function CreateTask({ status, onClose }: { status: Status | undefined; onClose: () => void }) {
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const create = useCall(tasksApi.create)
  const preferred = chosen ?? viewer.departmentId
  const departmentId = may(viewer, 'task:create', { departmentId: preferred }) ? preferred : viewer.departmentId
  const form = useForm<TaskFormValues>({
    resolver: zodResolver(TaskForm),
    defaultValues: emptyValues(status, departmentId),
  })

  const submit = form.handleSubmit(async (values) => {
    try {
      const { id } = await create.mutateAsync({ body: newTaskOf(values, viewer.timeZone) })
      toast({ title: 'Task created successfully' })
      reveal(id)
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) failed('Failed to create task')
    }
  })

  return (
    <FormProvider {...form}>
      <FormDialog
        title="New Task"
        submitLabel="Create Task"
        pendingLabel="Creating..."
        onSubmit={submit}
        onClose={onClose}
      >
        <TaskFields />
      </FormDialog>
    </FormProvider>
  )
}

/** Edits a task; when somebody else has changed it meanwhile, both versions are offered. */
export function EditTask({ task, isGone, onClose }: { task: Task; isGone: boolean; onClose: () => void }) {
  const { form, submit, conflict, keepMine, takeTheirs, gone } = useEditing(task, onClose)
  return (
    <FormProvider {...form}>
      <FormDialog title="Edit Task" submitLabel="Save" pendingLabel="Saving..." onSubmit={submit} onClose={onClose}>
        {(gone || isGone) && <GoneNotice />}
        {conflict && <ConflictNotice conflict={conflict} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />}
        <TaskFields task={task} />
      </FormDialog>
    </FormProvider>
  )
}
