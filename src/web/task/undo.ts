import { routinesApi } from '../../shared/routines.ts'
import { type Task, type TaskUndo, tasksApi } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { type CallError, isEditedMeanwhile, isRefused, messageOf } from '../api/call-endpoint.ts'
import { markStale } from '../api/queries.ts'
import { statusLabels } from '../components/labels/status-icon.tsx'
import { i18nNow } from '../language.ts'
import { callOrEnqueue, takeFromQueue } from '../offline/offline-queue.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { shownStatusNow } from './overdue.ts'
import { reveal } from './reveal.ts'
import { runMove } from './run-move.ts'
import { shortList } from './short-list.ts'

/**
 * Undoing changes of tasks. The server puts the former values back only where the task still has the change's values,
 * so that nobody overwrites another person's later work. Each function returns false if it may be tried again.
 */

let last: Promise<unknown> = Promise.resolve()
/** One after another: two changes of the same task are undone in the right order. */
function inTurn<R>(run: () => Promise<R>): Promise<R> {
  const turn = last.then(run)
  last = turn.catch(() => {})
  return turn
}

/** Undoes a status. The card moves at once. A change that still waits for the network is taken back. */
export function undoStatus({
  task,
  moved,
  key,
  call: change,
}: {
  /** The task before the change, and after it. */
  task: Task
  moved: Task
  /** The idempotency key of the change. */
  key: string
  call: Promise<unknown>
}): Promise<boolean> {
  const i18n = i18nNow()
  const { id, title: name, status } = task
  const back = { ...moved, status }
  const [from, to] = [shownStatusNow(moved), shownStatusNow(back)]
  const send = async () => {
    const failed = await change.then(
      () => false,
      () => true,
    )
    if (failed || (await takeFromQueue(key))) return
    await callOrEnqueue(
      tasksApi.undo,
      { body: { from: { status: moved.status }, to: [{ ids: [id], values: { status } }] } },
      {
        words: { what: name, deed: i18n.t('Status: {status}', { status: i18n.t(statusLabels[status]) }) },
        shows: { task: back, from, to },
      },
    )
  }
  const sent = runMove({ task: back, from, to, counted: false }, () => inTurn(send), {
    success: { title: i18n.t('Undone: {name}', { name }), short: i18n.t('Undone') },
    onFailure: (error) => showFailure(error, name),
  })
  if (from !== to) reveal(id)
  return sent.then(() => true, isRefused)
}

/** Undoes a change of one or many tasks. Tasks changed meanwhile stay as they are, and a toast names them. */
export async function undoChange({ from, to }: TaskUndo, titles: ReadonlyMap<number, string>): Promise<boolean> {
  const i18n = i18nNow()
  const ids = to.flatMap(({ ids }) => ids)
  const count = ids.length
  const name = titles.get(ids[0] ?? 0) ?? ''
  try {
    const kept = await inTurn(() => putBack(from, to))
    const names = kept.map((id) => titles.get(id) ?? '')
    if (count === 1 && kept.length === 1) showConflict(name)
    else
      toast({
        title:
          count === 1
            ? i18n.t('Undone: {name}', { name })
            : i18n.t('{count, plural, one {Undone: # task} other {Undone: # tasks}}', { count: count - kept.length }),
        ...(kept.length > 0 && {
          description: i18n.t('Changed meanwhile, not undone: {names}', { names: shortList(names, i18n) }),
          destructive: true,
        }),
      })
    return true
  } catch (error) {
    showFailure(error, name)
    return isRefused(error)
  } finally {
    void markStale(tasksApi.undo.changes)
  }
}

/** Puts values back, and returns the ids of the tasks that the server keeps as they are. */
async function putBack(from: TaskUndo['from'], to: TaskUndo['to']): Promise<number[]> {
  try {
    await call(tasksApi.undo, { body: { from, to } })
    return []
  } catch (error) {
    const kept = isEditedMeanwhile(error) ? keptTasks(error, to) : []
    const rest = to
      .map(({ ids, values }) => ({ ids: ids.filter((id) => !kept.includes(id)), values }))
      .filter(({ ids }) => ids.length > 0)
    if (kept.length === 0) throw error
    if (rest.length > 0) await call(tasksApi.undo, { body: { from, to: rest } })
    return kept
  }
}

/** The tasks that the issues of a refusal name, as "to.0.ids.1". */
const keptTasks = ({ reply }: CallError, to: TaskUndo['to']) =>
  (reply?.issues ?? []).flatMap(({ path }) => {
    const [, group, , index] = path.split('.')
    return to[Number(group)]?.ids[Number(index)] ?? []
  })

function showFailure(error: unknown, name: string) {
  const i18n = i18nNow()
  if (isEditedMeanwhile(error)) showConflict(name)
  else toastError(messageOf(error, i18n.t('Failed to undo')))
}

function showConflict(name: string) {
  const i18n = i18nNow()
  toast({ title: i18n.t('{name} was changed meanwhile, not undone', { name }), destructive: true })
}

/** Opens a skipped occurrence again, and says how that went. */
export async function undoSkip({ id, title: name }: Task): Promise<boolean> {
  const i18n = i18nNow()
  try {
    await inTurn(() => call(routinesApi.unskip, { params: { id } }))
    toast({ title: i18n.t('Undone: {name}', { name }) })
    return true
  } catch (error) {
    showFailure(error, name)
    return isRefused(error)
  } finally {
    void markStale(routinesApi.unskip.changes)
  }
}

/** Restores deleted tasks and shows a toast with the result. Returns whether all were restored. */
export async function restore(ids: readonly number[]) {
  const i18n = i18nNow()
  const outcomes = await Promise.allSettled(ids.map((id) => call(tasksApi.restore, { params: { id } })))
  const restored = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  void markStale(tasksApi.restore.changes)
  if (restored.length < ids.length) {
    const count = ids.length - restored.length
    toastError(
      ids.length === 1
        ? i18n.t('Failed to restore task')
        : i18n.t('{count, plural, one {Failed to restore # tasks} other {Failed to restore # tasks}}', { count }),
    )
    return false
  }
  const [first] = restored
  if (restored.length === 1 && first !== undefined) reveal(first)
  toast({
    title:
      restored.length === 1
        ? i18n.t('Task restored successfully')
        : i18n.t('{count, plural, one {# task restored} other {# tasks restored}}', { count: restored.length }),
  })
  return true
}
