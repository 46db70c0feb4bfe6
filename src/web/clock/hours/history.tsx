import type { OnePersonsHours } from '../../../shared/hours.ts'
import { formatDateTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'

type Step = OnePersonsHours['history'][number]

/** The steps with a person's hours, newest first. */
export function PeriodHistory({ history }: { history: Step[] }) {
  const reader = useReader()
  const { i18n } = reader
  if (history.length === 0) return null
  return (
    <section aria-labelledby="hours-history" className="border-line border-t px-4 py-3">
      <h3 id="hours-history" className="font-semibold">
        {i18n.t('History')}
      </h3>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {history.map((step) => (
          <li key={`${step.at} ${step.step}`} className="text-sm">
            <span dir="auto">{sentenceOf(step, i18n)}</span>
            {step.text && (
              <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
                “{step.text}”
              </span>
            )}
            <span className="tabular block text-muted">{formatDateTime(step.at, reader)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentenceOf({ step, by, total }: Step, i18n: Reader['i18n']) {
  switch (step) {
    case 'confirm':
      return i18n.t('{name} confirmed the hours', { name: by })
    case 'object':
      return i18n.t('{name} said that something is wrong', { name: by })
    case 'settle':
      return i18n.t('{name} answered', { name: by })
    case 'approve':
      return i18n.t('{name} approved {time}', { name: by, time: formatMinutes(total ?? 0, i18n) })
    case 'withdraw':
      return i18n.t('{name} withdrew the approval', { name: by })
  }
}
