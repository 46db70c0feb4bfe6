import type { I18n } from '@lingui/core'
import type { StoredWorkRules, WorkRules } from '../../shared/work-rules.ts'
import type { FieldGroup } from '../components/forms/field-groups.ts'
import { workRuleLabels } from '../components/labels/work-rule-labels.ts'
import {
  hourFields,
  numberFields,
  type WorkRulesField,
  type WorkRulesValues,
  workRulesValuesOf,
} from './form-values.ts'
import { lateWords, sentencesOf } from './sentences.ts'

const fields: readonly WorkRulesField[] = [...hourFields, ...numberFields, 'breaks', 'late']

/** The fields of the work rules that count as one in the question about conflicting changes: each by itself. */
export const workRuleGroups: readonly FieldGroup<StoredWorkRules, WorkRulesValues, Partial<WorkRules>>[] = fields.map(
  (field) => ({
    label: workRuleLabels[field === 'breaks' ? 'breakRules' : field][0],
    sent: [field],
    shown: [field],
    words: (rules, i18n) => wordsOf(field, rules, i18n) || i18n.t('No rule'),
  }),
)

function wordsOf(field: WorkRulesField, rules: StoredWorkRules, i18n: I18n) {
  // Sentences show times on any clock.
  const { all, breaks } = sentencesOf(rules, { i18n, timeZone: 'UTC' })
  if (field === 'breaks') return breaks.map(({ sentence }) => sentence).join('\n')
  if (field === 'late') return i18n.t(lateWords[rules.late].choice)
  return all[field]?.sentence ?? workRulesValuesOf(rules)[field]
}
