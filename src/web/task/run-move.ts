import { notifyManager } from '@tanstack/react-query'
import type { Endpoint } from '../../shared/endpoint.ts'
import type { FilterValues } from '../../shared/task-filter.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { isKeyOf, queryClient } from '../api/queries.ts'
import { viewerNow } from '../api/viewer.ts'
import { i18nNow } from '../language.ts'
import { onOwnChange, ownChangesCome } from '../live/own-changes.ts'
import { onSent, QUEUED } from '../offline/offline-queue.ts'
import { type Toast, toast } from '../ui/toast.tsx'
import { endMove, type Move, markCounted, markCountedAs, startMove } from './moves.ts'
import { shownStatusNow } from './overdue.ts'

/** The last call of each task. Calls for one task are sent one after another, in the order in which they were made. */
const lastCalls = new Map<number, Promise<unknown>>()

export function sendInOrder<R>(id: number, send: () => Promise<R>) {
  const call = (lastCalls.get(id) ?? Promise.resolve()).catch(() => {}).then(send)
  lastCalls.set(id, call)
  return call.finally(() => lastCalls.get(id) === call && lastCalls.delete(id))
}

/** Lets later calls for the task wait for this one, which waits for none itself. */
export function sendFirst<R>(id: number, call: Promise<R>) {
  const both = Promise.allSettled([lastCalls.get(id), call])
  lastCalls.set(id, both)
  void both.finally(() => lastCalls.get(id) === both && lastCalls.delete(id))
  return call
}

/** Waits for the reads of an endpoint that are under way. */
export const waitForReads = (endpoint: Pick<Endpoint, 'path'>) =>
  queryClient.refetchQueries(
    { predicate: ({ queryKey, state }) => isKeyOf(endpoint, queryKey) && state.fetchStatus === 'fetching' },
    { cancelRefetch: false },
  )

/** Waits until the reply is drawn: components hear of it a task later. */
export const untilDrawn = () => new Promise<void>((resolve) => notifyManager.schedule(resolve))

/** Other screens that show tasks. Their contracts are no part of the first screen's script. */
const otherReads = [{ path: '/tasks/people' }, { path: '/today' }] as const

/** Ends a move once the server's replies contain it. */
async function settle(move: Move) {
  await ownChangesCome()
  await waitForReads(tasksApi.board)
  await untilDrawn()
  markCounted(move)
  await Promise.all([tasksApi.list, ...otherReads].map(waitForReads))
  await untilDrawn()
  endMove(move)
}

// A queued change has been sent. Its card stays where it is until the server's replies contain the change.
onSent(({ shows }) => {
  if (!('task' in shows)) return
  const move = { ...shows, counted: false }
  startMove(move)
  void settle(move)
})

// A change may be in the replies before its call has been answered: the card must not be counted twice until then.
onOwnChange(async ({ resource, id, after }) => {
  if (resource !== 'tasks' || typeof id !== 'number') return
  await untilDrawn()
  markCountedAs(id, after ? shownStatusNow(after as FilterValues) : null)
})

interface Outcome {
  success: Toast
  onFailure: (error: unknown) => void
}

/**
 * Shows a move at once and sends it. If the send fails, the move is taken back. Without a network it is queued. Returns
 * the call; a caller need not handle its failure.
 */
export function runMove<R>(move: Move, send: () => Promise<R>, outcome: Outcome): Promise<R> {
  startMove(move)
  const call = sendInOrder(move.task.id, send)
  void follow(move, call, outcome, viewerNow()?.id)
  return call
}

async function follow(move: Move, call: Promise<unknown>, { success, onFailure }: Outcome, by: string | undefined) {
  // Somebody else may have signed in meanwhile. It does not concern them.
  const isOthers = () => viewerNow()?.id !== by
  try {
    const result = await call
    if (isOthers()) return endMove(move)
    if (result === QUEUED) {
      endMove(move)
      const i18n = i18nNow()
      return toast({
        ...success,
        short: undefined,
        title: i18n.t('Saved on this device'),
        description: i18n.t('It will be sent when the connection returns.'),
        waits: true,
      })
    }
    toast(success)
    await settle(move)
  } catch (error) {
    endMove(move)
    if (!isOthers()) onFailure(error)
  }
}
