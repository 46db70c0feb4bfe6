import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../shared/call.ts'
import { sopsApi } from '../../../shared/sops.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { ChoiceField } from '../../components/choice-field.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sopChoices } from './sop-choices.ts'

/** Chooses the procedure of a task, and the page at which it opens. It is saved at once. */
export function ChooseProcedure({ task, onClose }: { task: Task; onClose: () => void }) {
  const i18n = useI18n()
  const { data, isError, isFetching, refetch } = useReply(sopsApi.list, {})
  const [sopId, setSopId] = useState(task.sopId)
  const [page, setPage] = useState(String(task.sopPage ?? 1))
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useCall(tasksApi.update, {
    onSuccess: onClose,
    onError: (error) => setFault(messageOf(error, i18n.t('The procedure could not be saved'))),
  })
  if (!data) {
    return isError ? (
      <FailedState message={i18n.t('The procedures could not be loaded.')} onRetry={refetch} pending={isFetching} />
    ) : (
      <Skeleton className="h-15" />
    )
  }
  const pages = data.find(({ id }) => id === sopId)?.pages
  const save = (event: FormEvent) => {
    event.preventDefault()
    const number = Number(page)
    const isPage = /^\d+$/.test(page.trim()) && number >= 1 && number <= (pages ?? number)
    if (sopId !== null && !isPage)
      return setFault(
        pages === undefined
          ? i18n.t('Enter a page')
          : i18n.t('Enter a page from 1 to {pages}', { pages: i18n.number(pages) }),
      )
    mutate({ params: { id: task.id }, body: { sopId, sopPage: sopId === null ? null : number } })
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3 rounded-card border border-line p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
        <Field label={i18n.t('Procedure')}>
          <ChoiceField
            choices={sopChoices(data, i18n)}
            value={sopId === null ? '' : String(sopId)}
            onChange={(id) => {
              setSopId(id === '' ? null : Number(id))
              setPage('1')
            }}
            label={i18n.t('Procedures')}
          />
        </Field>
        <Field label={i18n.t('Page')}>
          <Input
            inputMode="numeric"
            value={page}
            disabled={sopId === null}
            onChange={({ target }) => setPage(target.value)}
          />
        </Field>
      </div>
      {fault && (
        <p role="alert" className="font-medium text-overdue text-sm">
          {fault}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  )
}
