import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../test/support/readers.ts'
import type { AuditEntry } from '../../shared/audit-log.ts'
import { actionLabel, sentenceOf } from './sentences.tsx'

const reader = readerOf('Europe/Lisbon')

type Entry = Partial<Pick<AuditEntry, 'title' | 'part' | 'changes'>>

function textOf(action: string, { title = null, part = null, changes = [] }: Entry) {
  const [resourceType = ''] = action.split('.')
  const sentence = sentenceOf({ action, resourceType, title, part, changes } as AuditEntry, reader)
  const html = renderToStaticMarkup(createElement(I18nProvider, { i18n: reader.i18n }, sentence))
  const text = html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  return text.trim()
}

const change = (field: string, after: string | null = 'new') => ({ field, before: 'old', after })

describe('an entry reads', () => {
  test.each([
    ['task.create', { title: 'Towels' }, 'created task Towels'],
    ['comment.create', { title: 'Towels' }, 'commented on task Towels'],
    ['comment.update', { title: 'Towels' }, 'changed a comment on task Towels'],
    ['step.create', { title: 'Towels', part: 'Fold' }, 'added step Fold to task Towels'],
    ['step.create', { title: 'Towels', changes: [change('count', '6')] }, 'added 6 steps to task Towels'],
    ['step.create', { title: 'Towels' }, 'added step erased to task Towels'],
    ['step.clear', { title: 'Towels' }, 'cleared step erased of task Towels'],
    ['photo.delete', { title: 'Towels' }, 'removed a photo of task Towels'],
    ['user.set-password', { title: 'Ana Reis' }, 'set a new password for person Ana Reis'],
    ['task.open', { title: 'Towels' }, 'opened task Towels'],
    ['task.miss', { title: 'Towels' }, 'closed task Towels as missed'],
    ['task.skip', { title: 'Towels', changes: [change('skipReason')] }, 'skipped task Towels'],
    ['task.unskip', { title: 'Towels' }, 'opened skipped task Towels again'],
    ['routine.restore', { title: 'Pool' }, 'restored routine Pool'],
    [
      'routine.update',
      { title: 'Pool', changes: [change('opensAt', '06:30')] },
      'changed opening time of routine Pool to 06:30',
    ],
    [
      'routine.update',
      { title: 'Pool', changes: [change('dueAfterMinutes', '90')] },
      'changed time until it is due of routine Pool to 1 h 30 min',
    ],
    ['sop.delete', {}, 'deleted procedure'],
    ['clock-session.create', {}, 'clocked in'],
    ['job.retry', { changes: [change('kind')] }, 'tried background work again'],
    ['session.refuse', { changes: [change('email', 'x@y.example')] }, 'was refused at sign-in as x@y.example'],
    ['access.refuse', { changes: [change('call', 'PUT /tasks/1')] }, 'had a request refused: PUT /tasks/1'],
    // Tags in people's texts are no tags.
    ['task.create', { title: '<0>Towels</0>' }, 'created task <0>Towels</0>'],
    ['room.paint-wall', { title: 'Atlantic' }, 'paint wall room Atlantic'],
  ])('%s %o: "%s"', (action, entry, words) => {
    expect(textOf(action, entry)).toBe(words)
  })

  test.each([
    [[change('status', 'completed')], 'changed status of task Towels to Completed'],
    [[change('dueDate', null)], 'changed due date of task Towels'],
    [[change('title', 'x'.repeat(41))], 'changed title of task Towels'],
    [[change('dueDate'), change('priority')], 'changed due date and priority of task Towels'],
    [[change('a'), change('b'), change('c')], 'changed a, b and c of task Towels'],
    [[change('a'), change('b'), change('c'), change('d')], 'changed 4 fields of task Towels'],
    [[change('completedAt')], 'changed task Towels'],
  ])('an update of %o: "%s"', (changes, words) => {
    expect(textOf('task.update', { title: 'Towels', changes })).toBe(words)
  })
})

test.each([
  ['task.create', 'Created task'],
  ['sop.delete', 'Deleted procedure'],
  ['step.create', 'Added step … to task'],
  ['task.miss', 'Closed task … as missed'],
  ['user.update', 'Changed person'],
  ['session.start', 'Signed in'],
  ['task.export', 'Exported tasks'],
  ['access.refuse', 'Had a request refused'],
  ['user.refuse-password', 'Entered a wrong current password'],
  ['reminder.fire-late', 'Reminder fire late'],
])('the action %s is "%s"', (action, words) => {
  expect(actionLabel(action, reader.i18n)).toBe(words)
})
