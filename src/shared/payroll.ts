import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id, instant, oneOf, page, pathId, replyInstant, text, userId } from './fields.ts'
import { type WageSource, wageSources } from './wage-types.ts'
import { english } from './words/message.ts'

/** Payroll: runs, whose lines never change, and the file that a payroll program reads. */

/** Columns of the file. */
export const MAX_PAYROLL_COLUMNS = 20
/** Characters of a heading, or of a text that is the same in each line. */
export const MAX_PAYROLL_TEXT = 60

/** The values that a column can have. `text` is the same in each line, or nothing. */
export const payrollFields = [
  ...(['personnelNumber', 'name', 'firstName', 'lastName', 'department'] as const),
  ...(['date', 'periodStart', 'periodEnd', 'code', 'wageType', 'hours', 'minutes', 'text'] as const),
] as const
export type PayrollField = (typeof payrollFields)[number]

export const delimiters = ['comma', 'semicolon', 'tab'] as const
export const decimalSigns = ['.', ','] as const
export const dateForms = ['yyyy-mm-dd', 'dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy', 'ddmmyyyy', 'yyyymmdd'] as const
export const encodings = ['utf-8', 'utf-8-bom', 'windows-1252'] as const
/**
 * A line for each day, or the sum of a calendar month or of a pay period. A sum has the first day of its month or pay
 * period as its date.
 */
export const groupings = ['day', 'month', 'period'] as const
/** Above the lines stand the headings, nothing, or the beginning that one of DATEV's programs expects. */
export const fileHeads = ['headings', 'none', 'datev-lug', 'datev-lodas'] as const

const digits = text(10).check(z.regex(/^\d*$/, english('Enter digits')))

export const PayrollColumn = z.strictObject({
  field: oneOf(payrollFields),
  heading: text(MAX_PAYROLL_TEXT),
  /** Only of the field `text`. */
  text: z.optional(text(MAX_PAYROLL_TEXT)),
})
export type PayrollColumn = z.output<typeof PayrollColumn>

const fileFields = {
  columns: z
    .array(PayrollColumn)
    .check(
      z.minLength(1, english('At least one column')),
      z.maxLength(
        MAX_PAYROLL_COLUMNS,
        english('{max, plural, one {At most # column} other {At most # columns}}', { max: MAX_PAYROLL_COLUMNS }),
      ),
    ),
  delimiter: oneOf(delimiters),
  decimal: oneOf(decimalSigns),
  dateForm: oneOf(dateForms),
  encoding: oneOf(encodings),
  grouping: oneOf(groupings),
  head: oneOf(fileHeads),
  /** The numbers by which DATEV knows the tax consultant and the client. */
  consultantNumber: digits,
  clientNumber: digits,
}
/** How the file of a run is written. */
export const PayrollFile = z.strictObject(fileFields)
export type PayrollFile = z.output<typeof PayrollFile>

const StoredPayrollFile = z.object({
  ...fileFields,
  /** When it was last changed: the version of the setting; null if nobody has changed it. */
  updatedAt: z.nullable(replyInstant),
})
export type StoredPayrollFile = z.output<typeof StoredPayrollFile>

const Name = z.object({ firstName: z.string(), lastName: z.string() })

export const PayrollRun = z.object({
  id,
  /** The first and the last day of the pay period. */
  period: z.string(),
  periodEnd: z.string(),
  /** How many people have lines, and how many lines there are, corrections of earlier runs included. */
  people: z.int(),
  lines: z.int(),
  corrections: z.int(),
  /** The paid minutes, without wage types that come on top. May be below zero. */
  minutes: z.int(),
  createdAt: replyInstant,
  createdBy: Name,
})
export type PayrollRun = z.output<typeof PayrollRun>

/** A line: the minutes of one person, day and wage type. */
export const PayrollLine = z.object({
  ...Name.shape,
  userId,
  personnelNumber: z.string(),
  department: z.nullable(z.string()),
  /** The first and the last day of the pay period of its date. */
  periodStart: z.string(),
  periodEnd: z.string(),
  date: z.string(),
  code: z.string(),
  wageType: z.string(),
  /** Below zero for a correction that takes minutes back. */
  minutes: z.int(),
  /** Whether an earlier run had the person's hours of this pay period already. */
  isCorrection: z.boolean(),
})
export type PayrollLine = z.output<typeof PayrollLine>

/** The faults for which a run is not made. */
export const payrollFaults = ['not_approved', 'personnel_number_missing', 'wage_type_missing'] as const
export type PayrollFault = (typeof payrollFaults)[number]
/** So many people are named of each. */
export const MAX_NAMED_PEOPLE = 100

const runFigures = PayrollRun.shape
/** A run as it would be made now. */
export const PayrollCheck = z.object({
  ...{ period: runFigures.period, periodEnd: runFigures.periodEnd, people: runFigures.people },
  ...{ lines: runFigures.lines, corrections: runFigures.corrections, minutes: runFigures.minutes },
  /** Whether the pay period is over. */
  isOver: z.boolean(),
  faults: z.array(
    z.object({
      code: z.enum(payrollFaults),
      count: z.int(),
      people: z.array(z.object({ id: userId, ...Name.shape })),
    }),
  ),
})
export type PayrollCheck = z.output<typeof PayrollCheck>

/** The sums of one person in a run, by wage type. */
const PayrollSum = z.object({
  userId,
  ...Name.shape,
  personnelNumber: z.string(),
  periodStart: z.string(),
  isCorrection: z.boolean(),
  sums: z.array(z.object({ code: z.string(), minutes: z.int() })),
})
export type PayrollSum = z.output<typeof PayrollSum>

/** People of one page of a run. */
export const MAX_PAYROLL_PEOPLE = 100

/** A wage type in a run, as it was then. `isBase`: it counts all minutes of its source. */
export interface ExportedWageType {
  code: string
  name: string
  source: WageSource
  isBase: boolean
}

/** A pay period that is over, latest first. */
const PayrollPeriod = z.object({ period: z.string(), periodEnd: z.string(), hasRun: z.boolean() })
export type PayrollPeriod = z.output<typeof PayrollPeriod>

const params = { id: pathId }
const period = { period: date }

export const payrollApi = {
  runs: endpoint({
    method: 'GET',
    path: '/payroll/runs',
    summary: 'Payroll runs, newest first, and the last pay periods that are over',
    allow: 'payroll:manage',
    query: z.strictObject(page),
    reply: z.object({ runs: z.array(PayrollRun), periods: z.array(PayrollPeriod) }),
    reads: ['payroll', 'users', 'organisation'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/payroll/runs/check',
    summary: 'What a run for the pay period with this first day would have now, and what keeps it from being made',
    allow: 'payroll:manage',
    query: z.strictObject(period),
    reply: PayrollCheck,
    reads: ['payroll', 'hours', 'clock', 'contracts', 'holidays', 'users', 'organisation'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/payroll/runs',
    summary:
      'Make a run for the pay period with this first day: lines that never change, and corrections of what earlier runs had; 409 `period_runs`, `not_approved`, `personnel_number_missing` or `wage_type_missing` with `issues` that name people, or `nothing_to_export`',
    allow: 'payroll:export',
    proof: true,
    limit: 'payroll',
    body: z.strictObject(period),
    reply: PayrollRun,
    status: 201,
    changes: ['payroll'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/payroll/runs/:id',
    summary: 'A run with the sums of its people by wage type, by name',
    allow: 'payroll:manage',
    params,
    query: z.strictObject(page),
    reply: z.object({
      run: PayrollRun,
      wageTypes: z.array(z.object({ code: z.string(), name: z.string(), source: z.enum(wageSources) })),
      people: z.array(PayrollSum),
    }),
    reads: ['payroll', 'users'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/payroll/runs/:id/file',
    summary: 'The file of a run for a payroll program, as the settings say',
    allow: 'payroll:export',
    proof: true,
    auditAction: 'payroll-run.export',
    params,
    download: 'payroll',
  }),
  sample: endpoint({
    method: 'GET',
    path: '/payroll/sample',
    summary: 'Lines of the first people of the latest run, to try settings of the file on; none before the first run',
    allow: 'payroll:manage',
    reply: z.object({
      run: z.nullable(z.object({ period: z.string(), periodEnd: z.string() })),
      lines: z.array(PayrollLine),
    }),
    reads: ['payroll', 'users'],
  }),
  fileSettings: endpoint({
    method: 'GET',
    path: '/payroll/file-settings',
    summary: 'How the file of a run is written',
    allow: 'payroll:manage',
    reply: StoredPayrollFile,
    reads: ['payroll'],
  }),
  updateFileSettings: endpoint({
    method: 'PUT',
    path: '/payroll/file-settings',
    summary: 'Set how the file of a run is written; 409 if somebody has changed it since `updatedAt`',
    allow: 'payroll:manage',
    body: z.strictObject({ ...fileFields, updatedAt: z.optional(z.nullable(instant)) }),
    reply: StoredPayrollFile,
    changes: ['payroll'],
  }),
}
