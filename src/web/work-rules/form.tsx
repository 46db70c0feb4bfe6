import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type StoredWorkRules, type WorkRules, workRulesApi } from '../../shared/work-rules.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall } from '../api/queries.ts'
import { EditNotices } from '../components/forms/edit-notices.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { useKeptTyping } from '../components/forms/kept-typing.ts'
import { SaveBar } from '../components/forms/save-bar.tsx'
import { useEditing } from '../components/forms/use-editing.ts'
import { useI18n } from '../language.ts'
import { useGuardedClosing } from '../ui/guarded-closing.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { workRuleGroups } from './field-groups.ts'
import { WorkRuleFields } from './fields.tsx'
import { changedFields, rulesOf, type WorkRulesFaults, type WorkRulesValues, workRulesValuesOf } from './form-values.ts'

/** The form. It follows the stored rules until somebody types. */
export function WorkRulesForm({ stored }: { stored: StoredWorkRules }) {
  const i18n = useI18n()
  const [faults, setFaults] = useState<WorkRulesFaults>({})
  const editing = useWorkRulesEditing(stored, { setFaults, onSaved: () => keep(null) })
  const { form, submit } = editing
  const { isDirty, isSubmitting, defaultValues } = form.formState
  const values = useWatch({ control: form.control }) as WorkRulesValues
  const [kept, keep] = useKeptTyping<Partial<WorkRulesValues>>('work-rules-fields')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (kept) form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true })
  }, [])

  const discard = () => {
    form.reset(workRulesValuesOf(stored))
    keep(null)
    setFaults({})
  }
  const { askBeforeClose } = useLeaving(isDirty, discard)
  const { question, answer } = useGuardedClosing({ open: isDirty, onClose: discard, askBeforeClose })
  const change = (next: WorkRulesValues) => {
    setFaults({})
    for (const name of changedFields(values, next)) form.setValue(name, next[name], { shouldDirty: true })
    // Others may change the other fields before this page is opened again.
    keep(Object.fromEntries(changedFields(defaultValues ?? {}, next).map((name) => [name, next[name]])))
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSubmitting) void submit()
      }}
    >
      <EditNotices
        editing={editing}
        isGone={false}
        changed={i18n.t('Somebody else has changed the work rules meanwhile')}
        gone=""
      />
      <WorkRuleFields values={values} faults={faults} onChange={change} lastValid={stored} />
      <SaveBar isSubmitting={isSubmitting} isDirty={isDirty} onDiscard={discard} />
      {question && <QuestionDialog question={question} onAnswer={answer} />}
    </form>
  )
}

/** The values of a form that checks them by the contract when they are saved. */
const takeValues = (values: WorkRulesValues) => ({ values, errors: {} })

function useWorkRulesEditing(
  stored: StoredWorkRules,
  { setFaults, onSaved }: { setFaults: (faults: WorkRulesFaults) => void; onSaved: () => void },
) {
  const i18n = useI18n()
  const { mutateAsync: update } = useCall(workRulesApi.update)
  const get = replyOf(workRulesApi.get, {})
  return useEditing<StoredWorkRules, WorkRulesValues, Partial<WorkRules>>(stored, {
    groups: workRuleGroups,
    resolver: takeValues,
    valuesOf: (rules) => workRulesValuesOf(rules),
    bodyOf: (values) => rulesOf(values, i18n).rules ?? {},
    check(_, values) {
      const { faults } = rulesOf(values, i18n)
      setFaults(faults ?? {})
      return faults === undefined
    },
    read: () => queryClient.fetchQuery({ ...get, staleTime: 0 }),
    async send(changes, version) {
      const saved = await update({ body: { ...version, ...changes } })
      queryClient.setQueryData(get.queryKey, saved)
    },
    showFailure: (_, error) => toastError(messageOf(error, i18n.t('The work rules could not be saved'))),
    onDone() {
      onSaved()
      toast({ title: i18n.t('Work rules saved') })
    },
  })
}
