import type { I18n } from '@lingui/core'
import type { BoardSort } from '../../../shared/task-query.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

const sortLabels: Record<BoardSort, Message> = {
  createdAt: msg('Newest first'),
  dueDate: msg('Due soonest first'),
  priority: msg('Highest priority first'),
}
export const sortChoices = (i18n: I18n) =>
  Object.entries(sortLabels).map(([value, label]) => ({ value: value as BoardSort, label: i18n.t(label) }))
