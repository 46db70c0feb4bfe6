import type { I18n } from '@lingui/core'
import type { Routine } from '../../shared/routines.ts'
import type { TheirField } from '../components/forms/edit-notices.tsx'
import { priorityLabels } from '../components/labels/priority-icon.tsx'
import { fieldGroups, type GroupName } from './field-groups.ts'
import type { Conflict } from './use-editing.ts'
import { describeRoutine, expectedOf } from './words.ts'

/** The fields that somebody else has set in a routine. */
export const theirFieldsOf = ({ groups, theirs }: Conflict, i18n: I18n): TheirField[] =>
  groups.map((name) => ({ name, label: i18n.t(fieldGroups[name].label), value: words[name](theirs, i18n) }))

const yesOrNo = (value: boolean, i18n: I18n) => (value ? i18n.t('Yes') : i18n.t('No'))

/** The notice's words for another person's values. */
const words: Record<GroupName, (routine: Routine, i18n: I18n) => string> = {
  title: ({ title }) => title,
  owner: (routine, i18n) => expectedOf(routine, i18n),
  when: (routine, i18n) => describeRoutine(routine, i18n),
  description: ({ description }, i18n) => description || i18n.t('None ##no description'),
  priority: ({ priority }, i18n) => i18n.t(priorityLabels[priority]),
  place: ({ place }, i18n) => place || i18n.t('None ##no place'),
  tags: ({ tags }, i18n) => tags.join(', ') || i18n.t('None ##no tags'),
  procedure: ({ sopId, sopPage }, i18n) =>
    sopId === null ? i18n.t('None ##no procedure') : i18n.t('Page {page}', { page: sopPage ?? 1 }),
  steps: ({ steps }, i18n) => steps.map(({ text }) => text).join('\n') || i18n.t('None ##no steps'),
  eachCounts: ({ eachCounts }, i18n) => yesOrNo(eachCounts, i18n),
  isActive: ({ isActive }, i18n) => yesOrNo(isActive, i18n),
}
