import { type Cause, causes } from '../../../shared/routines.ts'
import { formatCount } from '../../../shared/words/formats.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { causeLabels } from '../../components/labels/outcome-labels.ts'
import { useI18n } from '../../language.ts'
import { ListButton } from './parts.tsx'

/** Advice to the manager about each cause. */
const hints: Record<Cause, Message> = {
  nobody_on_duty: msg('The shifts or the hours of the routine do not fit.'),
  on_duty_not_taken: msg('People were there, and nobody began it.'),
  taken_not_finished: msg('Somebody had begun it, and the time ran out.'),
  muster_was_down: msg('It was recorded only after its time.'),
}

/** Why a routine was missed most often. It leads to these occurrences. */
export function MostFrequentCause({ cause, routine, name }: { cause: Cause; routine: number; name: string }) {
  const i18n = useI18n()
  return (
    <ListButton
      list={{ list: 'missed', cause, routine }}
      label={`${name}: ${i18n.t(causeLabels[cause])}`}
      className="relative block text-start font-normal text-muted text-sm touch:after:absolute touch:after:-inset-2"
    >
      {i18n.t(causeLabels[cause])}
    </ListButton>
  )
}

/** Why occurrences were missed. Each cause leads to its list. */
export function Causes({ counts }: { counts: Record<Cause, number> }) {
  const i18n = useI18n()
  const most = Math.max(1, ...Object.values(counts))
  return (
    <ul className="grid gap-3.5">
      {causes.map((cause) => (
        <li key={cause}>
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{i18n.t(causeLabels[cause])}</span>
            <span className="font-medium tabular">
              {counts[cause] > 0 ? (
                <ListButton
                  list={{ list: 'missed', cause }}
                  label={`${i18n.t(causeLabels[cause])}: ${counts[cause]}`}
                  className="relative touch:after:absolute touch:after:-inset-3"
                >
                  {formatCount(counts[cause], { i18n })}
                </ListButton>
              ) : (
                <span className="font-normal text-muted">{formatCount(0, { i18n })}</span>
              )}
            </span>
          </p>
          <div
            aria-hidden="true"
            className="mt-1 h-2 overflow-hidden rounded-full bg-sunken [print-color-adjust:exact] forced-colors:outline"
          >
            <div
              className="h-full rounded-full bg-overdue forced-colors:bg-[CanvasText]"
              style={{ width: `${(100 * counts[cause]) / most}%` }}
            />
          </div>
          <p className="mt-1 text-muted text-sm">{i18n.t(hints[cause])}</p>
        </li>
      ))}
    </ul>
  )
}
