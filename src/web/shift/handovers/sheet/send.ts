import { handoversApi } from '../../../../shared/handovers.ts'
import { problemsApi } from '../../../../shared/problems.ts'
import type { Task } from '../../../../shared/tasks.ts'
import { call, randomHex } from '../../../api/call.ts'
import { CallError, faultOf, messageOf } from '../../../api/call-endpoint.ts'
import { markStale } from '../../../api/queries.ts'
import { i18nNow } from '../../../language.ts'
import { callOrEnqueue, QUEUED } from '../../../offline/offline-queue.ts'
import { createStore } from '../../../store.ts'
import { sendStatus } from '../../../task/send-status.ts'
import { type DraftFaults, handoverOf, keyOfItem, type Plan } from './plan.ts'

/** Characters of the note that the list of waiting changes shows. */
const MAX_DEED = 80

/** The outcome of sending: the parts that were done, and the parts that could not be, with the reasons. */
export interface SentHandover {
  /** Whether the handover itself was sent or waits for the connection; null if there was none. */
  handover: 'sent' | 'waiting' | 'failed' | null
  done: Task[]
  back: Task[]
  faults: DraftFaults
  /** Items about tasks that are gone: the task's id, and the key of the item without a task for their text. */
  gone: { id: number; key: string }[]
  /** A fault that belongs to no field. */
  general?: string
}

/** Whether a handover is on its way. Its sheet may be closed and opened again meanwhile. */
export const isSending = createStore(false)

/** Sends the choices: first the handover, because somebody has written it; then completions, and give-backs. */
export function sendHandover(plan: Plan): Promise<SentHandover> {
  isSending.set(true)
  return send(plan).finally(() => isSending.set(false))
}

async function send(plan: Plan): Promise<SentHandover> {
  const sent: SentHandover = { done: [], back: [], ...(await sendItems(plan)) }
  if (sent.handover === 'failed') return sent
  const i18n = i18nNow()
  const collected: Record<string, { general: string }> = {}
  for (const task of plan.done) {
    try {
      await sendStatus(task, 'completed')
      sent.done.push(task)
    } catch (error) {
      const isOpen = error instanceof CallError && error.reply?.code === 'steps_open'
      collected[task.id] = {
        general: isOpen
          ? i18n.t('Required steps are still open. Open the task to complete it.')
          : messageOf(error, i18n.t('Failed to update task status')),
      }
    }
  }
  for (const task of plan.back) {
    try {
      await call(problemsApi.release, { params: { id: task.id }, body: {} })
      sent.back.push(task)
    } catch (error) {
      collected[task.id] = {
        general:
          error instanceof TypeError
            ? i18n.t('Giving a task back needs a connection')
            : messageOf(error, i18n.t('The task could not be given back')),
      }
    }
  }
  if (plan.back.length > 0) void markStale(problemsApi.release.changes)
  return { ...sent, faults: { ...sent.faults, ...collected } }
}

async function sendItems(plan: Plan): Promise<Omit<SentHandover, 'done' | 'back'>> {
  const body = handoverOf(plan)
  if (!body) return { handover: null, faults: {}, gone: [] }
  const i18n = i18nNow()
  try {
    const reply = await callOrEnqueue(
      handoversApi.create,
      { body },
      {
        words: {
          what: i18n.t('Handover'),
          deed: plan.note
            ? plan.note.slice(0, MAX_DEED)
            : i18n.t('{count, plural, one {# item} other {# items}}', { count: body.items.length }),
        },
        shows: { handover: { tasks: plan.over.map(({ task }) => task) } },
        // It counts when it was written.
        body: (at) => ({ ...body, at }),
      },
    )
    return { handover: reply === QUEUED ? 'waiting' : 'sent', faults: {}, gone: [] }
  } catch (error) {
    return { handover: 'failed', ...describe(error, plan) }
  }
}

/** The server's faults at their fields; the others as one sentence. */
function describe(error: unknown, plan: Plan): Pick<SentHandover, 'faults' | 'gone' | 'general'> {
  const i18n = i18nNow()
  const faults: Record<string, { text?: string; next?: string; general?: string }> = {}
  const gone: SentHandover['gone'] = []
  for (const { path, message } of (error instanceof CallError && error.reply?.issues) || []) {
    const [list, at, field] = path.split('.')
    const item = list === 'items' && at !== undefined ? keyOfItem(plan, Number(at)) : ''
    const key = field === 'taskId' ? randomHex(8) : item
    if (field === 'taskId') gone.push({ id: Number(item), key })
    if (key) faults[key] = { ...faults[key], [field === 'text' || field === 'next' ? field : 'general']: message }
  }
  if (Object.keys(faults).length > 0) return { faults, gone }
  const general =
    error instanceof TypeError
      ? i18n.t('There is no connection. What you wrote is kept here. Send it when it is back.')
      : faultOf(error, i18n.t('The handover could not be sent. What you wrote is kept here.'))
  return { faults, gone, general }
}
