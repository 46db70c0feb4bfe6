import { describe, expect, test } from 'vitest'
import { i18nFor } from '../../server/base/texts.ts'
import { plainEnglish } from '../../shared/message.ts'
import { MAX_ROUTINES_PER_CALL } from '../../shared/routines.ts'
import { pasteNames } from './paste-words.ts'
import { type PasteDefaults, pastedRoutines } from './pasted-routines.ts'

const createdAt = '2026-11-23T00:00:00.000Z'
const departments = [
  { id: 1, name: 'Kitchen', description: null, createdAt },
  { id: 2, name: 'Café & Bar', description: null, createdAt },
  { id: 3, name: 'Spa', description: null, createdAt },
]
const defaults: PasteDefaults = {
  departmentId: 1,
  days: '* * *',
  opensAt: '08:00',
  dueAfterMinutes: 120,
  closesAfterDue: 60,
}
const namesIn = (language: 'en' | 'de' | 'ar' | 'pt' = 'en') =>
  pasteNames(departments, (id) => id !== 3, i18nFor(language))

const read = (text: string, more: Partial<PasteDefaults> = {}, names = namesIn()) =>
  pastedRoutines(text, { ...defaults, ...more }, names)
/** Opening, title and steps of each routine; a line with faults as its faults. */
const short = (text: string) =>
  read(text).routines.map(({ routine, faults }) =>
    routine
      ? [routine.opensAt, routine.title, ...(routine.steps ?? []).map((step) => step.text)].join(' | ')
      : faults.map(plainEnglish).join(' '),
  )
const only = (text: string, more: Partial<PasteDefaults> = {}, names = namesIn()) => {
  const [first] = read(text, more, names).routines
  return first?.routine ?? first?.faults.map(plainEnglish)
}

describe('a list', () => {
  test('has a routine in each line, and steps below it', () => {
    const text =
      '06:00 Open the kitchen\n  Fridge\n- Floor\n* Hood\n•Gas\n1. Lights\n[ ] Bins\n☐ Keys\n\nClose the bar\n\tTill'
    expect(short(text)).toEqual([
      '06:00 | Open the kitchen | Fridge | Floor | Hood | Gas | Lights | Bins | Keys',
      '08:00 | Close the bar | Till',
    ])
  })

  test.each([
    ['06:00 Open', '06:00 | Open'],
    ['6:00 Open', '06:00 | Open'],
    ['6.00 Open', '06:00 | Open'],
    ['6:00Open', '06:00 | Open'],
    ['6h30 Ouvrir', '06:30 | Ouvrir'],
    ['6:00 Uhr Öffnen', '06:00 | Öffnen'],
    ['6 am Open', '06:00 | Open'],
    ['12 a.m. Open', '00:00 | Open'],
    ['12:15pm: Open', '12:15 | Open'],
    ['6:00 PM – Open', '18:00 | Open'],
    ['6:00 ambient lights', '06:00 | ambient lights'],
    ['06:00\tOpen\tthe kitchen', '06:00 | Open the kitchen'],
    ['٠٦:٣٠ افتح المطبخ', '06:30 | افتح المطبخ'],
    ['\u200f\u202b06:00 افتح\u202c', '06:00 | افتح'],
    ['\ufeff06:00 Open', '06:00 | Open'],
    ['06:00 👩🏽‍🍳 Open', '06:00 | 👩🏽‍🍳 Open'],
    ['06:00 "Open" the \'kitchen\'', '06:00 | "Open" the \'kitchen\''],
    ['12 amphoras', '08:00 | 12 amphoras'],
    ['2 towels', '08:00 | 2 towels'],
    ['1.5 l of water', '08:00 | 1.5 l of water'],
    ['24:00 Open', '"24:00" is no time of day. Write it as 06:00.'],
    ['25:99 Open', '"25:99" is no time of day. Write it as 06:00.'],
    ['13 pm Open', '"13 pm" is no time of day. Write it as 06:00.'],
    ['06:00', 'Title is required'],
    [`06:00 ${'x'.repeat(201)}`, 'Title too long'],
    ['06:00 a\0b', 'Must not contain NUL or half a character'],
    ['06:00 \ud83d', 'Must not contain NUL or half a character'],
  ])('%j', (text, expected) => {
    expect(short(text)).toEqual([expected])
  })

  test.each([
    ['06:00-07:30 Open', 90, 150],
    ['06:00 – 7.30 Open', 90, 150],
    ['6 am - 7:30 am Open', 90, 150],
    ['22:00-06:00 Night', 480, 540],
    ['22:00-24:00 Evening', 120, 180],
    ['06:00-06:00 A day', 1440, 1500],
    ['06:00 Open', 120, 180],
  ])('%s is due and closes after', (text, dueAfterMinutes, closesAfterMinutes) => {
    expect(only(text)).toMatchObject({ dueAfterMinutes, closesAfterMinutes })
  })

  test('whose lines all have marks has its steps deeper, or with other marks', () => {
    expect(short('- 06:00 Open\n  - Fridge\n- 22:00 Close\n  - Till')).toEqual([
      '06:00 | Open | Fridge',
      '22:00 | Close | Till',
    ])
    expect(short('1. Open\n- Fridge\n2. Close\n- Till')).toEqual(['08:00 | Open | Fridge', '08:00 | Close | Till'])
    expect(short('    06:00 Open\n        Fridge\n    22:00 Close')).toEqual(['06:00 | Open | Fridge', '22:00 | Close'])
  })

  test('may be divided by departments', () => {
    const { routines } = read(
      '# Kitchen\n06:00 Open\n\nCAFE & BAR:\n- 16:00 Open\n  - Ice\nSpa:\nPool\nNo such place:\n',
    )
    expect(
      routines.map(({ routine, entry, faults }) => routine?.departmentId ?? [entry.title, ...faults.map(plainEnglish)]),
    ).toEqual([
      1,
      2,
      ['Pool', 'You may not create routines for Spa.'],
      ['No such place:', 'You may not create routines for Spa.'],
    ])
  })

  test.each([
    ['\r\n', 'Windows'],
    ['\r', 'old'],
    ['\v', 'soft'],
    ['\u2028', 'separate'],
  ])('has line breaks as %j', (lineBreak) => {
    expect(short(['06:00 Open', '- Fridge', '22:00 Close'].join(lineBreak))).toEqual([
      '06:00 | Open | Fridge',
      '22:00 | Close',
    ])
  })

  test('says at which line a routine stands', () => {
    expect(read('\r\n06:00 Open\r\n- Fridge\r\n\r\n22:00 Close').routines.map(({ entry }) => entry.line)).toEqual([
      2, 5,
    ])
  })

  test('without a default needs a department and a time', () => {
    expect(only('Open', { departmentId: null, opensAt: '' })).toEqual([
      'It has no department. Choose one for all.',
      'It has no time. Write one, or choose one for all.',
    ])
  })

  test('names the step that is too long, and too many steps', () => {
    expect(only(`Open\n- Fridge\n- ${'x'.repeat(501)}`)).toEqual(['Step 2: At most 500 characters'])
    expect(only(`Open${'\n- Fridge'.repeat(101)}`)).toEqual(['At most 100 steps'])
  })
})

describe('a table', () => {
  test.each([',', ';', '\t'])('with %j between its columns', (sign) => {
    const rows = [
      ['Title', 'Department', 'Days', 'Opens', 'Due', 'Closes', 'Steps'],
      ['Open', 'café & bar', 'Mon', '06:00', '07:30', '09:00', '"Fridge; Floor\n- Hood"'],
      ['Close', '', '', '', '', '', ''],
    ]
    const { routines } = read(rows.map((cells) => cells.join(sign)).join('\r\n'))
    expect(routines.map(({ routine }) => routine)).toEqual([
      {
        ...{ title: 'Open', departmentId: 2, days: '* * 1', opensAt: '06:00', dueAfterMinutes: 90 },
        closesAfterMinutes: 180,
        steps: [{ text: 'Fridge' }, { text: 'Floor' }, { text: 'Hood' }],
      },
      {
        ...{ title: 'Close', departmentId: 1, days: '* * *', opensAt: '08:00', dueAfterMinutes: 120 },
        ...{ closesAfterMinutes: 180, steps: [] },
      },
    ])
    expect(routines.map(({ entry }) => entry.line)).toEqual([2, 4])
  })

  test('may have a row or a column for each step, and its heading again', () => {
    expect(
      short('title,opens,step 1,step 2\nOpen,06:00,Fridge,Floor\n,,Hood,\ntitle,opens,step 1,step 2\nClose,22:00,,'),
    ).toEqual(['06:00 | Open | Fridge | Floor | Hood', '22:00 | Close'])
  })

  test('takes windows, lengths and words for times', () => {
    const row = (opens: string, due: string, closes: string) =>
      only(`title,opens,due,closes\nOpen,${opens},${due},${closes}`)
    expect(row('06:00-07:30', '', '-')).toMatchObject({
      opensAt: '06:00',
      dueAfterMinutes: 90,
      closesAfterMinutes: null,
    })
    expect(row('6:00:00', '90 min', '120 min')).toMatchObject({ dueAfterMinutes: 90, closesAfterMinutes: 120 })
    expect(row('22:00', '06:00', '05:00')).toMatchObject({ dueAfterMinutes: 480, closesAfterMinutes: 1860 })
    expect(row('06:00', '90 min', '60 min')).toEqual(['Must not close before it is due'])
    expect(row('06:00', '0 min', '')).toEqual(['Must be a whole number from 1 to 10080'])
    expect(row('6', 'soon', '')).toEqual(['"6" is no time of day. Write it as 06:00.'])
    expect(row('06:00', 'soon', 'later')).toEqual(['"soon" is no time of day. Write it as 06:00.'])
  })

  test.each([
    ['en', 'Every day', '* * *'],
    ['en', 'weekdays', '* * 1-5'],
    ['en', 'Mon Wed Fri', '* * 1,3,5'],
    ['en', 'Mon-Fri', '* * 1-5'],
    ['en', 'Sat – Mon', '* * 0,1,6'],
    ['en', 'monday/tuesday', '* * 1,2'],
    ['en', 'Mon-Sun', '* * *'],
    ['en', '1,15 * *', '1,15 * *'],
    ['de', 'Mo., Mi.', '* * 1,3'],
    ['de', 'Montag', '* * 1'],
    ['pt', 'segunda-feira', '* * 1'],
    ['ar', 'الاثنين', '* * 1'],
  ] as const)('in %s comes on %s', (language, days, expected) => {
    expect(only(`title;days\nOpen;${days}`, {}, namesIn(language))).toMatchObject({ days: expected })
  })

  test.each([
    ['whenever', '"whenever" names no days. Write them as Mon, Wed, or as a rule such as * * 1-5.'],
    ['32 * *', 'Day: 32 is not between 1 and 31'],
    ['31 2 *', 'Day: This day is in none of the months given'],
    ['__proto__', '"__proto__" names no days. Write them as Mon, Wed, or as a rule such as * * 1-5.'],
  ])('says what is wrong with the days %j', (days, fault) => {
    expect(only(`title;days\nOpen;${days}`)).toEqual([fault])
  })

  test('says which columns nobody uses, and which stand there twice', () => {
    expect(read('title;owner;Title;steps;steps\nOpen;Ana;Shut;a;b')).toMatchObject({
      unused: ['owner'],
      doubled: ['title'],
      routines: [{ routine: { title: 'Open', steps: [{ text: 'a' }, { text: 'b' }] } }],
    })
    expect(read('department;opens\nKitchen;06:00').lacksTitle).toBe(true)
  })

  test('loses the apostrophes of exports, and knows a department that there is not', () => {
    expect(only("title,department\n'-18 degrees,Kitchen")).toMatchObject({ title: '-18 degrees' })
    expect(only('title,department\nOpen,Kitchens')).toEqual(['There is no department "Kitchens".'])
  })
})

describe('whatever it holds, it is read in no time', () => {
  test.each([
    ['nothing', '', 0],
    ['white space', ' \t\r\n\u200f '.repeat(10_000), 0],
    ['10,000 routines', '06:00 Open\n- Fridge\n'.repeat(10_000), 10_000],
    ['500,000 short lines', 'a\n'.repeat(500_000), 500_000],
    ['a line of 1 MB', 'x'.repeat(1_000_000), 1],
    ['white space within a line', `06:00 a${' '.repeat(500_000)}b${'\t'.repeat(500_000)}`, 1],
    ['digits', '1'.repeat(1_000_000), 1],
    ['marks', '- '.repeat(500_000), 1],
    ['quotes', `title,opens\n${'"'.repeat(1_000_000)}`, 1],
    ['commas', `title,opens${','.repeat(500_000)}\n${','.repeat(500_000)}`, 0],
    ['90,000 rows', `title;opens\n${'Open;06:00\n'.repeat(90_000)}`, 90_000],
    ['signs of direction', `${'\u202e'.repeat(500_000)}a`, 1],
  ])('%s', (_, text, count) => {
    const began = performance.now()
    const list = read(text)
    expect(list.count).toBe(count)
    expect(list.routines).toHaveLength(Math.min(count, MAX_ROUTINES_PER_CALL))
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
