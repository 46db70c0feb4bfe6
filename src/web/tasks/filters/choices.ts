import type { I18n } from '@lingui/core'
import type { BoardSort, DueFilter } from '../../../shared/task-query.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

const dueLabels: Record<DueFilter, Message> = {
  overdue: msg('Overdue'),
  yesterday: msg('Yesterday'),
  today: msg('Today'),
  tomorrow: msg('Tomorrow'),
  day_after_tomorrow: msg('The day after tomorrow'),
  week: msg('This week'),
  next_week: msg('Next week'),
  none: msg('No due date'),
}
export const dueChoices = (i18n: I18n) =>
  Object.entries(dueLabels).map(([value, label]) => ({ value: value as DueFilter, label: i18n.t(label) }))

const sortLabels: Record<BoardSort, Message> = {
  createdAt: msg('Newest first'),
  dueDate: msg('Due soonest first'),
  priority: msg('Highest priority first'),
}
export const sortChoices = (i18n: I18n) =>
  Object.entries(sortLabels).map(([value, label]) => ({ value: value as BoardSort, label: i18n.t(label) }))
