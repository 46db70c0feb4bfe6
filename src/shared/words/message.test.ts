import { expect, test } from 'vitest'
import { locales } from '../../../scripts/messages/catalogues.mjs'
import { i18nFor } from '../../server/base/texts.ts'
import { languageCodes } from './languages.ts'
import { msg, translate } from './message.ts'

test.each(['C:\\x41', '\\u0041\\u005c', '\\', 'two\\\\x41'])('what people wrote stays as it is: %s', (title) => {
  const i18n = i18nFor('de')
  const message = msg('Are you sure you want to delete "{name}"?', { name: title })
  expect(i18n.t(message.id, { name: title })).toContain(title)
  expect(translate(i18n, message)).toContain(title)
})

test('in a text from right to left, words that run the other way are isolated, and no others', () => {
  const urgent = msg('{text} (It could not wait: {reason})', { text: 'The lift stands.', reason: 'ضيف في الداخل' })
  const arabic = translate(i18nFor('ar'), urgent)
  expect(arabic).toContain('\u2068The lift stands.\u2069')
  expect(arabic.match(/\u2068/g)).toHaveLength(1)
  expect(i18nFor('ar').t('from {start} to {end}', { start: '10:00', end: '11:30' })).not.toContain('\u2068')
  expect(translate(i18nFor('en'), urgent)).toBe('The lift stands. (It could not wait: ضيف في الداخل)')
})

test('each language has a catalogue, and each catalogue a language', () => {
  expect([...languageCodes].sort()).toEqual([...locales].sort())
})
