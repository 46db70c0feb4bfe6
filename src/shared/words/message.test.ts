import { expect, test } from 'vitest'
import { locales } from '../../../scripts/messages/catalogues.mjs'
import { i18nFor } from '../../server/base/texts.ts'
import { type Language, languageCodes } from './languages.ts'
import { contractMessage, english, msg, plainEnglish, translate } from './message.ts'

test.each(['C:\\x41', '\\u0041\\u005c', '\\', 'two\\\\x41'])('what people wrote stays as it is: %s', (title) => {
  const i18n = i18nFor('de')
  const message = msg('Are you sure you want to delete "{name}"?', { name: title })
  expect(i18n.t(message.id, { name: title })).toContain(title)
  expect(translate(i18n, message)).toContain(title)
})

test('in a text from right to left, words that run the other way are isolated, and no others', () => {
  const urgent = msg('{text} (Reason: {reason})', { text: 'The lift stands.', reason: 'ضيف في الداخل' })
  const arabic = translate(i18nFor('ar'), urgent)
  expect(arabic).toContain('\u2068The lift stands.\u2069')
  expect(arabic.match(/\u2068/g)).toHaveLength(1)
  expect(i18nFor('ar').t('from {start} to {end}', { start: '10:00', end: '11:30' })).not.toContain('\u2068')
  expect(translate(i18nFor('en'), urgent)).toBe('The lift stands. (Reason: ضيف في الداخل)')
})

test('each language has a catalogue, and each catalogue a language', () => {
  expect([...languageCodes].sort()).toEqual([...locales].sort())
})

test('a text of a contract counts with the forms of the word', () => {
  const rooms = (max: number) => english('{max, plural, one {At most # room} other {At most # rooms}}', { max })
  expect([rooms(1), rooms(12)]).toEqual(['At most 1 room', 'At most 12 rooms'])
  expect(contractMessage('At most 12 rooms').values).toEqual({ max: 12 })
  const fault = msg('{field}: {fault}', { field: 'Rooms', fault: contractMessage('At most 1 room') })
  expect(plainEnglish(fault)).toBe('Rooms: At most 1 room')
})

test('counted words have the form of the number, in every language', () => {
  const photos = (code: Language, max: number) =>
    translate(i18nFor(code), msg('{max, plural, one {At most # photo} other {At most # photos}}', { max }))
  expect([1, 2].map((max) => photos('en', max))).toEqual(['At most 1 photo', 'At most 2 photos'])
  expect([1, 2].map((max) => photos('de', max))).toEqual(['Höchstens 1 Foto', 'Höchstens 2 Fotos'])
  const ago = (code: Language, days: number) =>
    i18nFor(code).t('{days, plural, one {# day ago} other {# days ago}}', { days })
  expect([1, 3, 5].map((days) => ago('pl', days))).toEqual(['1 dzień temu', '3 dni temu', '5 dni temu'])
  expect([1, 3, 5].map((days) => ago('uk', days))).toEqual(['1 день тому', '3 дні тому', '5 днів тому'])
  expect([1, 2, 3, 11].map((days) => ago('ar', days))).toEqual([
    'منذ يوم واحد',
    'منذ يومين',
    'منذ 3 أيام',
    'منذ 11 يومًا',
  ])
})
