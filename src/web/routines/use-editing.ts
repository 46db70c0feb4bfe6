import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { type Routine, routinesApi } from '../../shared/routines.ts'
import { dateOf } from '../../shared/time/time.ts'
import { hasStatus, isEditedMeanwhile, messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useProcedureFault } from '../components/choice/procedure-fields.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { changedGroups, fieldGroups, fieldsOf, type GroupName } from './field-groups.ts'
import { bodyOf, RoutineForm, type RoutineFormValues, routineValuesOf } from './form-values.ts'

/** The fields that the viewer and somebody else have both changed, and the routine as the other person saved it. */
export interface RoutineConflict {
  groups: GroupName[]
  theirs: Routine
}

const readAgain = (id: number) =>
  queryClient.fetchQuery({ ...replyOf(routinesApi.get, { params: { id } }), staleTime: 0 })

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
export function useProcedureCheck(form: UseFormReturn<RoutineFormValues>) {
  const faultOf = useProcedureFault()
  return ({ procedure }: RoutineFormValues) => {
    const message = faultOf(procedure)
    if (message) form.setError('procedure', { message })
    return message === undefined
  }
}

/**
 * The form of an existing routine. It sends only the changed fields, with the version on which they were changed. If
 * somebody else has saved another version meanwhile, the form takes over the fields that only they changed, and asks
 * about the fields that both changed. Nothing typed is lost.
 */
export function useRoutineEditing(routine: Routine, onDone: () => void) {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const { mutateAsync: update } = useCall(routinesApi.update)
  const [today] = useState(() => dateOf(serverNow(), timeZone))
  const [base, setBase] = useState(routine)
  const [conflict, setConflict] = useState<RoutineConflict | null>(null)
  const [gone, setGone] = useState(false)
  const form = useForm<RoutineFormValues>({
    resolver: zodResolver(RoutineForm),
    defaultValues: routineValuesOf(routine, today),
  })
  const { getValues, reset } = form
  const isProcedureGood = useProcedureCheck(form)

  // As long as nothing was typed, the form follows the routine. The fields are asked: the form's state may not know
  // yet of text that was typed while it was drawn.
  useEffect(() => {
    if (routine === base || JSON.stringify(getValues()) !== JSON.stringify(routineValuesOf(base, today))) return
    reset(routineValuesOf(routine, today))
    setBase(routine)
  }, [routine, base, getValues, reset, today])

  const sent = (version: Routine) => bodyOf(routineValuesOf(version, today))
  const take = (names: readonly GroupName[], from: RoutineFormValues) => {
    for (const field of names.flatMap((name) => fieldGroups[name].shown))
      form.setValue(field, from[field] as never, { shouldDirty: true })
  }
  const fail = (error: unknown) => {
    if (hasStatus(error, 404)) setGone(true)
    showRoutineFailure(form, error, i18n.t('Failed to update routine'))
  }

  async function save(values: RoutineFormValues, version: Routine): Promise<void> {
    const body = bodyOf(values)
    const changed = changedGroups(body, sent(version))
    if (changed.length === 0) return onDone()
    try {
      const changes = { ...fieldsOf(body, changed), updatedAt: version.updatedAt }
      await update({ params: { id: version.id }, body: changes })
      toast({ title: i18n.t('Routine updated') })
      onDone()
    } catch (error) {
      if (isEditedMeanwhile(error)) return merge(values, changed, version)
      fail(error)
    }
  }

  async function merge(values: RoutineFormValues, mine: GroupName[], before: Routine) {
    try {
      const theirs = await readAgain(before.id)
      const body = bodyOf(values)
      const changedByThem = changedGroups(sent(theirs), sent(before))
      const differing = changedGroups(body, sent(theirs))
      const groups = mine.filter((name) => changedByThem.includes(name) && differing.includes(name))
      reset(routineValuesOf(theirs, today))
      take(mine, values)
      setBase(theirs)
      if (groups.length > 0) setConflict({ groups, theirs })
      else await save(form.getValues(), theirs)
    } catch (error) {
      fail(error)
    }
  }

  const submit = form.handleSubmit((values) => {
    setConflict(null)
    return isProcedureGood(values) ? save(values, base) : undefined
  })

  return {
    form,
    submit,
    gone,
    conflict,
    keepMine: () => void submit(),
    takeTheirs() {
      take(conflict?.groups ?? [], routineValuesOf(base, today))
      setConflict(null)
    },
  }
}
