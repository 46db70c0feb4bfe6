import { useI18n } from '../language.ts'
import { formatHourMinutes } from './format.ts'
import { useWeek } from './week-nav.tsx'

/** The hours of the week by contract beside those worked: "of 40:00", and once the week is over "1:40 less". */
export function OfContract({
  total,
  contractMinutes,
  isBelow = false,
}: {
  total: number
  contractMinutes: number | null | undefined
  /** In lines of their own, below the hours worked. */
  isBelow?: boolean
}) {
  const i18n = useI18n()
  const { days, now } = useWeek()
  if (contractMinutes == null) return null
  const isOver = (days.at(-1)?.to ?? 0) <= now
  const balance = total - contractMinutes
  const time = formatHourMinutes(Math.abs(balance))
  const parts = [
    i18n.t('of {time} ##by the contract', { time: formatHourMinutes(contractMinutes) }),
    isOver && balance > 0 && i18n.t('{time} more ##than in the contract', { time }),
    isOver && balance < 0 && i18n.t('{time} less ##than in the contract', { time }),
  ].filter((part) => part !== false)
  if (!isBelow) return <span className="tabular text-muted text-sm">{parts.join(' · ')}</span>
  return (
    <span className="block font-normal text-muted text-xs">
      {parts.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
    </span>
  )
}
