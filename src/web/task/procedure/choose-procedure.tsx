import { type FormEvent, useState } from 'react'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { type ChosenProcedure, ProcedureFields, useProcedureFault } from '../../components/choice/procedure-fields.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'

/** Chooses the procedure of a task, and the page at which it opens. It is saved at once. */
export function ChooseProcedure({ task, onClose }: { task: Task; onClose: () => void }) {
  const i18n = useI18n()
  const faultOf = useProcedureFault()
  const [chosen, setChosen] = useState<ChosenProcedure>({ sopId: task.sopId, page: String(task.sopPage ?? 1) })
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useCall(tasksApi.update, {
    onSuccess: onClose,
    onError: (error) => setFault(messageOf(error, i18n.t('The procedure could not be saved'))),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = faultOf(chosen)
    setFault(found)
    if (found) return
    const { sopId, page } = chosen
    mutate({ params: { id: task.id }, body: { sopId, sopPage: sopId === null ? null : Number(page) } })
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3 rounded-card border border-line p-3">
      <ProcedureFields value={chosen} fault={fault} onChange={setChosen} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  )
}
