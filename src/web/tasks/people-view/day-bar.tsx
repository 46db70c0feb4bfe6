import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import type { DueFilter } from '../../../shared/task-query.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { type TaskSearch, useTaskSearch } from '../../task/search-params.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { DateInput } from '../../ui/moment-input.tsx'
import { useTicking } from '../../ui/now.ts'

/** Days from today to the day that a word of the filter of due dates names. */
const ahead: Partial<Record<DueFilter, number>> = { yesterday: -1, today: 0, tomorrow: 1, day_after_tomorrow: 2 }

/** The one day that the filters name; undefined if they name several or none. */
export function dayOf(
  { due, dueFrom, dueTo }: Pick<TaskSearch, 'due' | 'dueFrom' | 'dueTo'>,
  today: string,
): string | undefined {
  if (dueFrom !== undefined || dueTo !== undefined) return dueFrom === dueTo ? dueFrom : undefined
  const days = due && ahead[due]
  return days === undefined ? undefined : daysLater(today, days)
}

/** Chooses the day that is planned. The address holds its date, so that the plan stays that day's after midnight. */
export function DayBar() {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const today = useTicking((now) => dateOf(now, timeZone))
  const { search, change } = useTaskSearch()
  const day = dayOf(search, today)
  const plan = (date: string | undefined) => change({ due: undefined, dueFrom: date, dueTo: date })
  return (
    <div className="flex flex-wrap items-center gap-1 px-3.5 pb-2 md:px-6">
      <IconButton label={i18n.t('Previous day')} onClick={() => plan(daysLater(day ?? today, -1))} className="shrink-0">
        <ChevronLeft aria-hidden="true" className="size-4.5" />
      </IconButton>
      <Field label={i18n.t('Day to plan')} hidesLabel>
        <DateInput
          value={day ?? ''}
          onChange={({ target }) => plan(target.value || undefined)}
          className={cx('w-auto! min-w-0', day && 'border-accent!')}
        />
      </Field>
      <IconButton label={i18n.t('Next day')} onClick={() => plan(daysLater(day ?? today, 1))} className="shrink-0">
        <ChevronRight aria-hidden="true" className="size-4.5" />
      </IconButton>
      {[msg('Today'), msg('Tomorrow')].map((word, at) => (
        <Button
          key={word.id}
          variant="ghost"
          aria-pressed={day === daysLater(today, at)}
          onClick={() => plan(daysLater(today, at))}
          className="aria-pressed:text-accent! max-sm:hidden"
        >
          {i18n.t(word)}
        </Button>
      ))}
      {day !== undefined && (
        <Button onClick={() => plan(undefined)} className="max-sm:w-11 max-sm:px-0!">
          <X aria-hidden="true" className="size-4.5 sm:hidden" />
          <span className="max-sm:sr-only">{i18n.t('All days')}</span>
        </Button>
      )}
    </div>
  )
}
