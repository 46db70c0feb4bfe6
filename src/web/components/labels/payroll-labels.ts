import type { HolidayChoice, WageSource } from '../../../shared/wage-types.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** The sources of wage types, for the form, lists and the audit log. */
export const wageSourceLabels: Record<WageSource, Message> = {
  work: msg('Work ##what a wage type counts'),
  paid_break: msg('Paid breaks'),
  sick: msg('Sick leave'),
  vacation: msg('Vacation'),
  other: msg('Other absences'),
}

export const holidayLabels: Record<HolidayChoice, Message> = {
  any: msg('On any day'),
  only: msg('On holidays only'),
  except: msg('Not on holidays'),
}

/** The fields of wage types, runs and the file: as a label, and within a sentence. */
export const payrollLabels = {
  wageCode: [msg('Code ##of a wage type'), msg('code ##of a wage type')],
  source: [msg('Counts ##what a wage type counts'), msg('what it counts')],
  windowStart: [msg('From ##time of day'), msg('beginning of the window')],
  windowEnd: [msg('Until ##time of day'), msg('end of the window')],
  weekdays: [msg('Weekdays'), msg('weekdays')],
  holidays: [msg('Holidays'), msg('holidays')],
  overContract: [msg('Only over the contract'), msg('only over the contract')],
  period: [msg('Pay period'), msg('pay period')],
  lines: [msg('Lines'), msg('lines')],
  corrections: [msg('Corrections'), msg('corrections')],
  columns: [msg('Columns'), msg('columns')],
  delimiter: [msg('Between columns'), msg('sign between columns')],
  decimal: [msg('Decimal sign'), msg('decimal sign')],
  dateForm: [msg('Dates'), msg('form of dates')],
  encoding: [msg('Encoding'), msg('encoding')],
  grouping: [msg('A line for'), msg('grouping of lines')],
  head: [msg('Above the lines'), msg('what stands above the lines')],
  consultantNumber: [msg('Number of the tax consultant'), msg('number of the tax consultant')],
  clientNumber: [msg('Number of the client'), msg('number of the client')],
} as const satisfies Record<string, readonly [label: Message, within: Message]>
