import type { I18n } from '@lingui/core'
import type { Routine } from '../../shared/routines.ts'
import { msg } from '../../shared/words/message.ts'
import type { FieldGroup } from '../components/forms/field-groups.ts'
import { priorityLabels } from '../components/labels/priority-icon.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import type { RoutineBody, RoutineFormValues } from './form-values.ts'
import { describeRoutine, expectedOf } from './words.ts'

const yesOrNo = (value: boolean, i18n: I18n) => (value ? i18n.t('Yes') : i18n.t('No'))

/** The fields of a routine. */
export const routineGroups: readonly FieldGroup<Routine, RoutineFormValues, RoutineBody>[] = [
  { label: msg('Title'), sent: ['title'], shown: ['title'], words: ({ title }) => title },
  {
    label: msg('Who is expected'),
    sent: ['departmentId', 'assigneeId'],
    shown: ['departmentId', 'assigneeId'],
    words: expectedOf,
  },
  {
    label: msg('Rule'),
    sent: ['days', 'everyDays', 'from', 'opensAt', 'dueAfterMinutes', 'closesAfterMinutes'],
    shown: [
      ...(['dayKind', 'weekdays', 'monthDay', 'everyDays', 'from', 'days', 'opensAt', 'dueTime', 'dueDays'] as const),
      ...(['closing', 'closesTime', 'closesDays', 'closesHours'] as const),
    ],
    words: describeRoutine,
  },
  {
    label: msg('Description'),
    sent: ['description'],
    shown: ['description'],
    words: ({ description }, i18n) => description || i18n.t('None ##no description'),
  },
  {
    label: msg('Priority'),
    sent: ['priority'],
    shown: ['priority'],
    words: ({ priority }, i18n) => i18n.t(priorityLabels[priority]),
  },
  {
    label: msg('Place'),
    sent: ['place'],
    shown: ['place'],
    words: ({ place }, i18n) => place || i18n.t('None ##no place'),
  },
  {
    label: msg('Estimated minutes'),
    sent: ['workMinutes'],
    shown: ['workMinutes'],
    words: ({ workMinutes }, i18n) => (workMinutes ? formatMinutes(workMinutes, i18n) : i18n.t('None ##no estimate')),
  },
  {
    label: msg('Tags'),
    sent: ['tags'],
    shown: ['tags'],
    words: ({ tags }, i18n) => tags.join(', ') || i18n.t('None ##no tags'),
  },
  {
    label: msg('Procedure'),
    sent: ['sopId', 'sopPage'],
    shown: ['procedure'],
    words: ({ sopId, sopPage }, i18n) =>
      sopId === null ? i18n.t('None ##no procedure') : i18n.t('Page {page}', { page: sopPage ?? 1 }),
  },
  {
    label: msg('Steps'),
    sent: ['steps'],
    shown: ['steps', 'typedSteps', 'isStepOpen'],
    words: ({ steps }, i18n) => steps.map(({ text }) => text).join('\n') || i18n.t('None ##no steps'),
  },
  {
    label: msg('Catch up after an outage'),
    sent: ['eachCounts'],
    shown: ['eachCounts'],
    words: ({ eachCounts }, i18n) => yesOrNo(eachCounts, i18n),
  },
  {
    label: msg('Switched on'),
    sent: ['isActive'],
    shown: ['isActive'],
    words: ({ isActive }, i18n) => yesOrNo(isActive, i18n),
  },
]
