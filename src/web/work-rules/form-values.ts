import { english } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { WorkRules as schema, type WorkRules } from '../../shared/work-rules.ts'
import { numberIn } from '../components/steps/numbers.ts'

/** The work rules as a form has them: texts, in hours where the rules have minutes. Empty means no rule. */

export const hourFields = [
  ...(['restMinutes', 'weekRestMinutes', 'dayMinutes', 'weekMinutes'] as const),
  ...(['averageMinutes', 'overtimeWeekMinutes'] as const),
] as const
export const numberFields = ['averageWeeks', 'daysInRow', 'breakPiece', 'noticeHours'] as const
type TextField = (typeof hourFields)[number] | (typeof numberFields)[number]

export type WorkRulesValues = Record<TextField, string> & {
  breaks: { after: string; length: string }[]
  late: WorkRules['late']
}
export type WorkRulesField = keyof WorkRulesValues
/** The fields in which a form differs from another. */
export const changedFields = (before: Partial<Record<WorkRulesField, unknown>>, after: WorkRulesValues) =>
  (Object.keys(after) as WorkRulesField[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** The faults by field. A fault of a break stands at `breaks.0.after`, a fault of all of them at `breaks`. */
export type WorkRulesFaults = Record<string, string>

/** Without a rule these are 0, and the others null. */
const zeroIfEmpty: readonly string[] = ['restMinutes', 'weekRestMinutes', 'breakPiece', 'noticeHours']

/** "11", "7:30", of minutes. */
const hoursText = (minutes: number) => {
  const rest = minutes % 60
  return rest === 0 ? String(minutes / 60) : `${Math.floor(minutes / 60)}:${String(rest).padStart(2, '0')}`
}

export function workRulesValuesOf(rules: WorkRules): WorkRulesValues {
  const text = (value: number | null, textOf: (value: number) => string, field: string) =>
    value === null || (value === 0 && zeroIfEmpty.includes(field)) ? '' : textOf(value)
  const hours = hourFields.map((field) => [field, text(rules[field], hoursText, field)])
  const numbers = numberFields.map((field) => [field, text(rules[field], String, field)])
  return {
    ...(Object.fromEntries([...hours, ...numbers]) as Record<TextField, string>),
    breaks: rules.breaks.map(({ afterMinutes, breakMinutes }) => ({
      after: hoursText(afterMinutes),
      length: String(breakMinutes),
    })),
    late: rules.late,
  }
}

/** Minutes of "7:30", "7.5" or "7,5" hours; undefined if it is none of these. */
function minutesIn(text: string, i18n: Reader['i18n']): number | undefined {
  const [hours = '', minutes] = text.split(':')
  const whole = numberIn(hours, i18n)
  if (minutes === undefined) return whole === undefined ? undefined : Math.round(whole * 60)
  const rest = /^\s*\S{2}\s*$/.test(minutes) ? numberIn(minutes, i18n) : undefined
  const isTime = whole !== undefined && Number.isInteger(whole) && rest !== undefined && rest >= 0 && rest < 60
  return isTime ? whole * 60 + rest : undefined
}

const NO_HOURS = english('Enter hours, as 7:30')
const NO_NUMBER = english('Enter a whole number')
/** The names of the contract's fields of a rule about breaks. */
const breakNames: Record<string, string> = { afterMinutes: 'after', breakMinutes: 'length' }

/** The rules that a form says, or its faults. */
export function rulesOf(
  values: WorkRulesValues,
  i18n: Reader['i18n'],
): { rules: WorkRules; faults?: undefined } | { rules?: undefined; faults: WorkRulesFaults } {
  const faults: WorkRulesFaults = {}
  const read = (place: string, text: string, read: typeof minutesIn, fault: string) => {
    const value = read(text, i18n)
    if (value === undefined) faults[place] = fault
    return value ?? 0
  }
  const field = (name: TextField, reader: typeof minutesIn, fault: string) => {
    const text = values[name].trim()
    if (text === '' && name !== 'averageWeeks') return zeroIfEmpty.includes(name) ? 0 : null
    return read(name, text, reader, fault)
  }
  const said = {
    ...Object.fromEntries(hourFields.map((name) => [name, field(name, minutesIn, NO_HOURS)])),
    ...Object.fromEntries(numberFields.map((name) => [name, field(name, numberIn, NO_NUMBER)])),
    breaks: values.breaks.map(({ after, length }, at) => ({
      afterMinutes: read(`breaks.${at}.after`, after, minutesIn, NO_HOURS),
      breakMinutes: read(`breaks.${at}.length`, length, numberIn, NO_NUMBER),
    })),
    late: values.late,
  }
  const checked = schema.safeParse(said)
  for (const { path, message } of checked.error?.issues ?? []) {
    const place = path.map((part) => breakNames[String(part)] ?? String(part)).join('.')
    faults[place] ??= message
  }
  return checked.success && Object.keys(faults).length === 0 ? { rules: checked.data } : { faults }
}
