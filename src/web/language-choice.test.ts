import { expect, test } from 'vitest'
import { languageFor, languageOfShown, shownText } from './language-choice.ts'

const nothing = { person: null, chosen: null, browser: [], byDefault: 'it' } as const

test('a person reads in their own language, else in that of the browser', () => {
  const everything = { person: 'fr', chosen: 'pl', browser: ['de-AT'], byDefault: 'it' } as const
  expect(languageFor(everything)).toBe('fr')
  expect(languageFor({ ...everything, person: null })).toBe('pl')
  expect(languageFor({ ...everything, person: null, chosen: null })).toBe('de')
  expect(languageFor(nothing)).toBe('it')
})

test('languages that Muster does not speak are passed over', () => {
  expect(languageFor({ ...nothing, chosen: 'tlh', browser: ['eo', 'nl-NL', 'pt-BR'] })).toBe('pt')
  expect(languageFor({ ...nothing, chosen: 'toString', browser: ['eo'] })).toBe('it')
})

test('the pseudo-language goes before a person’s own', () => {
  expect(languageFor({ ...nothing, chosen: 'en-XA', person: 'fr' })).toBe('en-XA')
})

test('the language that was shown last is stored with its direction', () => {
  expect(shownText('ar', 'rtl')).toBe('ar rtl')
  expect(languageOfShown('ar rtl')).toBe('ar')
  for (const text of [null, '', 'xx ltr', 'en-XA ltr']) expect(languageOfShown(text)).toBeNull()
})
