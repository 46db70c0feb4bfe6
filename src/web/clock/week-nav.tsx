import { weekOf, weekOfDate } from '../../shared/time/time.ts'
import { markStale } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { WeekNav as Buttons } from '../components/choice/week-nav.tsx'
import { useMidnight } from '../components/time/use-midnight.ts'
import { useMinute } from '../ui/now.ts'
import { useClockSearch } from './search-params.ts'

/** The week in the address, or this week. Hours are read again when a new day begins. */
export function useWeek() {
  const { timeZone } = useViewer()
  const { search } = useClockSearch()
  const now = useMinute()
  useMidnight(() => void markStale(['clock']))
  const current = weekOf(now, timeZone)
  const days = search.week === undefined ? current : weekOfDate(search.week, timeZone)
  const monday = days[0]?.date ?? ''
  return { days, now, timeZone, monday, isCurrent: monday === current[0]?.date, query: { week: search.week && monday } }
}

/** Buttons for the previous, the next and this week. There are no hours after this week. */
export function WeekNav({ align = 'end' }: { align?: 'start' | 'end' }) {
  const { monday, isCurrent } = useWeek()
  const { change } = useClockSearch()
  return (
    <Buttons
      monday={monday}
      isCurrent={isCurrent}
      isLast={isCurrent}
      align={align}
      onChange={(week) => change({ week })}
    />
  )
}
