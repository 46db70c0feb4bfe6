import { Link } from '@tanstack/react-router'
import { BookOpen, FileText, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type ProcedureOfTask, procedureApi } from '../../../shared/procedure.ts'
import { sopsApi } from '../../../shared/sops.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { msg } from '../../../shared/words/message.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { type ChosenProcedure, ProcedureFields, useProcedureFault } from '../../components/choice/procedure-fields.tsx'
import { tellFailure } from '../../components/forms/tell.ts'
import { useI18n } from '../../language.ts'
import { registerPatches } from '../../live/reply-patches.ts'
import { procedureSopPatches, procedureTaskPatches } from '../../live/step-changes.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMayChange } from '../occurrence.tsx'

registerPatches('tasks', procedureTaskPatches)
registerPatches('sops', procedureSopPatches)

/** The procedure by which a task is done: to read at its page, and to choose for those who may edit the task. */
export function ProcedureSection({ task }: { task: Task }) {
  const i18n = useI18n()
  const mayEdit = useMayChange('task:update', task)
  const [choosing, setChoosing] = useState(false)
  if (choosing) return <ChooseProcedure task={task} onClose={() => setChoosing(false)} />
  // A device may hold a task from before there were procedures on tasks.
  if (!task.sopId) {
    if (!mayEdit) return null
    return (
      <Button variant="ghost" onClick={() => setChoosing(true)} className="-mx-3 self-start">
        <BookOpen aria-hidden="true" className="size-4" />
        {i18n.t('Add a procedure')}
      </Button>
    )
  }
  return <Chosen task={task} onChange={mayEdit ? () => setChoosing(true) : undefined} />
}

function Chosen({ task, onChange }: { task: Task; onChange: (() => void) | undefined }) {
  const i18n = useI18n()
  const query = useReply(procedureApi.get, { params: { id: task.id } })
  const { data } = query
  if (!data) {
    return (
      <NotLoaded query={query} failure={i18n.t('The procedure could not be loaded.')}>
        <Skeleton className="h-15" />
      </NotLoaded>
    )
  }
  const { procedure, canRead, changed } = data
  if (!procedure) return null
  return (
    <section
      aria-label={i18n.t('Procedure')}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-3"
    >
      {changed && <HasChanged procedure={procedure} changeNote={changed.changeNote} />}
      <div className="flex items-center gap-3">
        <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <bdi className="line-clamp-2 font-medium wrap-anywhere">{procedure.title}</bdi>
          <span className="tabular block text-muted text-sm">
            {canRead
              ? i18n.t('Page {page}', { page: procedure.page })
              : i18n.t('You cannot read this procedure. Ask a manager of its department.')}
          </span>
        </span>
        {onChange && (
          <IconButton label={i18n.t('Change the procedure')} onClick={onChange}>
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        {canRead && <Read procedure={procedure} />}
      </div>
    </section>
  )
}

type Procedure = NonNullable<ProcedureOfTask['procedure']>

/** Opens the document at its page. */
function Read({ procedure: { id, page } }: { procedure: Procedure }) {
  const i18n = useI18n()
  return (
    <Link to="/sops" search={{ sop: id, page }} className={buttonClass()}>
      {i18n.t('Read ##do it')}
    </Link>
  )
}

/** The document has changed since this person last worked by it. One tap confirms it; work goes on without. */
function HasChanged({ procedure: { id, revision }, changeNote }: { procedure: Procedure; changeNote: string | null }) {
  const i18n = useI18n()
  const { mutate, isPending } = useCall(sopsApi.confirm, {
    onError: tellFailure(msg('Failed to confirm the reading')),
  })
  return (
    <div role="status" className="flex flex-col gap-2 rounded-control bg-accent-soft p-3">
      <p className="font-semibold">{i18n.t('This procedure has changed since you last did this')}</p>
      {changeNote && (
        <p dir="auto" className="text-pretty wrap-anywhere">
          {changeNote}
        </p>
      )}
      {revision !== null && (
        <Button
          pending={isPending}
          onClick={() => mutate({ params: { id }, body: { revision } })}
          className="self-start"
        >
          {i18n.t('I have read and understood this')}
        </Button>
      )}
    </div>
  )
}

/** Chooses the procedure of a task, and the page at which it opens. It is saved at once. */
function ChooseProcedure({ task, onClose }: { task: Task; onClose: () => void }) {
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
