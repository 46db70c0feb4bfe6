import { I18nProvider } from '@lingui/react'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../../test/support/readers.ts'
import type { AuditEntry, FieldChange } from '../../../shared/audit-log.ts'
import { historySentence } from './change-sentences.tsx'

const reader = readerOf('Europe/Lisbon')

/** The text of a sentence, as people read it. */
const textOf = (sentence: ReactNode) =>
  renderToStaticMarkup(createElement(I18nProvider, { i18n: reader.i18n }, sentence))
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .trim()

const entryOf = (action: string, changes: FieldChange[] = [], title: string | null = 'Towels'): AuditEntry => ({
  id: 1,
  action,
  createdAt: '2026-11-20T17:30:00.000Z',
  person: { id: '01951849-1e80-79bd-abe7-5a192cd970ae', firstName: 'Ana', lastName: 'Reis' },
  changes,
  part: null,
  resourceType: action.split('.')[0] ?? '',
  resourceId: '7',
  title,
  ipAddress: null,
  userAgent: null,
})
const change = (field: string, before: string | null = 'a', after: string | null = 'b') => ({ field, before, after })

const ofStep = (verb: string, part: string | null, changes: FieldChange[] = []) => ({
  ...entryOf(`step.${verb}`, changes),
  part,
})

describe('a history says', () => {
  const { person: _, ...unsigned } = entryOf('user.ask-password')
  test.each<[string, AuditEntry, boolean]>([
    ['Ana Reis created it', entryOf('task.create'), false],
    ['Routine opened it', { ...entryOf('task.open'), person: null }, false],
    ['Routine closed it as missed', { ...entryOf('task.miss'), person: null }, false],
    [
      'Ana Reis skipped it: The pool is <0>closed',
      entryOf('task.skip', [change('skipReason', null, 'The pool is <0>closed')]),
      false,
    ],
    ['Ana Reis skipped it', entryOf('task.skip'), false],
    ['Ana Reis opened it again', entryOf('task.unskip', [change('skipReason', 'Closed', null)]), false],
    ['Ana Reis commented', entryOf('comment.create'), false],
    ['Ana Reis changed a comment', entryOf('comment.update'), false],
    ['Ana Reis removed a photo', entryOf('photo.delete'), false],
    ['Ana Reis removed the photo of the step The bed', ofStep('remove-photo', 'The bed'), false],
    ['Ana Reis entered a wrong current password', entryOf('user.refuse-password'), false],
    ['Muster asked for a new password', { ...unsigned, person: null }, false],
    ['Ana Reis fire late it', entryOf('reminder.fire-late'), false],
    ['Ana Reis ticked the step Windows', ofStep('check', 'Windows', [change('value', null, 'true')]), false],
    ['Ana Reis entered 7 °C for the step Fridge', ofStep('check', 'Fridge', [change('value', null, '7 °C')]), false],
    ['Ana Reis filled in the step Lamps', ofStep('check', 'Lamps'), false],
    ['Ana Reis cleared the step erased', ofStep('clear', null), false],
    ['Ana Reis added 6 steps', ofStep('create', null, [change('count', null, '6')]), false],
    [
      'Ana Reis changed status from Pending to Completed',
      entryOf('task.update', [change('status', 'pending', 'completed')]),
      true,
    ],
    [
      'Ana Reis changed assignee from nothing to <0>Rui',
      entryOf('task.update', [change('assigneeId', null, '<0>Rui')]),
      true,
    ],
    ['Ana Reis changed description', entryOf('task.update', [change('description')]), false],
    ['Ana Reis changed 2 fields', entryOf('task.update', [change('title'), change('tags')]), false],
  ])('"%s"', (words, entry, withValues) => {
    expect(textOf(historySentence(entry, withValues, reader))).toBe(words)
  })
})
