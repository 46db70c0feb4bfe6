import type { PayrollField, PayrollFile } from '../../shared/payroll.ts'
import type { PayrollPreset } from '../../shared/payroll-file.ts'
import { type Message, msg } from '../../shared/words/message.ts'

/** The words of the file for the payroll program. Names of programs, signs and forms of dates stay as they are. */

export const presetLabels: Record<PayrollPreset, Message> = {
  generic: msg('Any program (CSV)'),
  'datev-lug': msg('DATEV Lohn und Gehalt'),
  'datev-lodas': msg('DATEV LODAS'),
  sage: msg('Sage Payroll'),
  xero: msg('Xero'),
}

export const fieldLabels: Record<PayrollField, Message> = {
  personnelNumber: msg('Personnel number'),
  name: msg('Full name'),
  firstName: msg('First name'),
  lastName: msg('Last name'),
  department: msg('Department'),
  date: msg('Date'),
  periodStart: msg('Beginning of the pay period'),
  periodEnd: msg('End of the pay period'),
  code: msg('Code of the wage type'),
  wageType: msg('Name of the wage type'),
  hours: msg('Hours, with two decimals'),
  minutes: msg('Minutes'),
  text: msg('The same text in each line'),
}

export const delimiterLabels: Record<PayrollFile['delimiter'], Message> = {
  comma: msg('Comma'),
  semicolon: msg('Semicolon'),
  tab: msg('Tab ##the sign'),
}

export const encodingLabels: Record<PayrollFile['encoding'], Message> = {
  'utf-8': msg('UTF-8'),
  'utf-8-bom': msg('UTF-8 for Excel (with a mark at the beginning)'),
  'windows-1252': msg('Windows-1252 (ANSI)'),
}

export const groupingLabels: Record<PayrollFile['grouping'], Message> = {
  day: msg('Each day'),
  month: msg('The sum of each calendar month'),
  period: msg('The sum of each pay period'),
}

export const headLabels: Record<PayrollFile['head'], Message> = {
  headings: msg('The headings of the columns'),
  none: msg('Nothing'),
  'datev-lug': msg('The first line of DATEV Lohn und Gehalt'),
  'datev-lodas': msg('The head of DATEV LODAS'),
}
