import { sopsApi } from '../../../shared/sops.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Field, Input } from '../../ui/field.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChoiceField } from './choice-field.tsx'
import { sopChoices } from './sop-choices.ts'

/** A procedure, and the page at which it opens as somebody types it. */
export interface ChosenProcedure {
  sopId: number | null
  page: string
}

/** Checks the page of a procedure. Returns the fault in words; undefined if it is good, or has no procedure. */
export function useProcedureFault() {
  const i18n = useI18n()
  const { data } = useReply(sopsApi.list, {})
  return ({ sopId, page }: ChosenProcedure) => {
    const pages = data?.find(({ id }) => id === sopId)?.pages
    const number = Number(page)
    const isPage = /^\d+$/.test(page.trim()) && number >= 1 && number <= (pages ?? 1_000_000)
    if (sopId === null || isPage) return undefined
    return pages === undefined
      ? i18n.t('Enter a page')
      : i18n.t('Enter a page from 1 to {pages}', { pages: i18n.number(pages) })
  }
}

/** Chooses the procedure by which something is done, and the page at which it opens. */
export function ProcedureFields({
  value: { sopId, page },
  fault,
  onChange,
}: {
  value: ChosenProcedure
  fault?: string | undefined
  onChange: (value: ChosenProcedure) => void
}) {
  const i18n = useI18n()
  const query = useReply(sopsApi.list, {})
  const { data } = query
  if (!data) {
    return (
      <NotLoaded query={query} failure={i18n.t('The procedures could not be loaded.')}>
        <Skeleton className="h-15" />
      </NotLoaded>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
        <Field label={i18n.t('Procedure')}>
          <ChoiceField
            choices={sopChoices(data, i18n)}
            value={sopId === null ? '' : String(sopId)}
            onChange={(id) => onChange({ sopId: id === '' ? null : Number(id), page: '1' })}
            label={i18n.t('Procedures')}
          />
        </Field>
        <Field label={i18n.t('Page')}>
          <Input
            inputMode="numeric"
            value={page}
            disabled={sopId === null}
            onChange={({ target }) => onChange({ sopId, page: target.value })}
          />
        </Field>
      </div>
      {fault && (
        <p role="alert" className="font-medium text-overdue text-sm">
          {fault}
        </p>
      )}
    </div>
  )
}
