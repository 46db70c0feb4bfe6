import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { hasStatus } from '../../api/call-endpoint.ts'

/**
 * Shows the faults that the server reports at their fields. Returns false if it reports none of the form's fields.
 * `names`: the form's name for each field that the contract calls otherwise.
 */
export function showIssues<V extends FieldValues>(
  form: UseFormReturn<V>,
  error: unknown,
  names: Readonly<Record<string, Path<V>>> = {},
) {
  const issues = hasStatus(error, 400) ? (error.reply?.issues ?? []) : []
  const fields = new Set(Object.keys(form.getValues()))
  let first: Path<V> | undefined
  for (const { path, message } of issues) {
    const field = path.split('.')[0] ?? ''
    const name = names[field] ?? (field as Path<V>)
    if (!fields.has(name)) continue
    form.setError(name, { message })
    first ??= name
  }
  if (first) form.setFocus(first)
  return first !== undefined
}
