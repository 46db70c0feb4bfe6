import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheckBig, CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '../language.ts'
import { nobodyThere, sentTo } from '../task/problem-words.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { NextStep } from './next-step.tsx'
import { useUnsentReports } from './send-queue.ts'
import type { Handed } from './use-report.ts'

/** The end of a report: that it is sent, waits for the network, or could not be sent. */
export function ReportSent({
  handed: { department, isUrgent, result },
  onAgain,
  onClose,
}: {
  handed: Handed
  onAgain: () => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const unsent = useUnsentReports()
  const fault = result?.state === 'failed' ? unsent.find(({ key }) => key === result.key)?.fault : undefined
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-7 py-8">
      <div role="status" className="flex min-h-32 flex-col items-center justify-center gap-3 text-center">
        {!result ? (
          <>
            <Spinner className="size-8 text-accent" />
            <p className="text-muted">{i18n.t('Sending...')}</p>
          </>
        ) : result.state === 'sent' ? (
          <End icon={CircleCheckBig} colour="text-done" title={sentTo(department, i18n)}>
            {result.reply.nobodyOnDuty && nobodyThere(department, i18n)}
          </End>
        ) : result.state === 'waiting' ? (
          <End icon={CloudOff} colour="text-muted" title={i18n.t('Saved on this device')}>
            {i18n.t('It will be sent when the connection returns.')}
          </End>
        ) : (
          <End icon={CircleAlert} colour="text-overdue" title={i18n.t('It could not be sent.')}>
            {fault}
          </End>
        )}
      </div>
      {result?.state === 'sent' && result.reply.nobodyOnDuty ? (
        <NextStep managers={result.reply.onDutyElsewhere} />
      ) : (
        isUrgent && result?.state === 'waiting' && <NextStep />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Link
          to="/problems"
          onClick={onClose}
          className="inline-flex h-11 items-center rounded-control border border-line bg-surface px-4 font-medium text-md shadow-card hover:bg-hover"
        >
          {i18n.t('My reports')}
        </Link>
        <Button size="lg" onClick={onAgain} className="px-4!">
          {i18n.t('Report another')}
        </Button>
      </div>
    </div>
  )
}

const End = ({
  icon: Icon,
  colour,
  title,
  children,
}: {
  icon: LucideIcon
  colour: string
  title: string
  children: ReactNode
}) => (
  <>
    <Icon aria-hidden="true" className={cx('size-14 stroke-[1.5]!', colour)} />
    <p className="text-balance font-semibold text-xl wrap-anywhere">{title}</p>
    {children && <p className="max-w-88 text-pretty text-md text-muted wrap-anywhere">{children}</p>}
  </>
)
