import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import { type Routine, routinesApi } from '../../shared/routines.ts'
import { dateOf } from '../../shared/time/time.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useProcedureFault } from '../components/choice/procedure-fields.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { useEditing } from '../components/forms/use-editing.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { routineGroups } from './field-groups.ts'
import { RoutineForm, type RoutineFormValues, routineBodyOf, routineValuesOf } from './form-values.ts'

/** The form's field for each field of the contract that has another name. */
const formNames: Record<string, Path<RoutineFormValues>> = {
  dueAfterMinutes: 'dueTime',
  closesAfterMinutes: 'closesTime',
  sopId: 'procedure',
  sopPage: 'procedure',
}

/** Shows the server's messages at the fields that it names, else its message in a toast, else the fallback. */
export function showRoutineFailure(form: UseFormReturn<RoutineFormValues>, error: unknown, fallback: string) {
  if (!showIssues(form, error, formNames)) toastError(messageOf(error, fallback))
}

/** Checks the page of the procedure, which the schema does not know. Returns whether it is good. */
export function useProcedureCheck() {
  const faultOf = useProcedureFault()
  return (form: UseFormReturn<RoutineFormValues>, { procedure }: RoutineFormValues) => {
    const message = faultOf(procedure)
    if (message) form.setError('procedure', { message })
    return message === undefined
  }
}

/** The form of an existing routine. */
export function useRoutineEditing(routine: Routine, onDone: () => void) {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const { mutateAsync: update } = useCall(routinesApi.update)
  const [today] = useState(() => dateOf(serverNow(), timeZone))
  const params = { id: routine.id }
  return useEditing(routine, {
    groups: routineGroups,
    resolver: zodResolver(RoutineForm),
    valuesOf: (version) => routineValuesOf(version, today),
    bodyOf: routineBodyOf,
    check: useProcedureCheck(),
    read: () => queryClient.fetchQuery({ ...replyOf(routinesApi.get, { params }), staleTime: 0 }),
    async send(changes, { updatedAt }) {
      await update({ params, body: { ...changes, updatedAt } })
      toast({ title: i18n.t('Routine updated') })
    },
    showFailure: (form, error) => showRoutineFailure(form, error, i18n.t('Failed to update routine')),
    onDone,
  })
}
