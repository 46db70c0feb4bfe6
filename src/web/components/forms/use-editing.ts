import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { hasStatus, isEditedMeanwhile } from '../../api/call-endpoint.ts'
import { useI18n } from '../../language.ts'
import { changedGroups, type FieldGroup, hasSameValues, mayFollow, sentOf } from './field-groups.ts'

interface Editing<Row, Values extends FieldValues, Body> {
  groups: readonly FieldGroup<Row, Values, Body>[]
  resolver: Resolver<Values>
  valuesOf: (row: Row) => Values
  /** All that is sent of values that the resolver has let pass. */
  bodyOf: (values: Values) => Body
  /** Shows faults that the resolver does not know at their fields. Returns whether there are none. */
  check?: (form: UseFormReturn<Values>, values: Values) => boolean
  /** Reads the row as it is now. */
  read: () => Promise<Row>
  /** Sends changes of this version, and says that they are saved. */
  send: (changes: Partial<Body>, version: Row) => Promise<void>
  /** Shows why reading or sending has failed. */
  showFailure: (form: UseFormReturn<Values>, error: unknown) => void
  /** Called when everything is saved, or nothing was changed. */
  onDone: () => void
}

/**
 * The form of an existing row. It sends only the changed fields, with the version on which they were changed. If
 * somebody else has saved another version meanwhile, the form takes over the fields that only the other person changed,
 * and asks about those that both changed. Nothing typed is lost. `EditNotices` shows what it asks.
 */
export function useEditing<Row, Values extends FieldValues, Body>(
  row: Row,
  { groups, resolver, valuesOf, bodyOf, check, read, send, showFailure, onDone }: Editing<Row, Values, Body>,
) {
  type Groups = readonly FieldGroup<Row, Values, Body>[]
  const i18n = useI18n()
  const [base, setBase] = useState(row)
  const [conflict, setConflict] = useState<{ groups: Groups; theirs: Row } | null>(null)
  const [isGone, setGone] = useState(false)
  const form = useForm<Values>({ resolver, defaultValues: valuesOf(row) as DefaultValues<Values> })
  const { getValues, reset } = form

  // The fields say what was typed: the form's state may not know yet what was typed while it was drawn.
  useEffect(() => {
    if (row === base) return
    const values = valuesOf(row)
    const before = valuesOf(base)
    if (!mayFollow(getValues(), before, values)) return
    // Until the form is drawn anew, it takes nothing that is typed. So it is only where something differs.
    if (!hasSameValues(values, before)) reset(values)
    setBase(row)
  }, [row, base, getValues, reset, valuesOf])

  const sent = (version: Row) => bodyOf(valuesOf(version))

  function fail(error: unknown) {
    if (hasStatus(error, 404)) setGone(true)
    showFailure(form, error)
  }

  async function save(values: Values, version: Row): Promise<void> {
    const body = bodyOf(values)
    const changed = changedGroups(groups, body, sent(version))
    try {
      if (changed.length > 0) await send(sentOf(changed, body), version)
    } catch (error) {
      return isEditedMeanwhile(error) ? merge(values, changed, version) : fail(error)
    }
    onDone()
  }

  async function merge(values: Values, mine: Groups, before: Row) {
    try {
      const theirs = await read()
      const changedByThem = changedGroups(groups, sent(theirs), sent(before))
      const differing = changedGroups(mine, bodyOf(values), sent(theirs))
      const both = differing.filter((group) => changedByThem.includes(group))
      reset(valuesOf(theirs))
      take(mine, values)
      setBase(theirs)
      if (both.length > 0) setConflict({ groups: both, theirs })
      else await save(getValues(), theirs)
    } catch (error) {
      fail(error)
    }
  }

  function take(from: Groups, values: Values) {
    for (const field of from.flatMap(({ shown }) => shown))
      form.setValue(field as Path<Values>, values[field], { shouldDirty: true })
  }

  const submit = form.handleSubmit(async (values: Values) => {
    setConflict(null)
    if (check?.(form, values) ?? true) await save(values, base)
  })

  return {
    form,
    submit,
    /** Whether saving has found no such row. */
    isGone,
    /** Somebody else's values in the fields that the viewer has changed as well. */
    theirFields: conflict?.groups.map(({ label, words }) => ({
      label: i18n.t(label),
      value: words(conflict.theirs, i18n),
    })),
    keepMine: () => void submit(),
    takeTheirs() {
      take(conflict?.groups ?? [], valuesOf(base))
      setConflict(null)
    },
  }
}
