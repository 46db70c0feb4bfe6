import { useState } from 'react'
import { type StoredWorkRules, workRulesApi } from '../../shared/work-rules.ts'
import { isEditedMeanwhile, messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall } from '../api/queries.ts'
import { EditNotices } from '../components/forms/edit-notices.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { useKeptTyping } from '../components/forms/kept-typing.ts'
import { workRuleLabels } from '../components/labels/work-rule-labels.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { useGuardedClosing } from '../ui/guarded-closing.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { WorkRuleFields } from './fields.tsx'
import {
  changedFields,
  rulesOf,
  type WorkRulesFaults,
  type WorkRulesField,
  type WorkRulesValues,
  withFields,
  workRulesValuesOf,
} from './form-values.ts'
import { lateWords, sentencesOf } from './sentences.ts'

/** Values that somebody has typed, and the version of the rules that they began with. */
interface Typed {
  values: WorkRulesValues
  base: StoredWorkRules
}

/** The form. It follows the stored rules until somebody types. */
export function WorkRulesForm({ stored }: { stored: StoredWorkRules }) {
  const i18n = useI18n()
  const [kept, keep] = useKeptTyping<Typed>('work-rules')
  const [typed, setTyped] = useState(kept)
  const [faults, setFaults] = useState<WorkRulesFaults>({})
  const [conflict, setConflict] = useState<{ theirs: StoredWorkRules; names: WorkRulesField[] }>()
  const { mutateAsync, isPending } = useCall(workRulesApi.update)
  const { values, base } = typed ?? { values: workRulesValuesOf(stored), base: stored }
  const isDirty = typed !== undefined

  const type = (next: Typed) => {
    setTyped(next)
    keep(next)
  }
  const discard = () => {
    setTyped(undefined)
    setFaults({})
    setConflict(undefined)
    keep(null)
  }
  const { askBeforeClose } = useLeaving(isDirty, discard)
  const { question, answer } = useGuardedClosing({ open: isDirty, onClose: discard, askBeforeClose })

  const save = async ({ values, base }: Typed) => {
    const { rules, faults: found } = rulesOf(values, i18n)
    if (!rules) return setFaults(found)
    try {
      const saved = await mutateAsync({ body: { ...rules, updatedAt: base.updatedAt } })
      queryClient.setQueryData(replyOf(workRulesApi.get, {}).queryKey, saved)
      discard()
      toast({ title: i18n.t('Work rules saved') })
    } catch (error) {
      if (isEditedMeanwhile(error)) await mergeTheirs({ values, base })
      else toastError(messageOf(error, i18n.t('The work rules could not be saved')))
    }
  }
  /** Takes over fields that only somebody else has changed, and asks about fields that both have changed. */
  const mergeTheirs = async ({ values, base }: Typed) => {
    const query = { ...replyOf(workRulesApi.get, {}), staleTime: 0 }
    const theirs = await queryClient.fetchQuery(query).catch(() => undefined)
    if (!theirs) return toastError(i18n.t('The work rules could not be saved'))
    const mine = changedFields(workRulesValuesOf(base), values)
    const names = changedFields(workRulesValuesOf(base), workRulesValuesOf(theirs)).filter((name) =>
      mine.includes(name),
    )
    const merged = { values: withFields(workRulesValuesOf(theirs), values, mine), base: theirs }
    type(merged)
    if (names.length > 0) setConflict({ theirs, names })
    else await save(merged)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void save({ values, base })
      }}
    >
      {conflict && (
        <Conflict
          {...conflict}
          keepMine={() => {
            setConflict(undefined)
            void save({ values, base })
          }}
          takeTheirs={() => {
            type({ values: withFields(values, workRulesValuesOf(conflict.theirs), conflict.names), base })
            setConflict(undefined)
          }}
        />
      )}
      <WorkRuleFields
        values={values}
        faults={faults}
        onChange={(next) => {
          setFaults({})
          type({ values: next, base })
        }}
        lastValid={base}
      />
      <footer className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" pending={isPending} className="max-md:flex-1">
          {isPending ? i18n.t('Saving...') : i18n.t('Save')}
        </Button>
        {isDirty && (
          <Button variant="ghost" onClick={discard}>
            {i18n.t('Discard')}
          </Button>
        )}
      </footer>
      {question && <QuestionDialog question={question} onAnswer={answer} />}
    </form>
  )
}

/** The values that somebody else has saved meanwhile, and the choice between them and the typed ones. */
function Conflict({
  theirs,
  names,
  keepMine,
  takeTheirs,
}: {
  theirs: StoredWorkRules
  names: WorkRulesField[]
  keepMine: () => void
  takeTheirs: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const { all, breaks } = sentencesOf(theirs, reader)
  const values = workRulesValuesOf(theirs)
  const shownValue = (name: WorkRulesField) => {
    if (name === 'breaks') return breaks.map(({ sentence }) => sentence).join('\n')
    if (name === 'late') return i18n.t(lateWords[theirs.late].choice)
    return all[name]?.sentence ?? values[name]
  }
  const theirFields = names.map((name) => ({
    label: i18n.t(workRuleLabels[name === 'breaks' ? 'breakRules' : name][0]),
    value: shownValue(name) || i18n.t('No rule'),
  }))
  return (
    <EditNotices
      editing={{ isGone: false, theirFields, keepMine: () => void keepMine(), takeTheirs }}
      isGone={false}
      changed={i18n.t('Somebody else has changed the work rules meanwhile')}
      gone=""
    />
  )
}
