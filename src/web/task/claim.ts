import type { Viewer } from '../../shared/auth.ts'
import { problemsApi } from '../../shared/problems.ts'
import type { Task } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { showChanges } from '../api/queries.ts'
import { viewerNow } from '../api/viewer.ts'
import { fullName } from '../components/people/avatar.tsx'
import { i18nNow } from '../language.ts'
import { serverNowText } from '../server-time.ts'
import { type Toast, toast, toastError } from '../ui/toast.tsx'
import type { Move } from './moves.ts'
import { shownStatusNow } from './overdue.ts'
import { runMove } from './run-move.ts'
import { undoAction } from './undo-action.ts'
import { addUndoable, forgetUndoable } from './undo-stack.ts'

/**
 * Taking a task that nobody has, and giving it back. Both need the network: without it nobody could say whether
 * somebody else was faster, and two people would go to the same leak.
 */

/** The task with another assignee. A task in progress is pending again when it is given back. */
function moveTo(task: Task, assignee: Task['assignee']): Move {
  const status = assignee === null && task.status === 'in_progress' ? 'pending' : task.status
  const takenAt = assignee && serverNowText()
  const moved = { ...task, status, assignee, assigneeId: assignee?.id ?? null, takenAt, isReceived: false }
  return { task: moved, from: shownStatusNow(task), to: shownStatusNow(moved), counted: false }
}

const send = <R>(sending: Promise<R>) => {
  const show = (reply: R | undefined) => void showChanges(problemsApi.release.changes, reply)
  sending.then(show, () => show(undefined))
  return sending
}

/** Takes a task for the viewer. The card shows it at once, or a faster assignee. Returns whether they have it. */
export function claim(task: Task, { id, firstName, lastName, email, profileImageUrl }: Viewer): Promise<boolean> {
  const i18n = i18nNow()
  const me = { id, firstName, lastName, email, profileImageUrl }
  const { id: taskId, title } = task
  const undone: Toast = { title: i18n.t('Undone: {name}', { name: title }) }
  const move = moveTo(task, me)
  const change = addUndoable({
    by: id,
    undo: () => sendRelease(move.task, undefined, undone),
  })
  return runMove(move, () => send(call(problemsApi.claim, { params: { id: taskId } })), {
    success: { title: i18n.t('You have it: {title}', { title }), action: undoAction(change) },
    onFailure(error) {
      forgetUndoable(change)
      showClaimFailure(error)
    },
  }).then(
    () => true,
    () => false,
  )
}

function showClaimFailure(error: unknown) {
  const i18n = i18nNow()
  if (error instanceof CallError && error.reply?.code === 'taken') {
    const { assignee } = error.reply
    const title = assignee ? i18n.t('{name} was faster', { name: fullName(assignee) }) : i18n.t('Somebody was faster')
    toast({ title, destructive: true })
  } else if (error instanceof TypeError) {
    const title = i18n.t('Taking a task needs a connection')
    toast({ title, description: i18n.t('Somebody else may have it already.'), destructive: true })
  } else toastError(messageOf(error, i18n.t('The task could not be taken')))
}

/** Gives a task back, so that others can take it. `note` says why, for all who see the task. */
export function giveTaskBack(task: Task, note?: string): Promise<boolean> {
  const i18n = i18nNow()
  return sendRelease(task, note, {
    title: i18n.t('Given back: {title}', { title: task.title }),
    description: i18n.t('Others can take it now.'),
  })
}

/** Returns false if it may be tried again. */
function sendRelease(task: Task, note: string | undefined, success: Toast): Promise<boolean> {
  const i18n = i18nNow()
  const by = viewerNow()?.id
  const body = note ? { note } : {}
  return runMove(moveTo(task, null), () => send(call(problemsApi.release, { params: { id: task.id }, body })), {
    success,
    onFailure(error) {
      if (viewerNow()?.id !== by) return
      if (!(error instanceof TypeError)) return toastError(messageOf(error, i18n.t('The task could not be given back')))
      toast({ title: i18n.t('Giving a task back needs a connection'), destructive: true })
    },
  }).then(
    () => true,
    () => false,
  )
}
