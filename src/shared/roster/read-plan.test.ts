import { describe, expect, test } from 'vitest'
import { daysFromTo } from '../time/time.ts'
import { infoOf, type Language, languageCodes } from '../words/languages.ts'
import { type ReadPlanOptions, readPlan } from './read-plan.ts'

const days = daysFromTo('2026-12-07', '2026-12-20', 'UTC').map(({ date }) => date)
const people = [
  { id: 'ana', firstName: 'Ana', lastName: 'Silva' },
  { id: 'bert', firstName: 'Bert', lastName: 'Müller' },
  { id: 'ben', firstName: 'Ben', lastName: 'Okafor' },
  { id: 'bea', firstName: 'Bea', lastName: 'Okafor' },
]
const template = (id: number, name: string, start: string, end: string) => ({ id, name, start, end, breakMinutes: 30 })
const templates = [
  template(1, 'Früh', '06:00', '14:00'),
  template(2, 'Spät', '14:00', '22:00'),
  template(3, 'Nacht', '22:00', '06:00'),
]
const options: ReadPlanOptions = {
  ...{ days, people, templates, language: 'en', isMonthFirst: false },
  openNames: ['Open shifts', 'Open'],
}
const read = (text: string, changes: Partial<ReadPlanOptions> = {}) => readPlan(text, { ...options, ...changes })
/** The shifts of a cell in words: "06:00–14:00 Lobby". */
const cellOf = (text: string, changes?: Partial<ReadPlanOptions>) => {
  const quoted = /[\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const [cell] = read(`Name\t2026-12-07\nAna Silva\t${quoted}`, changes).rows[0]?.cells ?? []
  if (!cell) return 'nothing'
  const shifts = cell.shifts.map(({ start, end, title, templateId }) =>
    [`${start}–${end}`, title, templateId && `#${templateId}`].filter(Boolean).join(' '),
  )
  return [...shifts, ...cell.faults.map(() => 'fault')].join(', ')
}

describe('a cell', () => {
  test.each([
    ['06:00-14:30', '06:00–14:30'],
    ['6–14.30', '06:00–14:30'],
    ['22:00–6:00', '22:00–06:00 #3'],
    ['0600-1430', '06:00–14:30'],
    ['6 - 14', '06:00–14:00 #1'],
    ['6h30 à 15h', '06:30–15:00'],
    ['7 Uhr bis 15 Uhr', '07:00–15:00'],
    ['10pm-6am', '22:00–06:00 #3'],
    ['16:00-24:00', '16:00–00:00'],
    ['٠٦:٠٠–١٤:٠٠', '06:00–14:00 #1'],
    ['07:00-15:00 Lobby', '07:00–15:00 Lobby'],
    ['Bar: 07:00-15:00', '07:00–15:00 Bar'],
    ['Früh 6-14', '06:00–14:00 #1'],
    ['früh', '06:00–14:00 #1'],
    ['F', 'nothing'],
    ['S', '14:00–22:00 #2'],
    ['N', '22:00–06:00 #3'],
    ['06:00-10:00\n16:00-20:00', '06:00–10:00, 16:00–20:00'],
    ['06:00-10:00 / 16:00-20:00', '06:00–10:00, 16:00–20:00'],
    ['', 'nothing'],
    ['-', 'nothing'],
    ['–', 'nothing'],
    ['OFF', 'nothing'],
    ['Frei', 'nothing'],
    ['вихідний', 'nothing'],
    ['25:00-30:00', 'fault'],
    ['06:00-23:00', 'fault'],
    ['06:00-06:00', 'fault'],
    ['06:00', 'fault'],
    ['urlaub?', 'fault'],
    ['6-14 16-20', 'fault'],
    ['06:00-14:30, krank', '06:00–14:30, fault'],
  ])('%j is %s', (text, expected) => expect(cellOf(text)).toBe(expected))

  test('whose letter may be two templates says so', () => {
    const two = [...templates, template(4, 'Service', '11:00', '19:00')]
    expect(cellOf('S', { templates: two })).toBe('fault')
    expect(cellOf('Sp', { templates: two })).toBe('14:00–22:00 #2')
  })

  test('of any length is read at once', () => {
    const began = performance.now()
    for (const text of ['1'.repeat(100_000), '6-'.repeat(50_000), ' '.repeat(100_000), '6:00-'.repeat(20_000)])
      cellOf(`x${text}`)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

describe('headings', () => {
  const dates = (heads: string[], changes?: Partial<ReadPlanOptions>) =>
    read(`Name\t${heads.join('\t')}\nAna Silva\t6-14`, changes).days

  test.each([
    [['2026-12-08'], ['2026-12-08']],
    [['8.12.2026'], ['2026-12-08']],
    [['08.12.'], ['2026-12-08']],
    [['8/12'], ['2026-12-08']],
    [
      ['8 Dec', 'Dec 9', '10. Dezember', '11 déc.'],
      ['2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11'],
    ],
    [
      ['Tue 8', '9', 'Thu 10.12.'],
      ['2026-12-08', '2026-12-09', '2026-12-10'],
    ],
    [
      ['Mon', 'Tue', 'Mon'],
      ['2026-12-07', '2026-12-08', '2026-12-14'],
    ],
    // "Mar" is a Tuesday in Spanish, and a month in English.
    [['Mar 8'], ['2026-12-08']],
    [['Mar 3'], ['2027-03-03']],
    [
      ['12/30', '2/1/2027'],
      ['2026-12-30', '2027-01-02'],
    ],
    // The weekday decides between day and month.
    [['Fri 1/8/2027'], ['2027-01-08']],
    [['Total', 'Mon', 'Hours'], ['2026-12-07']],
  ])('%j are %j', (heads, expected) => expect(dates(heads)).toEqual(expected))

  test('with the month first, for readers who write so', () =>
    expect(dates(['12/8', '12/9/2026', '8.12.'], { isMonthFirst: true })).toEqual(['2026-12-08', '2026-12-09']))

  test.each(languageCodes)('have the weekdays and months of %s, long and short', (language: Language) => {
    const week = days.slice(0, 7)
    for (const length of ['long', 'short'] as const) {
      const format = (options: Intl.DateTimeFormatOptions) =>
        week.map((date) =>
          new Intl.DateTimeFormat(infoOf(language).tag, { ...options, timeZone: 'UTC' }).format(Date.parse(date)),
        )
      expect(dates(format({ weekday: length }), { language })).toEqual(week)
      expect(dates(format({ weekday: length, day: 'numeric' }), { language })).toEqual(week)
      expect(dates(format({ day: 'numeric', month: length }), { language })).toEqual(week)
      // A colleague's table in another language.
      expect(dates(format({ weekday: 'long' }), { language: 'en' })).toEqual(week)
    }
  })

  test('stand in two rows, below a title, or downwards', () => {
    const plan = read('Housekeeping, December\n\nName\tMon\tTue\n\t7\t8\nAna Silva\t6-14\t')
    expect([plan.days, plan.rows.map(({ name }) => name)]).toEqual([['2026-12-07', '2026-12-08'], ['Ana Silva']])
    const turned = read('Day\tAna Silva\tBert Mueller\nMon 7\t6-14\t\nTue 8\t\t14-22')
    expect(turned.rows.map(({ userId, cells }) => [userId, cells[0]?.date])).toEqual([
      ['ana', '2026-12-07'],
      ['bert', '2026-12-08'],
    ])
  })

  test('that are no days, or twice the same one, are named', () => {
    expect(read('Name\tMon\t45.12.\t7.12.\nAna Silva\t6-14').headingFaults).toHaveLength(2)
    expect(JSON.stringify(read('Name\tEarly\nAna Silva\t6-14').fault)).toContain('No row names days')
    expect(read('').fault).toBeNull()
  })
})

test('people are found by the forms of their names, and nobody is guessed', () => {
  const names = ['Silva, Ana', 'ana', 'MÜLLER B.', 'Mueller', 'Okafor', 'Ben O', 'Bea Okafor', 'Open shifts', 'Xi']
  const plan = read(`Name\tMon\n${names.map((name) => `"${name}"\t6-14`).join('\n')}`)
  expect(plan.rows.map(({ userId }) => userId)).toEqual([
    ...['ana', 'ana', 'bert', 'bert', undefined, undefined, 'bea', null, undefined],
  ])
})

test('a table from a spreadsheet keeps line breaks in cells, and its lines their numbers', () => {
  const plan = read(
    '\ufeffName\tMon 7\tTue 8\r\nAna Silva\t"06:00-10:00\n16:00-20:00"\toff\r\n\r\n"Müller\nBert"\t\tNacht\r\n',
  )
  expect(
    plan.rows.map(({ line, userId, cells }) => [line, userId, cells.flatMap(({ shifts }) => shifts).length]),
  ).toEqual([
    [2, 'ana', 2],
    [5, 'bert', 1],
  ])
})
