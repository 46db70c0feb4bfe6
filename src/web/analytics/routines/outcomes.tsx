import { Check, CircleX, Clock, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OccurrenceCounts } from '../../../shared/analytics-routines.ts'
import { type Message, msg } from '../../../shared/message.ts'
import type { Outcome } from '../../../shared/task-kinds.ts'
import { outcomeLabels } from '../../components/occurrence-labels.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { type Days, occurrencesOf } from '../links.tsx'
import { Count, Figure, formatShare, Head, headRow, Leading, numberCell, type Way } from './parts.tsx'

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

/** Whose occurrences are counted: all, those of a department or of a routine. */
interface Whose {
  department?: number
  routine?: number
}

/** Missed ones open as a list with their causes, the others are tasks of the table. */
const wayOf = (outcome: Outcome, days: Days, whose: Whose = {}): Way =>
  outcome === 'missed'
    ? { list: { list: 'missed', ...whose } }
    : {
        to: occurrencesOf(days, outcome, whose.routine),
        ...(whose.department !== undefined && { department: whose.department }),
      }

/** What became of all occurrences: the share in time, each count, and how they divide. */
export function Outcomes({ counts, days }: { counts: OccurrenceCounts; days: Days }) {
  const i18n = useI18n()
  const all = shownOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const share = formatShare(counts, i18n)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 md:grid-cols-5">
        <div className="max-md:col-span-2">
          <Figure name={i18n.t('Share done in time')} note={i18n.t('skipped ones do not count')}>
            <Leading
              text={share}
              way={counts.done > 0 ? wayOf('done', days) : undefined}
              label={i18n.t('{share} done in time', { share })}
            />
          </Figure>
        </div>
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
                  className={cx('min-w-1', signs[outcome].bar)}
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

/** Counts by outcome, side by side. On phones each row has its name above. */
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
  const notSmall = useMedia(NOT_SMALL)
  return (
    <table className="w-full text-start">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className={headRow}>
          <Head at={0}>{first}</Head>
          {shownOutcomes.map((outcome) => (
            <Head key={outcome} at={1}>
              {i18n.t(heads[outcome])}
            </Head>
          ))}
          <Head at={1}>{i18n.t('In time')}</Head>
        </tr>
      </thead>
      {rows.map(({ key, name, head, counts, whose }) => (
        <tbody key={key} className="border-line border-b last:border-0">
          {!notSmall && (
            <tr>
              <th scope="rowgroup" colSpan={6} className="pt-2.5 font-[520] wrap-anywhere">
                {head}
              </th>
            </tr>
          )}
          <tr>
            {notSmall ? (
              <th scope="row" className="h-10 py-1.5 pe-3 font-[520] wrap-anywhere">
                {head}
              </th>
            ) : (
              <td />
            )}
            {shownOutcomes.map((outcome) => (
              <td key={outcome} className={numberCell}>
                <Count
                  count={counts[outcome]}
                  way={whose && wayOf(outcome, days, whose)}
                  label={`${name}, ${i18n.t(outcomeLabels[outcome])}: ${counts[outcome]}`}
                  className={cx(outcome === 'missed' && 'font-[550] text-overdue')}
                />
              </td>
            ))}
            <td className={numberCell}>{formatShare(counts, i18n)}</td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}
