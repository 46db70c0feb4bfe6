import type { PersonsHours } from '../../../shared/hours.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { formatHourMinutes } from '../format.ts'

/** The contract's and the planned hours beside those worked: "of 173:20 · 1:40 more · 168:00 planned". */
export function Balance({
  hours: { total, contractMinutes, planned },
  isOver,
  atEnd = false,
}: {
  hours: Pick<PersonsHours, 'total' | 'contractMinutes' | 'planned'>
  isOver: boolean
  /** In a column at the end of a row. */
  atEnd?: boolean
}) {
  const i18n = useI18n()
  const balance = total - (contractMinutes ?? total)
  const time = formatHourMinutes(Math.abs(balance))
  const parts = [
    contractMinutes !== null && i18n.t('of {time} ##by the contract', { time: formatHourMinutes(contractMinutes) }),
    isOver && balance > 0 && i18n.t('{time} more ##than in the contract', { time }),
    isOver && balance < 0 && i18n.t('{time} less ##than in the contract', { time }),
    planned !== null && i18n.t('{time} planned ##hours of work', { time: formatHourMinutes(planned) }),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return (
    <span className={cx('tabular inline-flex flex-wrap gap-x-2 text-muted text-sm', atEnd && 'md:justify-end')}>
      {parts.map((part) => (
        <span key={part} className="whitespace-nowrap">
          {part}
        </span>
      ))}
    </span>
  )
}
