import type { PersonsHours } from '../../../shared/hours.ts'
import { useI18n } from '../../language.ts'
import { formatHourMinutes } from '../format.ts'

/** The contract's hours beside those worked: "of 173:20", and once the period is over "1:40 more". */
export function Balance({
  hours: { total, contractMinutes },
  isOver,
}: {
  hours: Pick<PersonsHours, 'total' | 'contractMinutes'>
  isOver: boolean
}) {
  const i18n = useI18n()
  if (contractMinutes === null) return null
  const balance = total - contractMinutes
  const time = formatHourMinutes(Math.abs(balance))
  const parts = [
    i18n.t('of {time} ##by the contract', { time: formatHourMinutes(contractMinutes) }),
    isOver && balance > 0 && i18n.t('{time} more ##than in the contract', { time }),
    isOver && balance < 0 && i18n.t('{time} less ##than in the contract', { time }),
  ].filter((part) => part !== false)
  return <span className="tabular text-muted text-sm">{parts.join(' · ')}</span>
}
