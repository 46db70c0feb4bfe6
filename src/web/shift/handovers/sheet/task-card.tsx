import { MapPin } from 'lucide-react'
import { useId } from 'react'
import { commentsApi } from '../../../../shared/comments.ts'
import { MAX_HANDOVER_TEXT } from '../../../../shared/handovers.ts'
import type { Task } from '../../../../shared/tasks.ts'
import { type Message, msg } from '../../../../shared/words/message.ts'
import { queryClient, replyOf } from '../../../api/queries.ts'
import { useViewer } from '../../../api/viewer.ts'
import { useI18n } from '../../../language.ts'
import { useConnection } from '../../../live/connection.ts'
import type { HandoverTask } from '../../../offline/queued-writes.ts'
import { useMayGiveBack } from '../../../task/claim-button.tsx'
import { card } from '../../../ui/card.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { DetailsFields } from './details-fields.tsx'
import {
  changeHandoverDraft,
  choices,
  type HandoverChoice,
  isTyped,
  NO_DETAILS,
  type TaskDraft,
  useHandoverDraft,
} from './draft.ts'
import { useNextPerson } from './next-person.ts'
import type { DraftFaults } from './plan.ts'

const labels: Record<HandoverChoice, Message> = {
  done: msg('Done ##a task'),
  keep: msg('Keep ##a task'),
  back: msg('Give back ##a task'),
  over: msg('Hand over ##a task'),
}

interface CardProps<T> {
  task: T
  choice: HandoverChoice
  fault: DraftFaults[string] | undefined
  /** Something was changed: its fault is out of date. */
  onChange: () => void
}

/** One of the person's tasks, and the choice for it. */
export function TaskCard(props: CardProps<Task>) {
  const { task, choice } = props
  const { id: by } = useViewer()
  const { away } = useConnection()
  const mayGiveBack = useMayGiveBack(task)
  const offered = choices.filter((value) => value !== 'back' || (mayGiveBack && !(away && choice !== 'back')))
  return <Card {...props} offered={offered} onHandOver={() => void prefill(by, task)} />
}

/** A task that is not among the person's tasks, for which something was typed. */
export const DraftedCard = (props: CardProps<HandoverTask>) => <Card {...props} offered={['keep', 'over']} />

function Card({
  task,
  choice,
  fault,
  onChange,
  offered,
  onHandOver,
}: CardProps<HandoverTask> & {
  offered: readonly HandoverChoice[]
  /** It is to be handed over, and nothing was typed yet. */
  onHandOver?: () => void
}) {
  const i18n = useI18n()
  const { id: by } = useViewer()
  const { away } = useConnection()
  const titleId = useId()
  const draft = useHandoverDraft(by).tasks[task.id]
  const details = draft ?? NO_DETAILS
  const change = (changes: Partial<TaskDraft>) => {
    onChange()
    changeTask(by, task, { choice, ...changes })
  }
  const planned = useNextPerson(task.departmentId)
  const choose = (next: HandoverChoice) => {
    const isOffered = next === 'over' && details.toUserId === '' && !isTyped(details)
    change({ choice: next, ...(isOffered && planned && { toUserId: planned.user.id }) })
    if (next === 'over' && details.next === '') onHandOver?.()
  }
  return (
    <li className={`${card} px-3.5 py-3`}>
      <h3 id={titleId} dir="auto" className="line-clamp-2 font-semibold leading-snug wrap-anywhere">
        {task.title}
      </h3>
      {task.place && (
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
          <bdi className="min-w-0 truncate">{task.place}</bdi>
        </p>
      )}
      <Segmented<HandoverChoice>
        label={task.title}
        value={choice}
        onChange={choose}
        choices={offered.map((value) => ({ value, label: i18n.t(labels[value]) }))}
        className="mt-2 flex w-full"
      />
      {away && choice === 'back' && (
        <p className="mt-1.5 text-muted text-sm">{i18n.t('Giving a task back needs a connection')}</p>
      )}
      {fault?.general && (
        <p role="alert" className="mt-1.5 font-medium text-overdue text-sm">
          {fault.general}
        </p>
      )}
      {choice === 'over' && (
        <DetailsFields details={details} departmentId={task.departmentId} fault={fault?.next} onChange={change} />
      )}
    </li>
  )
}

const changeTask = (
  by: string,
  { id, title, place, departmentId }: HandoverTask,
  changes: Partial<TaskDraft> & Pick<TaskDraft, 'choice'>,
) =>
  changeHandoverDraft(by, (draft) => {
    const task = { id, title, place, departmentId }
    return { ...draft, tasks: { ...draft.tasks, [id]: { ...NO_DETAILS, ...draft.tasks[id], task, ...changes } } }
  })

/** Begins the next step with the last comment, unless something was typed meanwhile. */
async function prefill(by: string, task: Task) {
  if (task.comments === 0) return
  const page = await queryClient
    .fetchQuery(replyOf(commentsApi.list, { params: { id: task.id }, query: { last: 'true' } }))
    .catch(() => undefined)
  const last = page?.comments.findLast(({ text, deletedAt }) => text !== '' && deletedAt === null)
  if (!last) return
  changeHandoverDraft(by, (draft) => {
    const own = draft.tasks[task.id]
    if (own?.choice !== 'over' || own.next !== '') return draft
    return {
      ...draft,
      tasks: { ...draft.tasks, [task.id]: { ...own, next: last.text.slice(0, MAX_HANDOVER_TEXT) } },
    }
  })
}
