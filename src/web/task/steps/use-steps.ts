import { useMemo } from 'react'
import { type Step, type StepList, type StepValue, stepsApi } from '../../../shared/steps.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { call } from '../../api/call.ts'
import { hasStatus, isEditedMeanwhile, messageOf } from '../../api/call-endpoint.ts'
import { keyOf, markStale, queryClient, useReply } from '../../api/queries.ts'
import { viewerNow } from '../../api/viewer.ts'
import { i18nNow } from '../../language.ts'
import { registerPatches } from '../../live/reply-patches.ts'
import { stepPatches } from '../../live/step-changes.ts'
import { callOrEnqueue, QUEUED } from '../../offline/offline-queue.ts'
import { type QueuedWrite, queuedWrites, useOfflineQueue } from '../../offline/queued-writes.ts'
import { createStore, onPersonGone } from '../../store.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { removeShownPhoto } from '../photos/remove-photo.ts'
import { sendFirst } from '../run-move.ts'
import { addUndoable, forgetUndoable, type Undoable } from '../undo-stack.ts'

registerPatches('steps', stepPatches)

/** A step's possible values: see `Step`. */
export type EnteredValue = Step['value']

/** Values that the server's replies do not contain yet, by the step's id. */
const entered = createStore<ReadonlyMap<number, EnteredValue>>(new Map())

/** The steps of a task as its people see them: with entries made here that are under way, or wait for a network. */
export function useSteps(taskId: number) {
  const { data, isError, isFetching, refetch } = useReply(stepsApi.list, { params: { id: taskId } })
  const underWay = entered.use()
  const queued = useOfflineQueue()
  const steps = useMemo(() => data?.steps.map((step) => withValue(step, queued, underWay)), [data, queued, underWay])
  return { steps, isError, isFetching, refetch }
}

/** The required steps that hold the task open, as far as they were read. */
export function openRequired(taskId: number): Step[] {
  const { steps = [] } = queryClient.getQueryData<StepList>(keyOf(stepsApi.list, { params: { id: taskId } })) ?? {}
  return steps.map((step) => withValue(step, queuedWrites(), entered.get())).filter(holdsOpen)
}

/** Whether a step must be done before its task is completed. */
export const holdsOpen = ({ required, doneBy }: Step) => required && doneBy === null

function withValue(step: Step, queued: readonly QueuedWrite[], underWay: ReadonlyMap<number, EnteredValue>): Step {
  const waiting = queued.flatMap(({ shows, refusal }) =>
    refusal === null && 'step' in shows && shows.step === step.id ? [shows.value] : [],
  )
  const value = underWay.has(step.id) ? underWay.get(step.id) : waiting.at(-1)
  return value === undefined ? step : enteredBy(step, value)
}

/** The step as it will be once the server has the value. */
function enteredBy(step: Step, value: EnteredValue): Step {
  const viewer = viewerNow()
  const doneBy =
    value === null || !viewer ? null : { id: viewer.id, firstName: viewer.firstName, lastName: viewer.lastName }
  return { ...step, value, doneBy, doneAt: null, photoId: step.kind === 'photo' ? (value as string | null) : null }
}

const note = (id: number, value: EnteredValue | undefined) => {
  const all = new Map(entered.get())
  if (value === undefined) all.delete(id)
  else all.set(id, value)
  entered.set(all)
}

/**
 * Enters the value of a step, or clears it with null. It is shown at once, and taken back with a toast if the server
 * refuses. Without a network it waits in the queue with its time. The server is told which value the person has seen
 * (`was`), so that nothing is lost that somebody else has entered since. The first entry starts a pending task. Returns
 * the error if the server refuses, when the steps have been read again if need be.
 */
export async function enterValue(task: Task, step: Step, value: EnteredValue, was = step.value): Promise<unknown> {
  const i18n = i18nNow()
  const body = { value, was } as StepValue
  note(step.id, value)
  try {
    // A completion that follows at once must find the step done.
    const sending = callOrEnqueue(
      stepsApi.setValue,
      { params: { id: step.id }, body },
      {
        words: {
          what: task.title,
          deed:
            value === null
              ? i18n.t('Step reopened: {step}', { step: step.text })
              : i18n.t('Step done: {step}', { step: step.text }),
        },
        shows: { step: step.id, value },
        photos: step.kind === 'photo' && typeof value === 'string' ? [value] : undefined,
        body: (at) => ({ ...body, at }),
      },
    )
    const reply = await sendFirst(task.id, sending)
    if (reply === QUEUED) return undefined
    show(task.id, reply)
    if (value !== null && task.status === 'pending') noteStart(task, reply)
    else if (value === null && starts.get(task.id)?.stepId === step.id) await undoStart(task)
    return undefined
  } catch (error) {
    toastError(messageOf(error, i18n.t('The step could not be saved')))
    // Somebody has deleted it, or the task; or has entered something else.
    if (hasStatus(error, 404) || isEditedMeanwhile(error)) await markStale(['steps'])
    return error
  } finally {
    if (entered.get().get(step.id) === value) note(step.id, undefined)
  }
}

/** The step whose entry on this page has started its task, and the change that can be undone, by the task's id. */
const starts = new Map<number, { stepId: number; change: Undoable }>()
onPersonGone(() => starts.clear())

/** The server has started the task with its first entry. To clear the step, or Undo, takes back both. */
function noteStart(task: Task, step: Step) {
  const by = viewerNow()?.id
  if (!by) return
  async function undo() {
    const isUndone = (await enterValue(task, step, null)) === undefined
    if (isUndone) toast({ title: i18nNow().t('Undone: {name}', { name: task.title }), short: i18nNow().t('Undone') })
    return isUndone
  }
  starts.set(task.id, { stepId: step.id, change: addUndoable({ by, undo }) })
}

async function undoStart({ id }: Task) {
  const start = starts.get(id)
  starts.delete(id)
  if (start) forgetUndoable(start.change)
  const to = [{ ids: [id], values: { status: 'pending' as const } }]
  // If somebody has changed the status since, it stays.
  await call(tasksApi.undo, { body: { from: { status: 'in_progress' }, to } }).catch(() => undefined)
  await markStale(tasksApi.undo.changes)
}

/** Removes an open step's photo. Undo restores it. A photo without a network goes with waiting changes. */
export async function removeStepPhoto(task: Task, step: Step): Promise<void> {
  const isWaiting = queuedWrites().some(({ shows }) => 'step' in shows && shows.step === step.id)
  if (isWaiting || !step.photoId) return void (await enterValue(task, step, null))
  const open = { ...step, value: null, photoId: null, doneBy: null, doneAt: null }
  await removeShownPhoto(step.photoId, (isThere) => show(task.id, isThere ? step : open))
}

/** A step as the server had it when it was last read; undefined if it is not there. */
export const stepNow = (taskId: number, id: number) =>
  queryClient
    .getQueryData<StepList>(keyOf(stepsApi.list, { params: { id: taskId } }))
    ?.steps.find((step) => step.id === id)

/** Puts a step into the list that was read. */
function show(taskId: number, step: Step) {
  const key = keyOf(stepsApi.list, { params: { id: taskId } })
  queryClient.setQueryData<StepList>(
    key,
    (list) => list && { steps: list.steps.map((other) => (other.id === step.id ? step : other)) },
  )
}

/** Shows the steps in an order that the server does not have yet. */
export function showOrder(taskId: number, steps: Step[]) {
  const key = keyOf(stepsApi.list, { params: { id: taskId } })
  queryClient.setQueryData<StepList>(key, { steps })
}
