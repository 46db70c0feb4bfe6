import type { NewWageType, WageType } from '../../shared/wage-types.ts'
import { formatList, formatWeekdayName } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import type { FieldGroup } from '../components/forms/field-groups.ts'
import { holidayLabels, payrollLabels, wageSourceLabels } from '../components/labels/payroll-labels.ts'

/** A wage type as its form has it: texts, which are empty for none. */
export interface WageTypeValues {
  code: string
  name: string
  source: NewWageType['source']
  windowStart: string
  windowEnd: string
  weekdays: string[]
  holidays: NewWageType['holidays']
  overContract: boolean
  departmentId: string
}

export const wageTypeValuesOf = (type?: NewWageType): WageTypeValues => ({
  code: type?.code ?? '',
  name: type?.name ?? '',
  source: type?.source ?? 'work',
  windowStart: type?.windowStart ?? '',
  windowEnd: type?.windowEnd ?? '',
  weekdays: type?.weekdays.map(String) ?? [],
  holidays: type?.holidays ?? 'any',
  overContract: type?.overContract ?? false,
  departmentId: type?.departmentId ? String(type.departmentId) : '',
})

export const isWork = ({ source }: Pick<WageTypeValues, 'source'>) => source === 'work' || source === 'paid_break'

/** The body that is sent. Conditions of an absence are hidden in the form, and count for nothing. */
export const wageTypeBodyOf = (values: WageTypeValues): NewWageType => {
  const { code, name, source, windowStart, windowEnd, weekdays, holidays, overContract, departmentId } = values
  const has = isWork(values)
  return {
    ...{ code, name, source },
    windowStart: has && windowStart !== '' ? windowStart : null,
    windowEnd: has && windowEnd !== '' ? windowEnd : null,
    weekdays: has ? weekdays.map(Number).sort((a, b) => a - b) : [],
    holidays: has ? holidays : 'any',
    overContract: has && overContract,
    departmentId: departmentId === '' ? null : Number(departmentId),
  }
}

/** Fields that count as one thing when two people edit the same wage type. */
export const wageTypeGroups: readonly FieldGroup<WageType, WageTypeValues, NewWageType>[] = [
  { label: payrollLabels.wageCode[0], sent: ['code'], shown: ['code'], words: ({ code }) => code },
  { label: msg('Name'), sent: ['name'], shown: ['name'], words: ({ name }) => name },
  {
    label: payrollLabels.source[0],
    sent: ['source'],
    shown: ['source'],
    words: ({ source }, i18n) => i18n.t(wageSourceLabels[source]),
  },
  {
    label: msg('Time of day'),
    sent: ['windowStart', 'windowEnd'],
    shown: ['windowStart', 'windowEnd'],
    words: ({ windowStart, windowEnd }, i18n) =>
      windowStart === null
        ? i18n.t('The whole day')
        : i18n.t('{start} to {end}', { start: windowStart, end: windowEnd }),
  },
  {
    label: payrollLabels.weekdays[0],
    sent: ['weekdays'],
    shown: ['weekdays'],
    words: ({ weekdays }, i18n) =>
      weekdays.length === 0
        ? i18n.t('All weekdays')
        : formatList(
            weekdays.map((day) => formatWeekdayName(day, { i18n }, 'long')),
            { i18n },
          ),
  },
  {
    label: payrollLabels.holidays[0],
    sent: ['holidays'],
    shown: ['holidays'],
    words: ({ holidays }, i18n) => i18n.t(holidayLabels[holidays]),
  },
  {
    label: payrollLabels.overContract[0],
    sent: ['overContract'],
    shown: ['overContract'],
    words: ({ overContract }, i18n) => (overContract ? i18n.t('Yes') : i18n.t('No')),
  },
  {
    label: msg('Department'),
    sent: ['departmentId'],
    shown: ['departmentId'],
    words: ({ departmentId }, i18n) => (departmentId === null ? i18n.t('All departments') : departmentId),
  },
]
