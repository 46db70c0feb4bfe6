import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { type Finding, type FindingLevel, findingLevels, operationsApi } from '../../shared/operations.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { useReply } from '../api/queries.ts'
import { Ago } from '../components/time/ago.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'

const headings: Record<FindingLevel, Message> = {
  fault: msg('To mend'),
  warning: msg('To look at'),
  ok: msg('In order'),
}
const icons = { fault: CircleAlert, warning: TriangleAlert, ok: CircleCheck }
const tones = { fault: 'text-overdue', warning: 'text-high', ok: 'text-done' }

/** The findings of an examination of the deployment, the worst first. */
export function OperationsPage() {
  const i18n = useI18n()
  const reply = useReply(operationsApi.get, {})
  const { data, isFetching, refetch } = reply
  return (
    <div className="grid w-full max-w-4xl gap-5 px-3.5 py-3 md:px-(--gutter) md:py-4">
      {data ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm [&_dt]:text-muted">
              <div>
                <dt>{i18n.t('Version')}</dt>
                <dd className="tabular">{data.release}</dd>
              </div>
              <div>
                <dt>{i18n.t('The server has run since')}</dt>
                <dd>
                  <When iso={data.startedAt} as="moment" />
                </dd>
              </div>
              <div>
                <dt>{i18n.t('Last examined')}</dt>
                <dd>
                  <Ago iso={data.examinedAt} />
                </dd>
              </div>
            </dl>
            <Button pending={isFetching} onClick={() => void refetch()}>
              <RotateCw aria-hidden="true" className="size-4" />
              {i18n.t('Examine again')}
            </Button>
          </div>
          {findingLevels.map((level) => (
            <Findings key={level} level={level} findings={data.findings.filter((each) => each.level === level)} />
          ))}
          <p className="text-muted text-sm">
            {i18n.t('The sentences are in English, as in the log. "npm run doctor" says the same at a terminal.')}
          </p>
        </>
      ) : (
        <NotLoaded query={reply} failure={i18n.t('The examination failed.')}>
          <div role="status" className="grid gap-2.5">
            <p className="text-muted">{i18n.t('Muster examines its deployment. This takes some seconds...')}</p>
            {times(4, () => (
              <Skeleton className="h-14 rounded-card!" />
            ))}
          </div>
        </NotLoaded>
      )}
    </div>
  )
}

function Findings({ level, findings }: { level: FindingLevel; findings: Finding[] }) {
  const i18n = useI18n()
  const Icon = icons[level]
  if (findings.length === 0) return null
  return (
    <section aria-label={i18n.t(headings[level])}>
      <h2 className="mb-2 flex items-center gap-2 font-semibold">
        <Icon aria-hidden="true" className={cx('size-4.5', tones[level])} />
        {i18n.t(headings[level])}
      </h2>
      <ul lang="en" dir="ltr" className={cx(card, 'divide-y divide-line')}>
        {findings.map(({ about, says }) => (
          <li key={about + says} className="grid gap-x-4 px-4 py-2.5 md:grid-cols-[9rem_minmax(0,1fr)]">
            <span className="font-medium">{about}</span>
            <span className="text-muted wrap-anywhere">{says.replace(/\.?$/, '.')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
