import { describe, expect, test } from 'vitest'
import { isIcal, MAX_HOLIDAYS_TEXT, readIcalHolidays, readPastedHolidays } from './read-holidays.ts'

describe('a pasted list', () => {
  test.each([
    ['2027-01-01 New Year', false, '2027-01-01 New Year'],
    ['1.1.2027 Neujahr', false, '2027-01-01 Neujahr'],
    ['06.01.2027\tHeilige Drei Könige', false, '2027-01-06 Heilige Drei Könige'],
    ['6/1/2027; Epiphany', false, '2027-01-06 Epiphany'],
    ['1/6/2027, Epiphany', true, '2027-01-06 Epiphany'],
    ['2027-05-01: Labour Day', true, '2027-05-01 Labour Day'],
    ['25.12.2027 – Christmas Day', true, '2027-12-25 Christmas Day'],
    ['2028-02-29 Leap Day', false, '2028-02-29 Leap Day'],
  ])('"%s" is understood', (line, isMonthFirst, holiday) => {
    const { holidays, notUnderstood } = readPastedHolidays(line, isMonthFirst)
    expect(holidays.map(({ date, name }) => `${date} ${name}`)).toEqual([holiday])
    expect(notUnderstood).toEqual([])
  })

  test.each([
    ['New Year'],
    ['2027-02-29 No such day'],
    ['2027-13-01 No such month'],
    ['1.1.27 Neujahr'],
    ['2027-01-01'],
    ['2027-01-01 –'],
    [`2027-01-01 ${'x'.repeat(101)}`],
    ['0027-01-01 Long ago'],
  ])('"%s" is named as not understood', (line) => {
    expect(readPastedHolidays(line, false)).toEqual({ holidays: [], notUnderstood: [line] })
  })

  test('is sorted, has each day once, and leaves out empty lines', () => {
    const text = '\r\n2027-05-01 Labour Day\r\n\r\n2027-01-01 New Year\n2027-05-01 May Day\nHolidays of 2027\n'
    expect(readPastedHolidays(text, false)).toEqual({
      holidays: [
        { date: '2027-01-01', name: 'New Year' },
        { date: '2027-05-01', name: 'Labour Day' },
      ],
      notUnderstood: ['Holidays of 2027'],
    })
  })
})

const calendar = (...events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN'],
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

describe('an iCal file', () => {
  test('gives its all-day events', () => {
    const text = calendar(
      ['UID:1', 'DTSTART;VALUE=DATE:20270506', 'DTEND;VALUE=DATE:20270507', 'SUMMARY;LANGUAGE=de:Christi Himmelfahrt'],
      ['DTSTART:20270101', 'SUMMARY:New Year\\, the first\\; really \\\\ yes'],
      ['DTSTART;X="a:b";VALUE=DATE:20270326', 'SUMMARY:Good', '  Friday'],
      ['dtstart;value=date:20271225', 'dtend;value=date:20271227', 'summary:Christmas'],
    )
    expect(isIcal(`\uFEFF${text}`)).toBe(true)
    expect(readIcalHolidays(text)).toEqual({
      holidays: [
        { date: '2027-01-01', name: 'New Year, the first; really \\ yes' },
        { date: '2027-03-26', name: 'Good Friday' },
        { date: '2027-05-06', name: 'Christi Himmelfahrt' },
        { date: '2027-12-25', name: 'Christmas' },
        { date: '2027-12-26', name: 'Christmas' },
      ],
      notUnderstood: [],
    })
  })

  test.each([
    ['has a time', ['DTSTART:20270101T090000Z', 'SUMMARY:Meeting'], '20270101T090000Z Meeting'],
    ['repeats by a rule', ['DTSTART:20270101', 'RRULE:FREQ=YEARLY', 'SUMMARY:New Year'], '20270101 New Year'],
    ['was cancelled', ['DTSTART:20270101', 'STATUS:CANCELLED', 'SUMMARY:New Year'], '20270101 New Year'],
    ['has no name', ['DTSTART:20270101'], '20270101'],
    ['has no day', ['SUMMARY:New Year'], 'New Year'],
    ['is on no day of the calendar', ['DTSTART:20270230', 'SUMMARY:Never'], '20270230 Never'],
    ['is a season', ['DTSTART:20270701', 'DTEND:20270901', 'SUMMARY:Summer'], '20270701 Summer'],
    ['has nothing', [], 'VEVENT'],
  ])('names an event that %s', (_, lines, named) => {
    expect(readIcalHolidays(calendar(lines))).toEqual({ holidays: [], notUnderstood: [named] })
  })

  test('reads what an alarm within an event says as no part of it', () => {
    const alarm = ['BEGIN:VALARM', 'SUMMARY:Wake up', 'END:VALARM']
    const { holidays } = readIcalHolidays(calendar(['DTSTART:20270101', ...alarm, 'SUMMARY:New Year']))
    expect(holidays).toEqual([{ date: '2027-01-01', name: 'New Year' }])
  })

  test.each([
    ['nothing', ''],
    ['no end', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20270101\nSUMMARY:Open'],
    ['only beginnings', 'BEGIN:VEVENT\n'.repeat(80_000)],
    ['only ends', 'END:VEVENT\n'.repeat(80_000)],
    ['one line', 'x'.repeat(MAX_HOLIDAYS_TEXT * 2)],
    ['one folded line', `SUMMARY:${'\n a'.repeat(300_000)}`],
    ['only quotes', `DTSTART${';"'.repeat(400_000)}`],
    ['only backslashes', calendar(['DTSTART:20270101T', `SUMMARY:${'\\'.repeat(900_000)}`])],
    ['only dots and dashes', `2027-01-01${' -'.repeat(400_000)}`],
  ])('of %s ends at once, with no holidays', (_, text) => {
    expect(readIcalHolidays(text).holidays).toEqual([])
    expect(readPastedHolidays(text, false).holidays).toEqual([])
  })
})
