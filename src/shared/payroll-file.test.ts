import { describe, expect, test } from 'vitest'
import { diceOf } from '../../sample/story.ts'
import { PayrollFile } from './payroll.ts'
import {
  defaultPayrollFile,
  payrollFileWriter,
  payrollPresetNames,
  payrollPresetOf,
  payrollPresets,
} from './payroll-file.ts'

const line = (date: string, code: string, minutes: number, values = {}) => ({
  ...{ firstName: 'Uli', lastName: 'Brandt', personnelNumber: '00417', department: 'Housekeeping', wageType: 'Work' },
  ...{ periodStart: `${date.slice(0, 7)}-01`, periodEnd: `${date.slice(0, 7)}-30` },
  ...{ date, code, minutes, ...values },
})
const november = { period: '2026-11-01' }
const textOf = (file: PayrollFile, ...people: ReturnType<typeof line>[][]) => {
  const writer = payrollFileWriter(file, november)
  return writer.head() + people.flatMap((lines) => writer.person(lines)).join('')
}
/** A file with these columns alone, without a head. */
const only = (...fields: PayrollFile['columns'][number]['field'][]): PayrollFile => ({
  ...defaultPayrollFile,
  ...{ columns: fields.map((field) => ({ field, heading: field })), head: 'none' },
})

test('hours are rounded cumulatively within the person and the wage type', () => {
  const days = ['2026-11-02', '2026-11-03', '2026-11-04']
  const lines = days.flatMap((day) => [line(day, '100', 20), line(day, 'N', 10)])
  expect(textOf(only('code', 'hours'), lines, lines).split('\r\n')).toEqual([
    ...['100,0.33', 'N,0.17', '100,0.34', 'N,0.16', '100,0.33', 'N,0.17'],
    ...['100,0.33', 'N,0.17', '100,0.34', 'N,0.16', '100,0.33', 'N,0.17', ''],
  ])
})

test('what is taken back has the hours that were given', () => {
  const lines = [20, 20, 20, -20, -30, -7].map((minutes, at) => line(`2026-11-0${at + 1}`, '100', minutes))
  expect(textOf(only('hours'), lines).split('\r\n')).toEqual(['0.33', '0.34', '0.33', '-0.33', '-0.50', '-0.12', ''])
  expect(textOf(only('hours'), [line('2026-11-02', '100', -30)])).toBe('-0.50\r\n')
  expect(textOf(only('minutes'), [line('2026-11-02', '100', -30)])).toBe('-30\r\n')
})

test('random hours add up to the rounded sum', () => {
  const dice = diceOf(7)
  for (let round = 0; round < 200; round += 1) {
    const minutes = Array.from({ length: 31 }, () => Math.floor(dice.between(-600, 700)) || 1)
    const lines = minutes.map((count) => line('2026-11-02', '100', count))
    const hundredths = textOf(only('hours'), lines)
      .trim()
      .split('\r\n')
      .map((hours) => Math.round(Number(hours) * 100))
    const total = minutes.reduce((sum, count) => sum + count, 0)
    expect(hundredths.reduce((sum, count) => sum + count, 0)).toBe(Math.sign(total) * Math.round(Math.abs(total) / 0.6))
  }
})

test('texts are guarded against formulas, numbers never', () => {
  const evil = { firstName: '=cmd|x', lastName: '@sum', personnelNumber: '-5', wageType: '+1', department: null }
  const file = only('firstName', 'lastName', 'personnelNumber', 'code', 'wageType', 'department', 'hours')
  expect(textOf(file, [line('2026-11-02', '-7', -30, evil)])).toBe("'=cmd|x,'@sum,'-5,'-7,'+1,,-0.50\r\n")
  const constant = {
    ...file,
    columns: [{ field: 'text' as const, heading: '=A1', text: '=A1' }],
    head: 'headings' as const,
  }
  expect(textOf(constant, [line('2026-11-02', '100', 60)])).toBe("'=A1\r\n'=A1\r\n")
})

test('cells have quotes only where the delimiter would divide them', () => {
  const names = { firstName: 'Anna, "Ann"', lastName: 'O;K' }
  const of = (values: Partial<PayrollFile>) =>
    textOf({ ...only('firstName', 'lastName', 'hours'), ...values }, [line('2026-11-02', '100', 90, names)])
  expect(of({})).toBe('"Anna, ""Ann""",O;K,1.50\r\n')
  expect(of({ delimiter: 'semicolon', decimal: ',' })).toBe('"Anna, ""Ann""";"O;K";1,50\r\n')
  expect(of({ delimiter: 'comma', decimal: ',' })).toBe('"Anna, ""Ann""",O;K,"1,50"\r\n')
  expect(of({ delimiter: 'tab' })).toBe('"Anna, ""Ann"""\tO;K\t1.50\r\n')
})

test.each([
  ['yyyy-mm-dd', '2026-11-02'],
  ['dd.mm.yyyy', '02.11.2026'],
  ['dd/mm/yyyy', '02/11/2026'],
  ['mm/dd/yyyy', '11/02/2026'],
  ['ddmmyyyy', '02112026'],
  ['yyyymmdd', '20261102'],
] as const)('a date in the form %s is %s', (dateForm, text) => {
  const file = { ...only('date'), dateForm }
  expect(textOf(file, [line('2026-11-02', '100', 60)])).toBe(`${text}\r\n`)
})

describe('grouped', () => {
  const lines = [
    line('2026-10-30', '100', -30, { periodStart: '2026-10-26' }),
    line('2026-11-01', '100', 480, { periodStart: '2026-10-26' }),
    line('2026-11-02', 'N', 60, { periodStart: '2026-11-02' }),
    line('2026-11-02', '100', 480, { periodStart: '2026-11-02' }),
    line('2026-11-03', 'N', -60, { periodStart: '2026-11-02' }),
  ]
  const of = (grouping: PayrollFile['grouping']) =>
    textOf({ ...only('date', 'code', 'hours'), grouping }, lines)
      .trim()
      .split('\r\n')

  test('by calendar month, corrections of the month before stay with their month', () => {
    expect(of('month')).toEqual(['2026-10-01,100,-0.50', '2026-11-01,100,16.00'])
  })

  test('by pay period', () => {
    expect(of('period')).toEqual(['2026-10-26,100,7.50', '2026-11-02,100,8.00'])
  })
})

describe('the preset', () => {
  const lines = [line('2026-11-02', '100', 480), line('2026-11-03', '100', 450), line('2026-11-03', '25', 90)]
  const of = (name: keyof typeof payrollPresets) =>
    textOf({ ...payrollPresets[name], consultantNumber: '1234567', clientNumber: '12345' }, lines).split('\r\n')

  test('generic', () => {
    expect(of('generic')).toEqual([
      'Personnel number,Last name,First name,Date,Wage type,Name of the wage type,Hours',
      '00417,Brandt,Uli,2026-11-02,100,Work,8.00',
      '00417,Brandt,Uli,2026-11-03,100,Work,7.50',
      '00417,Brandt,Uli,2026-11-03,25,Work,1.50',
      '',
    ])
  })

  test('DATEV Lohn und Gehalt', () => {
    expect(of('datev-lug')).toEqual([
      '1234567;12345;11/2026',
      '00417;02.11.2026;;100;8,00;;;;;;',
      '00417;03.11.2026;;100;7,50;;;;;;',
      '00417;03.11.2026;;25;1,50;;;;;;',
      '',
    ])
  })

  test('DATEV LODAS', () => {
    expect(of('datev-lodas')).toEqual([
      ...['[Allgemein]', 'Ziel=LODAS', 'Version_SST=1.0', 'BeraterNr=1234567', 'MandantenNr=12345'],
      ...['Datumsformat=TT.MM.JJJJ', 'Feldtrennzeichen=;', 'Zahlenkomma=,', ''],
      '[Satzbeschreibung]',
      '1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;pnr#bwd;',
      '',
      '[Bewegungsdaten]',
      '1;01.11.2026;15,50;1;100;00417;',
      '1;01.11.2026;1,50;1;25;00417;',
      '',
    ])
  })

  test('Sage', () => {
    expect(of('sage')).toEqual(['2,00417,100,,,15.50', '2,00417,25,,,1.50', ''])
  })

  test('Xero', () => {
    expect(of('xero')).toEqual([
      'first_name,last_name,date,hours,type',
      'Uli,Brandt,02/11/2026,8.00,Work',
      'Uli,Brandt,03/11/2026,7.50,Work',
      'Uli,Brandt,03/11/2026,1.50,Work',
      '',
    ])
  })

  test.each(payrollPresetNames)('%s is a valid file, and is known again, also with numbers of DATEV', (name) => {
    const file = payrollPresets[name]
    expect(PayrollFile.safeParse(file).success).toBe(true)
    expect(payrollPresetOf(structuredClone({ ...file, clientNumber: '7' }) as PayrollFile)).toBe(name)
    expect(payrollPresetOf({ ...file, grouping: file.grouping === 'day' ? 'month' : 'day' })).not.toBe(name)
  })
})
