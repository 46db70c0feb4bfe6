import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { numberIn } from './numbers.ts'

const i18nOf = (locale: string) => setupI18n({ locale, locales: locale, messages: { [locale]: {} } })

test('reads numbers as people type them', () => {
  for (const [text, number] of [
    ['7', 7],
    ['7.5', 7.5],
    ['7,5', 7.5],
    [' -18 ', -18],
    ['−18', -18],
    ['.5', 0.5],
    ['1 200', 1200],
  ] as const) {
    expect(numberIn(text, i18nOf('de'))).toBe(number)
  }
  expect(numberIn('٧٫٥', i18nOf('ar-EG'))).toBe(7.5)
})

test('takes nothing else for a number', () => {
  for (const text of ['', 'seven', '7 °C', '1.200,5', '1e9', '2000000000', '--1', '.']) {
    expect(numberIn(text, i18nOf('en'))).toBeUndefined()
  }
})
