import { Check, CircleX, Clock, SkipForward } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OccurrenceCounts } from '../../../shared/analytics-routines.ts'
import type { Outcome } from '../../../shared/task-kinds.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { outcomeLabels } from '../../components/labels/outcome-labels.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { type Days, occurrencesOf } from '../links.tsx'
import { Count, Figure, FigureTable, type FigureWay, formatShare, Leading } from './parts.tsx'

export const shownOutcomes = ['done', 'late', 'missed', 'skipped'] as const

const signs: Record<Outcome, { icon: ReactNode; bar: string }> = {
  done: { icon: <Check aria-hidden="true" className="size-3.5 text-done" />, bar: 'bg-done' },
  late: {
    icon: <Clock aria-hidden="true" className="size-3.5 text-medium" />,
    bar: 'bg-[repeating-linear-gradient(135deg,var(--medium)_0_3px,color-mix(in_oklab,var(--medium)_45%,var(--surface))_3px_6px)]',
  },
  missed: { icon: <CircleX aria-hidden="true" className="size-3.5 text-overdue" />, bar: 'bg-overdue' },
  skipped: { icon: <SkipForward aria-hidden="true" className="size-3.5 text-muted" />, bar: 'bg-control' },
}

/** The scope of the counts: everything, a department or a routine. */
interface Whose {
  department?: number
  routine?: number
}

/** Missed ones open as a list with their causes, the others are tasks of the table. */
const wayOf = (outcome: Outcome, days: Days, whose: Whose = {}): FigureWay =>
  outcome === 'missed'
    ? { list: { list: 'missed', ...whose } }
    : {
        to: occurrencesOf(days, outcome, whose.routine),
        ...(whose.department !== undefined && { department: whose.department }),
      }

/** The outcomes of all occurrences: the share in time, each count, and how they divide. */
export function Outcomes({ counts, days }: { counts: OccurrenceCounts; days: Days }) {
  const i18n = useI18n()
  const all = shownOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const share = formatShare(counts, i18n)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 md:grid-cols-5">
        <Figure className="max-md:col-span-2" name={i18n.t('Share done in time')} note={i18n.t('without skipped ones')}>
          <Leading
            text={share}
            way={counts.done > 0 ? wayOf('done', days) : undefined}
            label={i18n.t('{share} done in time', { share })}
          />
        </Figure>
        {shownOutcomes.map((outcome) => (
          <Figure key={outcome} name={i18n.t(outcomeLabels[outcome])} sign={signs[outcome].icon}>
            <Count
              count={counts[outcome]}
              way={wayOf(outcome, days)}
              label={`${i18n.t(outcomeLabels[outcome])}: ${counts[outcome]}`}
              className={cx(outcome === 'missed' && 'text-overdue')}
            />
          </Figure>
        ))}
      </dl>
      {all > 0 && (
        <div
          aria-hidden="true"
          className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-full [print-color-adjust:exact]"
        >
          {shownOutcomes.map(
            (outcome) =>
              counts[outcome] > 0 && (
                <span
                  key={outcome}
                  className={cx('min-w-1 forced-color-adjust-none', signs[outcome].bar)}
                  style={{ width: `${(100 * counts[outcome]) / all}%` }}
                />
              ),
          )}
        </div>
      )}
    </>
  )
}

const heads: Record<Outcome, Message> = {
  done: msg('Done ##occurrences'),
  late: msg('Late ##occurrences'),
  missed: msg('Missed ##occurrences'),
  skipped: msg('Skipped ##occurrences'),
}

/** One row of a table of outcomes. Without `whose` its counts lead nowhere, because no filter has such a choice. */
export interface OutcomeRow {
  key: string | number
  name: string
  head: ReactNode
  counts: OccurrenceCounts
  whose: Whose | undefined
}

/** Rows that are on the screen before somebody asks for all. On paper are all. */
const FEW = 10

/** Counts by outcome, side by side. Of many rows the first are on the screen. */
export function OutcomeTable({
  caption,
  first,
  rows,
  days,
}: {
  caption: string
  /** The head of the first column. */
  first: string
  rows: OutcomeRow[]
  days: Days
}) {
  const i18n = useI18n()
  const [all, setAll] = useState(false)
  // One row more takes no more room than the button.
  const isCut = !all && rows.length > FEW + 1
  return (
    <>
      <FigureTable
        caption={caption}
        heads={[first, ...shownOutcomes.map((outcome) => i18n.t(heads[outcome])), i18n.t('In time')]}
        rows={rows.map(({ key, name, head, counts, whose }) => ({
          key,
          head,
          cells: [
            ...shownOutcomes.map((outcome) => (
              <Count
                key={outcome}
                count={counts[outcome]}
                way={whose && wayOf(outcome, days, whose)}
                label={`${name}, ${i18n.t(outcomeLabels[outcome])}: ${counts[outcome]}`}
                className={cx(outcome === 'missed' && 'font-medium text-overdue')}
              />
            )),
            formatShare(counts, i18n),
          ],
        }))}
        shown={isCut ? FEW : rows.length}
      />
      {isCut && (
        <Button className="mt-3 print:hidden" onClick={() => setAll(true)}>
          {i18n.t('Show all {count}', { count: rows.length })}
        </Button>
      )}
    </>
  )
}
