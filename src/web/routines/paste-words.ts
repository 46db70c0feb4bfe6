import type { Department } from '../../shared/departments.ts'
import { fold } from '../../shared/fold.ts'
import { formatWeekdayName } from '../../shared/formats.ts'
import { type Message, msg } from '../../shared/message.ts'
import type { Reader } from '../../shared/reader.ts'
import type { Column } from './pasted-entries.ts'
import type { PasteNames } from './pasted-routines.ts'
import { namesOf } from './pasted-values.ts'

type I18n = Reader['i18n']

const headings: Record<Column, Message> = {
  title: msg('Title'),
  department: msg('Department'),
  days: msg('Days'),
  opens: msg('Opens'),
  due: msg('Due'),
  closes: msg('Closes'),
  steps: msg('Steps'),
}
export const headingOf = (column: Column, i18n: I18n) => i18n.t(headings[column])

/** Further headings, in English, in which files come from other programs. */
const others: Record<Column, string[]> = {
  title: ['routine', 'task', 'name'],
  department: ['team'],
  days: ['day'],
  opens: ['open', 'start', 'time'],
  due: ['until'],
  closes: ['close', 'end'],
  steps: ['step', 'checklist'],
}
const WEEK = [1, 2, 3, 4, 5, 6, 0]
const english = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The days to choose for all lines, with their cron fields. Their labels are understood in a table. */
export const dayPresets = (i18n: I18n): { label: string; days: string }[] => [
  { label: i18n.t('Every day'), days: '* * *' },
  { label: i18n.t('Weekdays'), days: '* * 1-5' },
  { label: i18n.t('Weekends'), days: '* * 0,6' },
  ...WEEK.map((day) => ({ label: formatWeekdayName(day, { i18n }, 'long'), days: `* * ${day}` })),
  { label: i18n.t('The first day of the month'), days: '1 * *' },
  { label: i18n.t('The last day of the month'), days: 'L * *' },
]

/** What the names in a pasted text mean to this reader. `mayManage` says for which departments they may create routines. */
export function pasteNames(
  departments: readonly Department[],
  mayManage: (departmentId: number) => boolean,
  i18n: I18n,
): PasteNames {
  const columns = Object.keys(headings) as Column[]
  const weekdays = WEEK.flatMap((day): [string, number][] => [
    [english[day] ?? '', day],
    [english[day]?.slice(0, 3) ?? '', day],
    [formatWeekdayName(day, { i18n }, 'short'), day],
    [formatWeekdayName(day, { i18n }, 'long'), day],
  ])
  return {
    columns: new Map(
      columns.flatMap((column) =>
        [column, ...others[column], i18n.t(headings[column])].map((name): [string, Column] => [fold(name), column]),
      ),
    ),
    departments: new Map(departments.map(({ id, name }) => [fold(name), { id, mayManage: mayManage(id) }])),
    staysOpen: new Set(['-', '–', '—', fold(i18n.t('Stays open'))]),
    days: namesOf([
      ['every day', '* * *'],
      ['daily', '* * *'],
      ['weekdays', '* * 1-5'],
      ['weekends', '* * 0,6'],
      ...dayPresets(i18n).map(({ label, days }): [string, string] => [label, days]),
    ]),
    weekdays: namesOf(weekdays),
  }
}
