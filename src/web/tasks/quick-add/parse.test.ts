import { describe, expect, test } from 'vitest'
import { i18nFor } from '../../../server/base/texts.ts'
import { type Language, languageCodes } from '../../../shared/words/languages.ts'
import { mentionAtEnd } from '../../components/people/mention.ts'
import { parse } from './parse.ts'
import { vocabularyFor } from './vocabulary.ts'

const people = [
  { id: 'ana', firstName: 'Ana', lastName: 'Silva' },
  { id: 'anna', firstName: 'Anna', lastName: 'Novák' },
  { id: 'joao1', firstName: 'João', lastName: 'Costa' },
  { id: 'joao2', firstName: 'João', lastName: 'da Silva Reis' },
  { id: 'salma', firstName: 'سلمى', lastName: 'حداد' },
]
/** Friday, November 20, late in the evening of Lisbon. */
const NOW = Date.parse('2026-11-20T23:30:00.000Z')
const wordsIn = (language: Language) =>
  vocabularyFor(people, { i18n: i18nFor(language), timeZone: 'Europe/Lisbon' }, NOW)
const english = wordsIn('en')

/** The title, and the meaning of each part. */
const read = (text: string, vocabulary = english, options?: { isTyping: boolean }) => {
  const { title, parts } = parse(text, vocabulary, options)
  return [title, ...parts.map((part) => Object.values(part)[1])]
}

describe('the words of a new task', () => {
  test.each([
    ['Air the suite', ['Air the suite']],
    ['  Air   the suite ', ['Air the suite']],
    ['', ['']],
    ['Air the suite @ana !high #spa tomorrow', ['Air the suite', 'ana', 'high', 'spa', '2026-11-21']],
    ['@Ana Silva, call the florist', ['call the florist', 'ana']],
    ['!LOW Call @novak', ['Call', 'low', 'anna']],
    ['Call @joão', ['Call @joão']],
    ['Call @joao costa', ['Call', 'joao1']],
    ['Call @João da Silva Reis now', ['Call now', 'joao2']],
    ['Call @Silva Ana', ['Call', 'ana']],
    ['Call @nobody !urgent !', ['Call @nobody !urgent !']],
    ['Write to ana@hotel.example', ['Write to ana@hotel.example']],
    ['Lamp in #12 #room-12, #bar', ['Lamp in #12', 'room-12', 'bar']],
    [`Sort #${'x'.repeat(41)}`, [`Sort #${'x'.repeat(41)}`]],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected))

  test('keep a date within the title, and a title of one word', () => {
    expect(read('Set up the Friday buffet')).toEqual(['Set up the Friday buffet'])
    expect(read('Order fish friday')).toEqual(['Order fish', '2026-11-27'])
    expect(read('Order fish Saturday !high')).toEqual(['Order fish', 'high', '2026-11-21'])
    expect(read('Order fish today')).toEqual(['Order fish', '2026-11-20'])
    expect(read('Today')).toEqual(['Today'])
  })

  test.each([
    ['Order fish tomorrow 10:00', '2026-11-21', '10:00'],
    ['Order fish tomorrow at 10', '2026-11-21', '10:00'],
    ['Order fish tomorrow, 9.30', '2026-11-21', '09:30'],
    ['Order fish at 10 tomorrow', '2026-11-21', '10:00'],
    ['Order fish friday 3 pm', '2026-11-27', '15:00'],
    ['Order fish today 12am', '2026-11-20', '00:00'],
    ['Order fish 2026-12-01', '2026-12-01', undefined],
    ['Order fish 2026-12-01 18:15', '2026-12-01', '18:15'],
    ['Order fish 1.12.', '2026-12-01', undefined],
    ['Order fish 01.12.2026', '2026-12-01', undefined],
    ['Order fish 3.1.', '2027-01-03', undefined],
    ['Order fish 29.2. um 8 Uhr', '2028-02-29', '08:00'],
    ['Order fish tomorrow a las 10', '2026-11-21', '10:00'],
    ['Order fish tomorrow at 10.', '2026-11-21', '10:00'],
    ['Order fish tomorrow!', '2026-11-21', undefined],
    ['Order fish 2027/03/01', '2027-03-01', undefined],
    ['Order fish 1.12.2026, 9.30', '2026-12-01', '09:30'],
    ['Order fish 3/1/2027', '2027-03-01', undefined],
    ['Order fish 03/01/27 at 10', '2027-03-01', '10:00'],
    ['Order fish 3/1/2027, 18:15', '2027-03-01', '18:15'],
    // No month has this number: it is the day.
    ['Order fish 31/1/2027', '2027-01-31', undefined],
  ])('%j ends with a date', (text, date, time) => {
    const { title, parts } = parse(text, english)
    expect(title).toBe('Order fish')
    expect(parts).toEqual([{ kind: 'date', date, raw: text.slice('Order fish '.length), ...(time && { time }) }])
  })

  test.each([
    'Order 10',
    'Room at 10',
    'Order fish 2026-13-01',
    'Order fish 31.2.',
    // Years of other calendars, and some that are half typed.
    'Order fish 1448-06-07',
    'Order fish 03.01.0027',
    'Order fish tomorrow 25:00',
    'Mix 1:2',
    'Call 10:00',
    'Price 3.50',
    'Cut 1/2',
    'Open the bar 24/7',
    'Order fish 31/2/2027',
    'Order fish 13/13/2027',
    'Order fish 3/1/1448',
    '3/1/2027',
    'tomorrow 10:00',
    '1.12.',
  ])('%j keeps all its words', (text) => expect(read(text)).toEqual([text]))

  test('are left alone while they are being typed', () => {
    const typing = (text: string) => read(text, english, { isTyping: true })
    expect(typing('Air #sp')).toEqual(['Air #sp'])
    expect(typing('Air #spa ')).toEqual(['Air', 'spa'])
    expect(typing('Air tomorrow ')).toEqual(['Air tomorrow'])
    expect(typing('Air @ana ')).toEqual(['Air @ana'])
    expect(typing('Air @ana si')).toEqual(['Air @ana si'])
    expect(typing('Air @ana b')).toEqual(['Air b', 'ana'])
  })
})

test.each([
  ['de', 'Suite lüften @ana !hoch morgen', ['Suite lüften', 'ana', 'high', '2026-11-21']],
  ['de', 'Fisch bestellen !HIGH Sonntag', ['Fisch bestellen', 'high', '2026-11-22']],
  ['es', 'Airear la suite !alta mañana', ['Airear la suite', 'high', '2026-11-21']],
  ['fr', 'Aérer la suite !haute lundi', ['Aérer la suite', 'high', '2026-11-23']],
  ['ar', 'تهوية الجناح @سلمى غدًا', ['تهوية الجناح', 'salma', '2026-11-21']],
] as const)('are those of the reader: %s', (language, text, expected) => {
  expect(read(text, wordsIn(language))).toEqual(expected)
})

describe('days and times are those of all languages', () => {
  const TOMORROW = '2026-11-21'
  const LATER = '2026-11-22'
  const readers = ['en', 'ar'] as const
  test.each([
    ['tomorrow 14:00', TOMORROW],
    ['morgen 14 Uhr', TOMORROW],
    ['morgen um 14:00 Uhr', TOMORROW],
    ['mañana a las 14', TOMORROW],
    ['mañana 14 horas', TOMORROW],
    ['demain à 14h', TOMORROW],
    ['demain 14 heures', TOMORROW],
    ['domani alle 14', TOMORROW],
    ['domani ore 14:00', TOMORROW],
    ['amanhã às 14h00', TOMORROW],
    ['jutro o 14', TOMORROW],
    ['jutro o godz. 14', TOMORROW],
    ['завтра о 14:00', TOMORROW],
    ['завтра о 14 годині', TOMORROW],
    ['yarın saat 14', TOMORROW],
    ["yarın 14:00'te", TOMORROW],
    ['غدا الساعة 14', TOMORROW],
    ['غدًا ١٤:٠٠', TOMORROW],
    ['غدا الساعة ٢ م', TOMORROW],
    ['the day after tomorrow 14:00', LATER],
    ['day after tomorrow at 14', LATER],
    ['übermorgen 14 Uhr', LATER],
    ['pasado mañana a las 14', LATER],
    ['après-demain à 14h', LATER],
    ['dopodomani alle 14', LATER],
    ['depois de amanhã às 14h', LATER],
    ['pojutrze o 14', LATER],
    ['післязавтра о 14', LATER],
    ['öbür gün saat 14', LATER],
    ['بعد غد الساعة 14', LATER],
    ['at 14 the day after tomorrow', LATER],
  ])('%s', (words, date) => {
    for (const language of readers) {
      const { title, parts } = parse(`Order fish ${words}`, wordsIn(language))
      expect([title, parts]).toEqual(['Order fish', [{ kind: 'date', date, time: '14:00', raw: words }]])
    }
  })

  test.each(['Morgen', 'the day after tomorrow', 'pasado mañana'])('%s alone is a title', (words) =>
    expect(read(words)).toEqual([words]),
  )
})

test.each(languageCodes)('3/1/2027 is the date that the language means: %s', (language) => {
  const date = language === 'en' ? '2027-03-01' : '2027-01-03'
  expect(read('Order fish 3/1/2027', wordsIn(language))).toEqual(['Order fish', date])
  // Copied from an Arabic text, with the marks of its direction.
  expect(read('Order fish 3\u200f/1\u200f/2027', wordsIn(language))).toEqual(['Order fish', date])
  expect(read('Order fish 31/1/2027', wordsIn(language))).toEqual(['Order fish', '2027-01-31'])
  expect(read('Order fish 1/31/2027', wordsIn(language))).toEqual(['Order fish', '2027-01-31'])
})

test('a weekday is the next one, also over the night on which the clocks change', () => {
  const i18n = i18nFor('en')
  const days = (now: string) => vocabularyFor([], { i18n, timeZone: 'Europe/Lisbon' }, Date.parse(now)).days
  expect(days('2026-10-24T22:30:00.000Z').get('sunday')).toBe('2026-10-25')
  expect(days('2026-10-24T22:30:00.000Z').get('monday')).toBe('2026-10-26')
  expect(days('2026-10-25T12:00:00.000Z').get('tomorrow')).toBe('2026-10-26')
})

test('a name is looked for from its @ on', () => {
  expect(mentionAtEnd('Air @')).toEqual({ query: '', from: 4 })
  expect(mentionAtEnd('@ana si')).toEqual({ query: 'ana si', from: 0 })
  expect(mentionAtEnd('Air @ana #spa')).toBeUndefined()
  expect(mentionAtEnd('ana@hotel')).toBeUndefined()
  expect(mentionAtEnd('Air @ one two three four five six')).toBeUndefined()
})
