import type { I18n } from '@lingui/core'
import type { DueFilter } from '../../../shared/task-query.ts'
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
