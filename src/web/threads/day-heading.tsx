import { daysBetween } from '../../shared/time/time.ts'
import { formatDate, formatDayWord, formatWeekday } from '../../shared/words/formats.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useTicking } from '../ui/now.ts'

/** Days in a year: a day of another one needs its year. */
const LONG_AGO = 180

/** Where a day begins among the messages: "Today", "Yesterday", "Friday, November 20". `iso` is any time of it. */
export function DayHeading({ iso }: { iso: string }) {
  const reader = useReader()
  const words = useTicking((now) => {
    const days = daysBetween(Date.parse(iso), now, reader.timeZone)
    if (days < 2) return capitalized(formatDayWord(-days, reader))
    return days < LONG_AGO ? formatWeekday(Date.parse(iso), reader) : formatDate(iso, reader)
  })
  return (
    <li className="flex justify-center pt-4 pb-1">
      <h3 className="rounded-full bg-sunken px-3 py-0.5 font-medium text-muted text-xs">{words}</h3>
    </li>
  )
}

/** `Intl` gives words for the middle of a sentence. */
const capitalized = ([first = '', ...rest]: string) => first.toLocaleUpperCase() + rest.join('')
