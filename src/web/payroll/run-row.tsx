import { Trans } from '@lingui/react'
import { Download } from 'lucide-react'
import { type PayrollRun, payrollApi } from '../../shared/payroll.ts'
import { urlOf } from '../api/call-endpoint.ts'
import { downloadProved } from '../components/files/reauthenticated-download.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { When } from '../components/time/when.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { periodText, signedMinutes } from './words.ts'

/** Saves the file of a run. The server names it. */
export const downloadRun = (id: number) => void downloadProved(urlOf(payrollApi.file, { id }), 'payroll.csv')

/** A run: its pay period, who made it and when, and its figures. */
export function RunRow({ run, onOpen }: { run: PayrollRun; onOpen: () => void }) {
  const reader = useReader()
  const { i18n } = reader
  const { id, people, lines, corrections, minutes, createdAt, createdBy } = run
  const period = periodText(run, reader)
  return (
    <li className={cx(card, 'flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3')}>
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold tabular">{period}</span>
          {corrections > 0 && (
            <Badge tone="neutral">
              {i18n.t('{count, plural, one {# correction} other {# corrections}}', { count: corrections })}
            </Badge>
          )}
        </p>
        <p className="mt-0.5 text-sm tabular">
          {[
            i18n.t('{count, plural, one {# person} other {# people}}', { count: people }),
            signedMinutes(minutes, i18n),
            i18n.t('{count, plural, one {# line} other {# lines}}', { count: lines }),
          ].join(' · ')}
        </p>
        <p className="mt-0.5 text-muted text-sm">
          <Trans
            id="Made by {name}, <0/>"
            values={{ name: <bdi>{fullName(createdBy)}</bdi> }}
            components={{ 0: <When iso={createdAt} as="moment" /> }}
          />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onOpen} aria-label={i18n.t('People in the run of {period}', { period })}>
          {i18n.t('People')}
        </Button>
        <Button
          onClick={() => downloadRun(id)}
          aria-label={i18n.t('Download the file of the run of {period}', { period })}
        >
          <Download aria-hidden="true" className="size-4" />
          {i18n.t('Download')}
        </Button>
      </div>
    </li>
  )
}
