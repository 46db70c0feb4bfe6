import { guardedText } from './csv.ts'
import type { PayrollColumn, PayrollField, PayrollFile, PayrollLine } from './payroll.ts'

/** The file of a payroll run as text, and the presets of payroll programs: pure, for the server and the preview. */

const column = (field: PayrollField, heading: string): PayrollColumn => ({ field, heading })
const constant = (text: string, heading = ''): PayrollColumn => ({ field: 'text', heading, text })

const generic: PayrollFile = {
  columns: [
    column('personnelNumber', 'Personnel number'),
    column('lastName', 'Last name'),
    column('firstName', 'First name'),
    column('date', 'Date'),
    column('code', 'Wage type'),
    column('wageType', 'Name of the wage type'),
    column('hours', 'Hours'),
  ],
  ...{ delimiter: 'comma', decimal: '.', dateForm: 'yyyy-mm-dd', encoding: 'utf-8-bom', grouping: 'day' },
  ...{ head: 'headings', consultantNumber: '', clientNumber: '' },
}

const datev = {
  ...generic,
  delimiter: 'semicolon',
  decimal: ',',
  dateForm: 'dd.mm.yyyy',
  encoding: 'windows-1252',
} as const

/** `docs/payroll.md` says what was looked up about each, and where. */
export const payrollPresets = {
  generic,
  'datev-lug': {
    ...datev,
    columns: [
      column('personnelNumber', 'Personalnummer'),
      column('date', 'Kalendertag'),
      constant('', 'Ausfallschlüssel'),
      column('code', 'Lohnartennummer'),
      column('hours', 'Stundenanzahl'),
      constant('', 'Tagesanzahl'),
      constant('', 'Wert'),
      constant('', 'Abweichender Faktor'),
      constant('', 'Abweichende Lohnveränderung'),
      constant('', 'Kostenstellennummer'),
      constant('', 'Kostenträger'),
    ],
    head: 'datev-lug',
  },
  'datev-lodas': {
    ...datev,
    columns: [
      constant('1'),
      column('date', 'abrechnung_zeitraum#bwd'),
      column('hours', 'bs_wert_butab#bwd'),
      constant('1', 'bs_nr#bwd'),
      column('code', 'la_eigene#bwd'),
      column('personnelNumber', 'pnr#bwd'),
    ],
    grouping: 'month',
    head: 'datev-lodas',
  },
  sage: {
    ...generic,
    columns: [
      constant('2', 'Type'),
      column('personnelNumber', 'Employee number'),
      column('code', 'Payment number'),
      constant('', 'Department'),
      constant('', 'Cost centre'),
      column('hours', 'Hours'),
    ],
    ...{ encoding: 'utf-8', grouping: 'period', head: 'none' },
  },
  xero: {
    ...generic,
    columns: [
      column('firstName', 'first_name'),
      column('lastName', 'last_name'),
      column('date', 'date'),
      column('hours', 'hours'),
      column('wageType', 'type'),
    ],
    ...{ dateForm: 'dd/mm/yyyy', encoding: 'utf-8' },
  },
} as const satisfies Record<string, PayrollFile>
export type PayrollPreset = keyof typeof payrollPresets
export const payrollPresetNames = Object.keys(payrollPresets) as PayrollPreset[]

/** The file of a deployment that has chosen none. */
export const defaultPayrollFile: PayrollFile = generic

/** The preset with exactly this file, apart from the numbers of DATEV; null if somebody has changed a value. */
export const payrollPresetOf = (file: PayrollFile): PayrollPreset | null => {
  const valuesOf = ({ columns, ...rest }: PayrollFile) =>
    JSON.stringify([
      columns.map(({ field, heading, text = '' }) => [field, heading, text]),
      [rest.delimiter, rest.decimal, rest.dateForm, rest.encoding, rest.grouping, rest.head],
    ])
  return payrollPresetNames.find((name) => valuesOf(payrollPresets[name]) === valuesOf(file)) ?? null
}

const signs = { comma: ',', semicolon: ';', tab: '\t' } as const
const LINE_END = '\r\n'

/** A cell with quotes only where the delimiter would divide it: payroll programs read numbers without quotes. */
const cell = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A date "2026-11-20" in the form of the file. */
function dateText(date: string, form: PayrollFile['dateForm']) {
  const [year = '', month = '', day = ''] = date.split('-')
  return form.replace('yyyy', year).replace('mm', month).replace('dd', day)
}

/** Hundredths of an hour, rounded half away from zero, so that what is taken back is what was given. */
const hundredths = (minutes: number) => Math.sign(minutes) * Math.round((Math.abs(minutes) * 100) / 60)

/** "-0.50": hundredths as a number with two decimals. */
function decimalText(value: number, sign: string) {
  const text = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${text.slice(0, -2)}${sign}${text.slice(-2)}`
}

interface Period {
  /** The first day of the pay period of the run. */
  period: string
}
type Line = Omit<PayrollLine, 'userId' | 'isCorrection'>

/**
 * Makes the text of a file: what stands above the lines, and the lines of one person. Hours are rounded cumulatively
 * within the person and the wage type: 20, 20 and 20 minutes are 0.33, 0.34 and 0.33, and the sum is right.
 */
export function payrollFileWriter(file: PayrollFile, run: Period) {
  const delimiter = signs[file.delimiter]
  // LODAS ends each field with the sign, the last one too.
  const isClosed = file.head === 'datev-lodas'
  const lineOf = (cells: string[]) => cells.join(delimiter) + (isClosed ? delimiter : '') + LINE_END
  const textOf = (text: string) => cell(guardedText(text), delimiter)
  return {
    head: () => headOf(file, run, { lineOf, textOf, delimiter }),
    /** The lines of one person's lines, which come by day. */
    person: (lines: readonly Line[]) => {
      const sums = new Map<string, number>()
      return grouped(lines, file.grouping).map((line) => {
        const before = sums.get(line.code) ?? 0
        sums.set(line.code, before + line.minutes)
        const values: Record<Exclude<PayrollField, 'text'>, string> = {
          personnelNumber: textOf(line.personnelNumber),
          name: textOf(`${line.firstName} ${line.lastName}`),
          firstName: textOf(line.firstName),
          lastName: textOf(line.lastName),
          department: textOf(line.department ?? ''),
          date: cell(dateText(line.date, file.dateForm), delimiter),
          periodStart: cell(dateText(line.periodStart, file.dateForm), delimiter),
          periodEnd: cell(dateText(line.periodEnd, file.dateForm), delimiter),
          code: textOf(line.code),
          wageType: textOf(line.wageType),
          hours: cell(decimalText(hundredths(before + line.minutes) - hundredths(before), file.decimal), delimiter),
          minutes: String(line.minutes),
        }
        return lineOf(file.columns.map(({ field, text = '' }) => (field === 'text' ? textOf(text) : values[field])))
      })
    },
  }
}

/** Sums of lines that belong together, in the order of their dates. A sum of zero is left out. */
function grouped(lines: readonly Line[], grouping: PayrollFile['grouping']): Line[] {
  if (grouping === 'day') return [...lines]
  const sums = new Map<string, Line>()
  for (const line of lines) {
    const date = grouping === 'month' ? `${line.date.slice(0, 7)}-01` : line.periodStart
    const key = `${date} ${line.code}`
    sums.set(key, { ...line, date, minutes: (sums.get(key)?.minutes ?? 0) + line.minutes })
  }
  const order = ({ date, code }: Line) => `${date} ${code}`
  return [...sums.values()].filter(({ minutes }) => minutes !== 0).sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

interface Writing {
  lineOf: (cells: string[]) => string
  textOf: (text: string) => string
  delimiter: string
}

function headOf(file: PayrollFile, { period }: Period, { lineOf, textOf, delimiter }: Writing): string {
  const { columns, consultantNumber, clientNumber } = file
  const headings = columns.map(({ heading }) => textOf(heading))
  switch (file.head) {
    case 'none':
      return ''
    case 'headings':
      return lineOf(headings)
    case 'datev-lug': {
      const [year = '', month = ''] = period.split('-')
      return lineOf([consultantNumber, clientNumber, `${month}/${year}`])
    }
    case 'datev-lodas': {
      const [record, ...names] = columns
      return [
        '[Allgemein]',
        'Ziel=LODAS',
        'Version_SST=1.0',
        `BeraterNr=${consultantNumber}`,
        `MandantenNr=${clientNumber}`,
        `Datumsformat=${file.dateForm.replace('dd', 'TT').replace('mm', 'MM').replace('yyyy', 'JJJJ')}`,
        `Feldtrennzeichen=${delimiter}`,
        `Zahlenkomma=${file.decimal}`,
        '',
        '[Satzbeschreibung]',
        lineOf([record?.text ?? '', 'u_lod_bwd_buchung_standard', ...names.map(({ heading }) => textOf(heading))]),
        '[Bewegungsdaten]',
        '',
      ].join(LINE_END)
    }
  }
}
