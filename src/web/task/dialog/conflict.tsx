import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import type { TheirField } from '../../components/forms/edit-notices.tsx'
import { priorityLabels } from '../../components/labels/priority-icon.tsx'
import { statusLabels } from '../../components/labels/status-icon.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { When } from '../../components/time/when.tsx'
import type { FieldName, FormField } from './form-values.ts'
import { labels } from './labels.ts'
import type { Conflict } from './use-editing.ts'

/** The fields of a task that somebody else has set. */
export const theirFieldsOf = ({ fields, theirs }: Conflict, i18n: I18n): TheirField[] =>
  fields.filter(isTaskField).map((name) => ({ name, label: i18n.t(labels[name]), value: values[name](theirs, i18n) }))

/** The notice's texts for each editable field. A field of the contract that is missing here does not compile. */
const values: Record<FormField, (task: Task, i18n: I18n) => ReactNode> = {
  title: ({ title }) => title,
  description: ({ description }, i18n) => description || i18n.t('None ##no description'),
  status: ({ status }, i18n) => i18n.t(statusLabels[status]),
  priority: ({ priority }, i18n) => i18n.t(priorityLabels[priority]),
  dueDate: ({ dueDate }, i18n) => (dueDate ? <When iso={dueDate} as="moment" /> : i18n.t('None ##no due date')),
  departmentId: ({ department }, i18n) => department?.name ?? i18n.t('No department'),
  assigneeId: ({ assignee }, i18n) => (assignee ? fullName(assignee) : i18n.t('Unassigned')),
  projectId: ({ project }, i18n) => project?.name ?? i18n.t('No project'),
  place: ({ place }, i18n) => place || i18n.t('None ##no place'),
  tags: ({ tags }, i18n) => tags.join(', ') || i18n.t('None ##no tags'),
}

/** Not `dueTime`, which is a field of the form only: the due date shows it. */
const isTaskField = (name: FieldName): name is FormField & FieldName => name in values
