import { useEffect, useState } from 'react'
import type { Reply } from '../../../shared/endpoint.ts'
import { type Handover, type HandoverItem, handoversApi } from '../../../shared/handovers.ts'
import { formatDate, formatDateTime } from '../../../shared/words/formats.ts'
import { call } from '../../api/call.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { PrintSheet, PrintTable } from '../../components/files/print-sheet.tsx'
import { severityLabels } from '../../components/labels/severity-labels.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { i18nNow } from '../../language.ts'
import { toastError } from '../../ui/toast.tsx'
import type { LogQuery } from './log.tsx'

/** Handovers that are printed at most. */
const MAX_PRINTED = 1000

/** The log book on paper: the handovers that are shown, with the outcome of each item. */
export function PrintedHandovers({ query, onDone }: { query: LogQuery; onDone: () => void }) {
  const reader = useReader()
  const { i18n } = reader
  const { label } = useDepartmentFilter()
  const handovers = useAll(query, onDone)
  const { from, search } = query
  return (
    <PrintSheet
      title={i18n.t('Handovers')}
      facts={[
        label,
        from && formatDate(`${from}T12:00:00.000Z`, { ...reader, timeZone: 'UTC' }),
        search && i18n.t('Searched for: {words}', { words: search }),
      ]}
      ready={handovers !== undefined}
      onDone={onDone}
    >
      <PrintTable
        heads={[i18n.t('Handed over'), i18n.t('What ##was handed over'), i18n.t('Next step'), i18n.t('Received')]}
      >
        {handovers?.map((handover) => (
          <Rows key={handover.id} handover={handover} />
        ))}
      </PrintTable>
    </PrintSheet>
  )
}

/** All pages of the log book; undefined until the last one is read. Says so if that fails. */
function useAll(query: LogQuery, onFailed: () => void) {
  const [all, setAll] = useState<Handover[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it prints the screen as it was when it was asked for
  useEffect(() => {
    let isStopped = false
    const read = async () => {
      const handovers: Handover[] = []
      for (let before: number | null | undefined; before !== null && handovers.length < MAX_PRINTED && !isStopped; ) {
        const page: Reply<typeof handoversApi.list> = await call(handoversApi.list, {
          query: { ...query, ...(before !== undefined && { before }) },
        })
        handovers.push(...page.handovers)
        before = page.next
      }
      if (!isStopped) setAll(handovers)
    }
    read().catch(() => {
      if (isStopped) return
      toastError(i18nNow().t('The handovers could not be loaded.'))
      onFailed()
    })
    return () => {
      isStopped = true
    }
  }, [])
  return all
}

function Rows({ handover: { giver, department, note, createdAt, items } }: { handover: Handover }) {
  const reader = useReader()
  const head = (
    <td>
      <span className="tabular">{formatDateTime(createdAt, reader)}</span>
      <span dir="auto" className="block">
        {fullName(giver)}
      </span>
      <span dir="auto" className="block text-muted text-xs">
        {department?.name}
      </span>
    </td>
  )
  return (
    <>
      {note && (
        <tr>
          {head}
          <td colSpan={3} dir="auto" className="whitespace-pre-wrap">
            {note}
          </td>
        </tr>
      )}
      {items.map((item, at) => (
        <tr key={item.id}>
          {at === 0 && !note ? head : <td />}
          <PrintedItem item={item} />
        </tr>
      ))}
    </>
  )
}

function PrintedItem({
  item: { task, text, severity, next, ifThen, toUser, receivedBy, receivedAt, questions },
}: {
  item: HandoverItem
}) {
  const reader = useReader()
  const { i18n } = reader
  return (
    <>
      <td>
        <span className="font-semibold">{i18n.t(severityLabels[severity])}</span>
        {[task?.title, task?.place, text].filter(Boolean).map((words) => (
          <span key={words} dir="auto" className="block">
            {words}
          </span>
        ))}
        {toUser && (
          <span dir="auto" className="block text-muted text-xs">
            {i18n.t('for {name}', { name: fullName(toUser) })}
          </span>
        )}
      </td>
      <td>
        <span dir="auto" className="block whitespace-pre-wrap">
          {next || i18n.t('Please check whether this is done.')}
        </span>
        {ifThen && (
          <span dir="auto" className="block text-muted">
            {ifThen}
          </span>
        )}
        {questions.map(({ id, asker, question, answer, answeredBy }) => (
          <span key={id} className="mt-1 block text-xs">
            <span dir="auto" className="block">
              {fullName(asker)}: {question}
            </span>
            {answer && (
              <span dir="auto" className="block">
                {answeredBy && fullName(answeredBy)}: {answer}
              </span>
            )}
          </span>
        ))}
      </td>
      <td className="tabular">
        {receivedBy && receivedAt ? (
          <>
            <span dir="auto" className="block">
              {fullName(receivedBy)}
            </span>
            {formatDateTime(receivedAt, reader)}
          </>
        ) : (
          i18n.t('Waiting ##for somebody to receive it')
        )}
      </td>
    </>
  )
}
