import { ChevronLeft, ChevronRight } from 'lucide-react'
import { MAX_RANGE_DAYS } from '../../shared/analytics.ts'
import { type DateRange, daysBeside } from '../../shared/time/compared-days.ts'
import { daysLater } from '../../shared/time/time.ts'
import { formatDays } from '../../shared/words/formats.ts'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { choiceLabels } from './format.ts'
import { type RangeChoice, rangeChoices, type ShownDays } from './search-params.ts'

/** Chooses the days of the figures: a period, chosen dates, or the days beside those that are shown. */
export function RangePicker({
  choice,
  days,
  today,
  choose,
  show,
}: {
  choice: RangeChoice
  days: ShownDays
  /** As YYYY-MM-DD. */
  today: string
  choose: (choice: RangeChoice) => void
  show: (days: DateRange) => void
}) {
  const i18n = useI18n()
  return (
    <>
      <Segmented
        label={i18n.t('Period')}
        value={choice}
        onChange={choose}
        choices={rangeChoices.map((value) => ({ value, label: i18n.t(choiceLabels[value]) }))}
        className="max-md:w-full"
      />
      <div className="flex min-w-0 items-center gap-1 max-md:w-full">
        <IconButton label={i18n.t('Earlier days')} onClick={() => show(daysBeside(days, -1))} className="shrink-0">
          <ChevronLeft aria-hidden="true" className="size-4.5" />
        </IconButton>
        <p aria-live="polite" className="tabular min-w-0 flex-1 text-center text-muted text-sm md:min-w-40">
          <bdi>{formatDays(days.from, days.to, { i18n })}</bdi>
        </p>
        <IconButton
          label={i18n.t('Later days')}
          disabled={days.to >= today}
          onClick={() => show(daysBeside(days, 1))}
          className="shrink-0"
        >
          <ChevronRight aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
      {choice === 'dates' && (
        <div className="flex min-w-0 items-center gap-1 max-md:w-full">
          <ChosenDates days={days} show={show} />
        </div>
      )}
    </>
  )
}

/** Fields for the first and the last day. The other one follows if the days would be too many, or end too early. */
function ChosenDates({ days: { from, to }, show }: { days: DateRange; show: (days: DateRange) => void }) {
  const i18n = useI18n()
  const changeFrom = (next: string) => {
    const latest = daysLater(next, MAX_RANGE_DAYS - 1)
    show({ from: next, to: to < next ? next : to > latest ? latest : to })
  }
  const changeTo = (next: string) => {
    const earliest = daysLater(next, 1 - MAX_RANGE_DAYS)
    show({ from: from > next ? next : from < earliest ? earliest : from, to: next })
  }
  return (
    <>
      <Field label={i18n.t('First day')} hidesLabel className="min-w-0 flex-1">
        <DateInput
          value={from}
          onChange={({ target }) => target.value && changeFrom(target.value)}
          className="min-w-0"
        />
      </Field>
      <span aria-hidden="true">–</span>
      <Field label={i18n.t('Last day')} hidesLabel className="min-w-0 flex-1">
        <DateInput value={to} onChange={({ target }) => target.value && changeTo(target.value)} className="min-w-0" />
      </Field>
    </>
  )
}
