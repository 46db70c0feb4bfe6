import { expect, test } from 'vitest'
import { locales } from '../../scripts/messages/catalogues.mjs'
import { i18nFor } from '../server/base/texts.ts'
import { languageCodes } from './languages.ts'
import { msg, translate } from './message.ts'

test.each(['C:\\x41', '\\u0041\\u005c', '\\', 'two\\\\x41'])('what people wrote stays as it is: %s', (title) => {
  const i18n = i18nFor('de')
  const message = msg('Are you sure you want to delete "{name}"?', { name: title })
  expect(i18n.t(message.id, { name: title })).toContain(title)
  expect(translate(i18n, message)).toContain(title)
})

test('each language has a catalogue, and each catalogue a language', () => {
  expect([...languageCodes].sort()).toEqual([...locales].sort())
})
