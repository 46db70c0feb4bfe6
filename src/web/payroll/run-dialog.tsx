import { Download } from 'lucide-react'
import { useState } from 'react'
import { MAX_PAYROLL_PEOPLE, type PayrollSum, payrollApi } from '../../shared/payroll.ts'
import { useReply } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { downloadRun } from './run-row.tsx'
import { periodText, signedMinutes } from './words.ts'

/** The people of a run with their sums by wage type, a hundred at a time. */
export function RunDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const reader = useReader()
  const { i18n } = reader
  const [offset, setOffset] = useState(0)
  const query = useReply(
    payrollApi.get,
    { params: { id }, query: { limit: MAX_PAYROLL_PEOPLE, offset } },
    { keepPrevious: true },
  )
  const { data } = query
  const names = new Map(data?.wageTypes.map(({ code, name }) => [code, name]))
  const isLast = data !== undefined && data.people.length < MAX_PAYROLL_PEOPLE
  return (
    <Dialog
      open
      title={data ? i18n.t('Payroll run of {period}', { period: periodText(data.run, reader) }) : i18n.t('Payroll run')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={() => downloadRun(id)} className="max-md:flex-1">
          <Download aria-hidden="true" className="size-4" />
          {i18n.t('Download')}
        </Button>
      }
    >
      {data ? (
        <>
          <ul aria-label={i18n.t('People')} className="divide-y divide-line">
            {data.people.map((person) => (
              <Person key={`${person.userId} ${person.periodStart}`} person={person} names={names} />
            ))}
          </ul>
          {(offset > 0 || !isLast) && (
            <div className="mt-3 flex gap-2">
              <Button disabled={offset === 0} onClick={() => setOffset(offset - MAX_PAYROLL_PEOPLE)}>
                {i18n.t('Previous people')}
              </Button>
              <Button disabled={isLast} onClick={() => setOffset(offset + MAX_PAYROLL_PEOPLE)}>
                {i18n.t('Next people')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The payroll run could not be loaded.')}>
          <LoadingBars count={6} bars="h-10" className="grid gap-2" />
        </NotLoaded>
      )}
    </Dialog>
  )
}

function Person({ person, names }: { person: PayrollSum; names: ReadonlyMap<string, string> }) {
  const { i18n } = useReader()
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi className="font-medium wrap-anywhere">{fullName(person)}</bdi>
        <span className="text-muted text-sm tabular">{person.personnelNumber}</span>
        {person.isCorrection && <Badge tone="neutral">{i18n.t('Correction ##in payroll')}</Badge>}
      </p>
      <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-sm">
        {person.sums.map(({ code, minutes }) => (
          <div key={code} className="contents">
            <dt className="min-w-0 text-muted wrap-anywhere">
              <bdi>{code}</bdi> <bdi>{names.get(code)}</bdi>
            </dt>
            <dd className="text-end tabular">{signedMinutes(minutes, i18n)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
