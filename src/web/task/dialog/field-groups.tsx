import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import type { FieldGroup } from '../../components/forms/field-groups.ts'
import { priorityLabels } from '../../components/labels/priority-icon.tsx'
import { statusLabels } from '../../components/labels/status-icon.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { When } from '../../components/time/when.tsx'
import type { FormField, TaskBody, TaskFormValues } from './form-values.ts'
import { labels } from './labels.ts'

/** A task's values in words, for each editable field. A field of the contract that is missing here does not compile. */
const words: Record<FormField, (task: Task, i18n: I18n) => ReactNode> = {
  title: ({ title }) => title,
  description: ({ description }, i18n) => description || i18n.t('None ##no description'),
  status: ({ status }, i18n) => i18n.t(statusLabels[status]),
  priority: ({ priority }, i18n) => i18n.t(priorityLabels[priority]),
  dueDate: ({ dueDate }, i18n) => (dueDate ? <When iso={dueDate} as="moment" /> : i18n.t('None ##no due date')),
  departmentId: ({ department }, i18n) => department?.name ?? i18n.t('No department'),
  assigneeId: ({ assignee }, i18n) => (assignee ? fullName(assignee) : i18n.t('Unassigned')),
  projectId: ({ project }, i18n) => project?.name ?? i18n.t('No project'),
  place: ({ place }, i18n) => place || i18n.t('None ##no place'),
  estimateMinutes: ({ estimateMinutes }, i18n) =>
    estimateMinutes ? formatMinutes(estimateMinutes, i18n) : i18n.t('None ##no estimate'),
  tags: ({ tags }, i18n) => tags.join(', ') || i18n.t('None ##no tags'),
}

/** The fields of a task. The date and the time when it is due are one thing. */
export const taskGroups = (Object.keys(words) as FormField[]).map(
  (name): FieldGroup<Task, TaskFormValues, TaskBody> => ({
    label: labels[name],
    sent: [name],
    shown: name === 'dueDate' ? ['dueDate', 'dueTime'] : [name],
    words: words[name],
  }),
)
