import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../test/support/processor-time.ts'
import { i18nFor } from '../../server/base/texts.ts'
import { MAX_ROUTINES_PER_CALL } from '../../shared/routines.ts'
import type { Language } from '../../shared/words/languages.ts'
import { plainEnglish } from '../../shared/words/message.ts'
import { pasteNames } from './paste-words.ts'
import { type PastedDefaults, pastedRoutines } from './pasted-routines.ts'

const createdAt = '2026-11-23T00:00:00.000Z'
const departments = [
  { id: 1, name: 'Kitchen', description: null, createdAt },
  { id: 2, name: 'Café & Bar', description: null, createdAt },
  { id: 3, name: 'Spa', description: null, createdAt },
]
const defaults: PastedDefaults = {
  departmentId: 1,
  days: '* * *',
  opensAt: '08:00',
  dueAfterMinutes: 120,
  closesAfterDue: 60,
}
const namesIn = (language: Language = 'en') => pasteNames(departments, (id) => id !== 3, i18nFor(language))

const read = (text: string, more: Partial<PastedDefaults> = {}, names = namesIn()) =>
  pastedRoutines(text, { ...defaults, ...more }, names)
/** Opening, title and steps of each routine; a line with faults as its faults. */
const short = (text: string) =>
  read(text).routines.map(({ routine, faults }) =>
    routine
      ? [routine.opensAt, routine.title, ...(routine.steps ?? []).map((step) => step.text)].join(' | ')
      : faults.map(plainEnglish).join(' '),
  )
const only = (text: string, more: Partial<PastedDefaults> = {}, names = namesIn()) => {
  const [first] = read(text, more, names).routines
  return first?.routine ?? first?.faults.map(plainEnglish)
}
const asWritten = { kept: new Set<string>(), corrections: new Map(), meant: new Map() }

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
    ['24:00 Open', '"24:00" is not a time of day. Write it as 06:00.'],
    ['25:99 Open', '"25:99" is not a time of day. Write it as 06:00.'],
    ['13 pm Open', '"13 pm" is not a time of day. Write it as 06:00.'],
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
      ['Pool', 'You cannot create routines for Spa.'],
      ['No such place:', 'You cannot create routines for Spa.'],
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

describe('a list says when in the words of its language:', () => {
  test.each<[Language, string, string, string, string]>([
    ['en', 'Mon-Fri 8am: open the pool', '* * 1-5', '08:00', 'open the pool'],
    ['en', 'Order linen every Monday at 8 AM', '* * 1', '08:00', 'Order linen'],
    ['en', 'Weekends: brunch', '* * 0,6', '08:00', 'brunch'],
    ['en', 'Last day of the month - stock take', 'L * *', '08:00', 'stock take'],
    ['en', '1st and 15th of the month, 9:30: fire doors', '1,15 * *', '09:30', 'fire doors'],
    ['en', 'Sun loungers out', '* * *', '08:00', 'Sun loungers out'],
    ['en', '2x towels to room 12', '* * *', '08:00', '2x towels to room 12'],
    ['en', '1.25 l of water per room', '* * *', '08:00', '1.25 l of water per room'],
    ['de', 'Mo-Fr 07:00 Frühstück', '* * 1-5', '07:00', 'Frühstück'],
    ['de', 'Montags 08.00 Uhr Müll raus', '* * 1', '08:00', 'Müll raus'],
    ['de', 'monatlich Feuerlöscher prüfen', '1 * *', '08:00', 'Feuerlöscher prüfen'],
    ['de', 'Feuerlöscher prüfen (1x im Quartal)', '1 1,4,7,10 *', '08:00', 'Feuerlöscher prüfen'],
    ['de', 'Täglich außer Sonntag um 7: Backen', '* * 1,2,3,4,5,6', '07:00', 'Backen'],
    ['de', 'Am letzten Tag des Monats Inventur', 'L * *', '08:00', 'Inventur'],
    ['de', 'So wird die Kasse gezählt', '* * *', '08:00', 'So wird die Kasse gezählt'],
    ['es', 'L-V 07:00 desayuno', '* * 1-5', '07:00', 'desayuno'],
    ['es', 'Todos los lunes a las 8: pedido', '* * 1', '08:00', 'pedido'],
    ['es', 'Revisión diaria de extintores', '* * *', '08:00', 'Revisión diaria de extintores'],
    ['es', '8 de la tarde cerrar la piscina', '* * *', '20:00', 'cerrar la piscina'],
    ['fr', 'Tous les lundis à 8h commander le linge', '* * 1', '08:00', 'commander le linge'],
    ['fr', 'Du lundi au vendredi 7h30 : buffet', '* * 1-5', '07:30', 'buffet'],
    ['fr', 'Contrôle hebdomadaire des extincteurs', '* * 1', '08:00', 'Contrôle hebdomadaire des extincteurs'],
    ['it', 'Ogni lunedì alle 8 ordinare', '* * 1', '08:00', 'ordinare'],
    ['it', "L'ultimo giorno del mese inventario", 'L * *', '08:00', 'inventario'],
    ['pt', '2ª a 6ª 07:00 abrir', '* * 1-5', '07:00', 'abrir'],
    ['pt', 'Todas as segundas-feiras às 8h encomendar', '* * 1', '08:00', 'encomendar'],
    ['pl', 'pn-pt 7:00 śniadanie', '* * 1-5', '07:00', 'śniadanie'],
    ['pl', 'W poniedziałki o godz. 8 zamówić bieliznę', '* * 1', '08:00', 'zamówić bieliznę'],
    ['uk', 'Пн-Пт 07:00 сніданок', '* * 1-5', '07:00', 'сніданок'],
    ['uk', 'Щопонеділка о 8:00 білизна', '* * 1', '08:00', 'білизна'],
    ['tr', 'Hafta içi 08:00’de lobi', '* * 1-5', '08:00', 'lobi'],
    ['tr', 'Her ayın 15’i kira', '15 * *', '08:00', 'kira'],
    ['ar', 'كل يوم الساعة ٨ مساءً عد النقود', '* * *', '20:00', 'عد النقود'],
    ['ar', 'من الأحد إلى الخميس ٠٧:٠٠ الإفطار', '* * 0,1,2,3,4', '07:00', 'الإفطار'],
    ['ar', 'آخر يوم من الشهر جرد', 'L * *', '08:00', 'جرد'],
    // A day of the month at the beginning is no number of a list, and an hour is no day.
    ['pl', '15. każdego miesiąca o 9 faktury', '15 * *', '09:00', 'faktury'],
    ['de', '15. jedes Monats um 9 Uhr Rechnungen', '15 * *', '09:00', 'Rechnungen'],
    ['tr', 'Her ayın 15’inde saat 9 faturalar', '15 * *', '09:00', 'faturalar'],
    // A part of each day, and noon.
    ['en', 'Every noon check the pool', '* * *', '12:00', 'check the pool'],
    ['en', 'Every noon at 12:30 lunch', '* * *', '12:30', 'lunch'],
    ['en', 'Nightly at 23:00 round', '* * *', '23:00', 'round'],
    ['de', 'Jeden Mittag Pool prüfen', '* * *', '12:00', 'Pool prüfen'],
    ['de', 'Allabendlich um 10 Bar schließen', '* * *', '22:00', 'Bar schließen'],
    ['es', 'Cada mediodía revisar la piscina', '* * *', '12:00', 'revisar la piscina'],
    ['fr', 'Tous les midis vérifier la piscine', '* * *', '12:00', 'vérifier la piscine'],
    ['it', 'Ogni mezzogiorno controllare la piscina', '* * *', '12:00', 'controllare la piscina'],
    ['pt', 'Cada meio-dia verificar a piscina', '* * *', '12:00', 'verificar a piscina'],
    ['pl', 'Każdego wieczoru o 22:00 zamknąć bar', '* * *', '22:00', 'zamknąć bar'],
    ['pl', 'Każdej nocy o 2:00 obchód', '* * *', '02:00', 'obchód'],
    ['pl', 'Każdego popołudnia o 3 herbata', '* * *', '15:00', 'herbata'],
    ['pl', 'Co południe sprawdzić basen', '* * *', '12:00', 'sprawdzić basen'],
    ['uk', 'Щовечора о 22:00 закрити бар', '* * *', '22:00', 'закрити бар'],
    ['uk', 'Кожен ранок о 7 відкрити кухню', '* * *', '07:00', 'відкрити кухню'],
    ['uk', 'Щополудня перевірити басейн', '* * *', '12:00', 'перевірити басейн'],
    ['uk', 'Щовечора о 22 годині закрити бар', '* * *', '22:00', 'закрити бар'],
    ['tr', 'Her sabah 7’de mutfağı aç', '* * *', '07:00', 'mutfağı aç'],
    ['tr', 'Her öğlen havuzu kontrol et', '* * *', '12:00', 'havuzu kontrol et'],
    ['ar', 'كل ظهر فحص المسبح', '* * *', '12:00', 'فحص المسبح'],
    ['ar', 'كل عصر الساعة 3 شاي', '* * *', '15:00', 'شاي'],
  ])('%s, %s', (language, line, days, opensAt, title) => {
    expect(only(line, {}, namesIn(language))).toMatchObject({ days, opensAt, title })
  })

  test.each<[Language, string, string]>([
    ['de', 'täglich bis 22:00 Bar schließen', 'Bar schließen'],
    ['pl', 'Codziennie do 22:00 zamknąć bar', 'zamknąć bar'],
    ['uk', 'Щодня до 22:00 закрити бар', 'закрити бар'],
    ['tr', "Her gün 22:00'ye kadar barı kapat", 'barı kapat'],
  ])('until when it is due: %s, %s', (language, line, title) => {
    expect(only(line, {}, namesIn(language))).toMatchObject({
      ...{ days: '* * *', opensAt: '08:00', dueAfterMinutes: 14 * 60, title },
    })
  })

  test.each<[Language, string, string]>([
    ['de', '2x täglich Kühlschrank prüfen', '2x täglich'],
    ['de', '1x pro Schicht Toilette', '1x pro Schicht'],
    ['de', 'alle 2 Wochen Filter', 'alle 2 Wochen'],
    ['de', 'jeden ersten Montag im Monat Probe', 'jeden ersten Montag im Monat'],
    ['de', '24.12. Baum', '24.12.'],
    ['de', 'um 8, 12 und 16 Uhr Kühlschrank', 'um 8, 12 und 16 Uhr'],
    ['de', 'abends Bar schließen', 'abends'],
    ['en', 'Prepare the Monday meeting room', 'the Monday'],
    ['en', 'Call the 07:00 taxi', 'the 07:00'],
    ['fr', 'toutes les heures vérifier le hall', 'toutes les heures'],
    ['tr', '3 günde bir çiçekleri sula', '3 günde bir'],
    ['en', 'Half past seven coffee', 'Half past'],
  ])('what is not understood is marked, and nothing is guessed: %s, %s', (language, line, doubt) => {
    expect(only(line, {}, namesIn(language))).toEqual([
      `"${doubt}" may be a time, but Muster does not understand it here. Write it at the beginning, or keep the line as it is.`,
    ])
    const [{ key = '' } = {}] = read(line, {}, namesIn(language)).routines
    expect(
      pastedRoutines(line, defaults, namesIn(language), { ...asWritten, kept: new Set([key]) }).routines[0]?.routine,
    ).toMatchObject({
      days: '* * *',
      opensAt: '08:00',
      title: line,
    })
  })

  test.each([
    ['Open the kitchen 2v31mx0bf8o5', '08:00'],
    ['Walk the floors 171mx0bbz3h', '08:00'],
    ['Walk the floors ay1mx0bbzl8', '08:00'],
    ['Lamp fr12, key mo8uhr', '08:00'],
    ['14h30 Pump b2h', '14:30'],
    ['6.30 Lift l8', '06:30'],
  ])('a code is no time: %s', (line, opensAt) => {
    expect(only(line)).toMatchObject({ title: line.replace(/^[\d.h]+ /, ''), opensAt })
  })

  test('a day that a line leaves open is pointed out', () => {
    const notes = (line: string) => read(line, {}, namesIn('de')).routines[0]?.notes.map(plainEnglish)
    expect(notes('monatlich Filter')).toEqual(['"monatlich" does not say which day. Check the day that Muster took.'])
    expect(notes('monatlich am 15. Filter')).toEqual([])
    expect(notes('täglich Filter')).toEqual([])
  })

  test('the time until which something is done', () => {
    expect(only('Bis 10:00 Uhr Buffet abräumen', {}, namesIn('de'))).toMatchObject({
      opensAt: '08:00',
      dueAfterMinutes: 120,
      title: 'Buffet abräumen',
    })
    expect(only('Frühstück von 6 bis 10 Uhr', {}, namesIn('de'))).toMatchObject({
      opensAt: '06:00',
      dueAfterMinutes: 240,
    })
  })

  test('a line of days, or of a department without a colon, heads those below it', () => {
    const text =
      'Kitchen\n07:00 Fridge\n\nCAFÉ & BAR\nMontag:\n08:00 Ice\nTheke\nMi + Fr\n- 09:00 Gläser\n  - Spülen\n\nkitchen - täglich\nHerd'
    expect(
      read(text, { departmentId: null }, namesIn('de')).routines.map(
        ({ routine: each }) => each && [each.departmentId, each.days, each.opensAt, each.title],
      ),
    ).toEqual([
      [1, '* * *', '07:00', 'Fridge'],
      [2, '* * 1', '08:00', 'Ice'],
      [2, '* * 1', '08:00', 'Theke'],
      [2, '* * 3,5', '09:00', 'Gläser'],
      [1, '* * *', '08:00', 'Herd'],
    ])
  })

  test('what seems to head a part, and is no department, is marked', () => {
    const faults = (text: string) =>
      read(text).routines.map((line) => [line.entry.title, ...line.faults.map(plainEnglish)])
    expect(faults('Kitchen:\n07:00 Fridge\nReception:\n08:00 Till')).toEqual([
      ['Fridge'],
      ['Till', 'There is no department "Reception".'],
    ])
    expect(faults('Kitchen\n07:00 Fridge\n\nReception\n08:00 Till')).toEqual([
      ['Fridge'],
      [
        'Reception',
        '"Reception" may be a heading, but there is no such department. Correct it, or keep the line as it is.',
      ],
      ['Till'],
    ])
    expect(faults('Open the kitchen:\n- Fridge\n- Gas')).toEqual([['Open the kitchen:']])
  })

  test('cells of a table without headings', () => {
    expect(only('Café & Bar\tMo-Fr\t07:00\tEis holen', {}, namesIn('de'))).toMatchObject({
      ...{ departmentId: 2, days: '* * 1-5', opensAt: '07:00', title: 'Eis holen' },
    })
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
    expect(row('6', 'soon', '')).toEqual(['"6" is not a time of day. Write it as 06:00.'])
    expect(row('06:00', 'soon', 'later')).toEqual(['"soon" is not a time of day. Write it as 06:00.'])
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
    ['de', 'täglich', '* * *'],
    ['de', '1x im Quartal', '1 1,4,7,10 *'],
    ['de', 'letzter Tag im Monat', 'L * *'],
    ['en', 'L * *', 'L * *'],
    ['fr', 'du lundi au vendredi', '* * 1-5'],
    ['pl', 'codziennie', '* * *'],
    ['uk', 'щодня', '* * *'],
    ['tr', 'her gün', '* * *'],
  ] as const)('in %s comes on %s', (language, days, expected) => {
    expect(only(`title;days\nOpen;${days}`, {}, namesIn(language))).toMatchObject({ days: expected })
  })

  test('has headings in ten languages, and days and times in one cell', () => {
    const rows: [string, Language][] = [
      ['Aufgabe;Bereich;Wann\nEis;Café & Bar;Mo-Fr 07.00 Uhr', 'de'],
      ['Tarea;Departamento;Cuándo\nEis;Café & Bar;L-V 7:00', 'es'],
      ['Tâche;Service;Quand\nEis;Café & Bar;lun-ven 7h', 'fr'],
      ['Attività;Reparto;Quando\nEis;Café & Bar;lun-ven ore 7', 'it'],
      ['Tarefa;Departamento;Quando\nEis;Café & Bar;seg-sex 7h', 'pt'],
      ['Zadanie;Dział;Kiedy\nEis;Café & Bar;pn-pt 7:00', 'pl'],
      ['Завдання;Відділ;Коли\nEis;Café & Bar;пн-пт 7:00', 'uk'],
      ['Görev;Bölüm;Ne zaman\nEis;Café & Bar;Pzt-Cum 07:00', 'tr'],
      ['المهمة;القسم;متى\nEis;Café & Bar;الاثنين - الجمعة 07:00', 'ar'],
    ]
    for (const [text, language] of rows)
      expect(only(text, {}, namesIn(language)), text).toMatchObject({
        title: 'Eis',
        departmentId: 2,
        days: '* * 1-5',
        opensAt: '07:00',
      })
  })

  test.each([
    ['whenever', '"whenever" names no days. Write them as Mon, Wed, or as a rule such as * * 1-5.'],
    ['32 * *', 'Day: 32 is not between 1 and 31'],
    ['31 2 *', 'Day: None of these months has this day'],
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

describe('in the preview', () => {
  const text = 'title;department;days;opens\nIce;Kitchens;whenever;25:99\nCups;Kitchens;;07:00'

  test('a department is said once for all lines that name it', () => {
    expect(read(text).unknownDepartments).toEqual(['Kitchens'])
    const { routines } = pastedRoutines(text, defaults, namesIn(), { ...asWritten, meant: new Map([['kitchens', 2]]) })
    expect(routines[1]?.routine).toMatchObject({ title: 'Cups', departmentId: 2 })
    expect(routines[0]?.faults).toHaveLength(2)
  })

  test('a line is corrected where it stands', () => {
    const key = read(text).routines[0]?.key ?? ''
    const correction = { title: 'Ice', department: 'Kitchen', days: 'Mon, Wed', opens: '6:30', due: '', closes: '' }
    const { routines } = pastedRoutines(text, defaults, namesIn(), {
      ...asWritten,
      corrections: new Map([[key, correction]]),
    })
    expect(routines[0]).toMatchObject({ key, faults: [], routine: { days: '* * 1,3', opensAt: '06:30' } })
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
    const time = processorTimeOf(() => {
      const list = read(text)
      expect(list.count).toBe(count)
      expect(list.routines).toHaveLength(Math.min(count, MAX_ROUTINES_PER_CALL))
    })
    expect(time).toBeLessThan(10_000)
  })
})
