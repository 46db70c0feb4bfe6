import type { UseFormReturn } from 'react-hook-form'
import { CallError } from '../../shared/call.ts'
import { emptyValues, type FieldName, type TaskFormValues } from './form-values.ts'

const fields = new Set<string>(Object.keys(emptyValues()))

/** Shows what the server finds wrong at the fields it names; false when it names none. */
export function showIssues(form: UseFormReturn<TaskFormValues>, error: unknown) {
  const issues = error instanceof CallError && error.status === 400 ? (error.reply?.issues ?? []) : []
  let first: FieldName | undefined
  for (const { path, message } of issues) {
    const name = path.split('.')[0] as FieldName
    if (!fields.has(name)) continue
    form.setError(name, { message })
    first ??= name
  }
  if (first) form.setFocus(first)
  return first !== undefined
}
