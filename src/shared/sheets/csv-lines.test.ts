import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../test/support/readers.ts'
import { openedIn, spreadsheetLocales } from '../../../test/support/spreadsheets.ts'
import { languageCodes } from '../words/languages.ts'
import type { SheetColumn } from './columns.ts'
import { csvLinesOf, examplesOf } from './csv-lines.ts'

interface Row {
  text: string | null
  number: number | null
  instant: string | null
}
const columns: SheetColumn<Row>[] = [
  { heading: 'Text', kind: 'text', value: ({ text }) => text },
  { heading: 'Number', kind: 'number', value: ({ number }) => number },
  { heading: { date: '2026-11-28' }, kind: 'hours', value: ({ number }) => number },
  { heading: 'Date', kind: 'date', value: ({ instant }) => instant?.slice(0, 10) ?? null },
  { heading: 'Instant', kind: 'instant', value: ({ instant }) => instant },
]
const row: Row = { text: 'Tom, Jerry', number: 8.1, instant: '2026-03-01T22:05:00.000Z' }
const nothing: Row = { text: null, number: null, instant: null }

const fileOf = (format: 'csv' | 'csv-semicolon', language: (typeof languageCodes)[number], rows = [row]) => {
  const { head, line } = csvLinesOf(columns, format, readerOf('Europe/Berlin', language))
  return [head(), ...rows.map(line)].join('')
}

test.each(languageCodes)('without a choice the file is the specified one, also in %s', (language) => {
  expect(fileOf('csv', language, [row, nothing])).toBe(
    '\uFEFFText,Number,2026-11-28,Date,Instant\r\n"Tom, Jerry",8.1,8.10,2026-03-01,2026-03-01 23:05\r\n,,,,\r\n',
  )
})

test.each([
  ['en', '8,50', '2026-11-28'],
  ['de', '8,50', '28.11.2026'],
  ['es', '8,50', '28/11/2026'],
  ['fr', '8,50', '28/11/2026'],
  ['it', '8,50', '28/11/2026'],
  ['pt', '8,50', '28/11/2026'],
  ['pl', '8,50', '28.11.2026'],
  ['uk', '8,50', '28.11.2026'],
  ['tr', '8,50', '28.11.2026'],
  ['ar', '8.50', '28/11/2026'],
] as const)('with semicolons, numbers and dates are those of %s', (language, number, date) => {
  expect(examplesOf('csv-semicolon', '2026-11-28', readerOf('UTC', language))).toEqual({ number, date })
})

test('a number below zero is one, and a text like it is none', () => {
  const below = { text: '-0.5', number: -0.5, instant: null }
  expect(fileOf('csv', 'en', [below]).split('\r\n')[1]).toBe("'-0.5,-0.5,-0.50,,")
  expect(fileOf('csv-semicolon', 'de', [below]).split('\r\n')[1]).toBe(`'-0.5;"-0,5";"-0,50";;`)
})

describe('opened in a spreadsheet', () => {
  const values = ['Tom, Jerry', 8.1, 8.1, { date: '2026-03-01' }, { date: '2026-03-01T23:05' }]

  test('the specified file has texts instead of numbers where the decimal sign is a comma', () => {
    const numbersIn = (locale: (typeof spreadsheetLocales)[number]) =>
      openedIn(locale, fileOf('csv', locale))[1]?.filter((value) => typeof value === 'number').length
    expect(spreadsheetLocales.map(numbersIn)).toEqual([2, 0, 0, 0, 2])
  })

  test.each(spreadsheetLocales.filter((locale) => locale !== 'en'))(
    'of %s, numbers of a file with semicolons are numbers and dates are dates',
    (locale) => {
      const [head, line] = openedIn(locale, fileOf('csv-semicolon', locale))
      expect(head?.[2]).toEqual({ date: '2026-11-28' })
      expect(line).toEqual(values)
    },
  )

  test('of English, they are in the specified file', () => {
    expect(openedIn('en', fileOf('csv', 'en'))[1]).toEqual(values)
  })

  test.each(['de', 'es', 'fr'] as const)(
    'of %s, they are in the semicolons of somebody who reads English',
    (locale) => {
      expect(openedIn(locale, fileOf('csv-semicolon', 'en'))[1]).toEqual(values)
    },
  )
})
